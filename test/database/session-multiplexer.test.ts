import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import {
  frame,
  FrameReader,
  int32,
  readText,
  readyForQuery,
  text,
} from '../../src/database/embedded/frames.ts'
import { SessionMultiplexer } from '../../src/database/embedded/session-multiplexer.ts'

const STARTUP = Buffer.concat([int32(13), int32(0x0003_0000), text('user')])
const query = (sql: string): Uint8Array => frame('Q', text(sql))

const preparing = (name: string): Uint8Array =>
  Buffer.concat([
    frame('P', text(name), text('SELECT 1'), new Uint8Array(2)),
    frame('B', text(''), text(name), new Uint8Array(6)),
    frame('S'),
  ])

/** An engine that answers each query by its own text, and follows BEGIN and COMMIT. */
class FakeEngine {
  readonly ran: string[] = []
  #status: 'I' | 'T' = 'I'

  run = (messages: Uint8Array, onReply: (bytes: Uint8Array) => void): void => {
    for (const { type, bytes } of new FrameReader().push(messages)) {
      const sql = type === 'Q' ? readText(bytes, 5).text : type
      this.ran.push(sql)
      if (sql === 'BEGIN') this.#status = 'T'
      if (sql === 'COMMIT' || sql === 'ROLLBACK') this.#status = 'I'
      if (sql.startsWith('NOTIFY ')) onReply(frame('A', int32(1), text(sql.slice(7)), text('')))
      if (type === 'P') onReply(frame('1'))
      if (type === 'S') onReply(readyForQuery(this.#status))
      if (type === 'Q') onReply(Buffer.concat([frame('C', text(sql)), readyForQuery(this.#status)]))
    }
  }
}

/** Sleeps end when the test says so; the engine's session needs nothing else of a clock. */
class HandClock implements Clock {
  readonly #sleepers: { ms: number; signal: AbortSignal | undefined; wake: () => void }[] = []

  uptimeMs = 0

  now = (): number => 0

  uptime = (): number => this.uptimeMs

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      this.#sleepers.push({ ms, signal, wake })
    })

  get running(): number {
    return this.#sleepers.filter(({ signal }) => !signal?.aborted).length
  }

  async ring(): Promise<void> {
    for (const { wake } of this.#sleepers.splice(0)) wake()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

function setUp() {
  const engine = new FakeEngine()
  const clock = new HandClock()
  const sessions = new SessionMultiplexer({ run: engine.run, clock, serverVersion: '18.6' })
  const connect = () => {
    const reader = new FrameReader()
    const heard: string[] = []
    const connection = sessions.connect({
      write: (bytes) => {
        for (const { type, bytes: message } of reader.push(bytes)) {
          if (type === 'C' || type === 'A') heard.push(readText(message, type === 'A' ? 9 : 5).text)
          if (type === '1') heard.push('parsed')
          if (type === 'E') heard.push(Buffer.from(message).toString('utf8'))
        }
      },
      flush: () => undefined,
      end: () => heard.push('ended'),
    })
    connection.receive(STARTUP)
    const ask = (sql: string): void => connection.receive(query(sql))
    return { ...connection, ask, heard }
  }
  return { engine, clock, connect }
}

describe('the shared session', () => {
  test('is held from the first statement of a transaction to its end', () => {
    const { engine, connect } = setUp()
    const [one, other] = [connect(), connect()]
    one.ask('BEGIN')
    other.ask('SELECT other')
    one.ask('SELECT one')
    expect(engine.ran).toEqual(['BEGIN', 'SELECT one'])
    one.ask('COMMIT')
    expect(engine.ran).toEqual(['BEGIN', 'SELECT one', 'COMMIT', 'SELECT other'])
    expect(other.heard).toEqual(['SELECT other'])
  })

  test('goes to those who wait in the order in which they asked', () => {
    const { engine, connect } = setUp()
    const [first, second, third] = [connect(), connect(), connect()]
    first.ask('BEGIN')
    third.ask('SELECT 3')
    second.ask('SELECT 2')
    third.ask('SELECT 3 again')
    first.ask('COMMIT')
    const ran = ['BEGIN', 'COMMIT', 'SELECT 3', 'SELECT 2', 'SELECT 3 again']
    expect(engine.ran).toEqual(ran)
  })

  test('a transaction that does nothing while others wait is named to them, without values', async () => {
    const { engine, clock, connect } = setUp()
    const [holder, waiter] = [connect(), connect()]
    holder.ask('BEGIN')
    holder.ask("UPDATE owner SET document = '52998224725'")
    waiter.ask("-- of somebody else\nSELECT * FROM plate WHERE renavam = '00123456789'")
    await clock.ring()
    expect(waiter.heard.join('')).toContain('Csession-blocked')
    expect(waiter.heard.join('')).toContain(`"UPDATE owner SET document = '…'"`)
    expect(waiter.heard.join('')).toContain(`"SELECT * FROM plate WHERE renavam = '…'"`)
    expect(waiter.heard.join('')).not.toMatch(/\d{9}/)
    holder.ask('COMMIT')
    waiter.ask('SELECT 1')
    expect(waiter.heard.at(-1)).toBe('SELECT 1')
    expect(engine.ran).not.toContain('SELECT * FROM plate')
  })

  test('a transaction that goes on working is not disturbed by the wait of others', async () => {
    const { clock, connect } = setUp()
    const [holder, waiter] = [connect(), connect()]
    holder.ask('BEGIN')
    waiter.ask('SELECT waiter')
    expect(clock.running).toBe(1)
    holder.ask('SELECT work')
    holder.ask('COMMIT')
    expect(clock.running).toBe(0)
    await clock.ring()
    expect(waiter.heard).toEqual(['SELECT waiter'])
  })

  test('an engine that stops answering ends every connection with a reason', () => {
    const { clock } = setUp()
    const heard: string[] = []
    const sessions = new SessionMultiplexer({ run: () => undefined, clock, serverVersion: '18.6' })
    const connection = sessions.connect({
      write: (bytes) => heard.push(Buffer.from(bytes).toString('latin1')),
      flush: () => undefined,
      end: () => heard.push('ended'),
    })
    connection.receive(STARTUP)
    connection.receive(query('SELECT 1'))
    expect(heard.at(-2)).toContain('The embedded database stopped answering.')
    expect(heard.at(-1)).toBe('ended')
    const late: string[] = []
    const lateWire = {
      write: () => undefined,
      flush: () => undefined,
      end: () => late.push('ended'),
    }
    sessions.connect(lateWire).receive(STARTUP)
    expect(late).toEqual(['ended'])
  })

  test('a request for encryption is declined, and what is not the protocol is shown the door', () => {
    const { clock } = setUp()
    const run = (): void => undefined
    const sessions = new SessionMultiplexer({ run, clock, serverVersion: '18.6' })
    const said = (bytes: Uint8Array): string => {
      const heard: string[] = []
      const write = (reply: Uint8Array) => heard.push(Buffer.from(reply).toString('latin1'))
      const wire = { write, flush: () => undefined, end: () => heard.push('ended') }
      sessions.connect(wire).receive(bytes)
      return heard.join('')
    }
    expect(said(Buffer.concat([int32(8), int32(80877103)]))).toBe('N')
    expect(said(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBe('ended')
    expect(said(Buffer.concat([int32(16), int32(80877102), int32(1), int32(2)]))).toBe('ended')
  })

  test('a shared statement is parsed for the first connection and told to the others', () => {
    const { engine, connect } = setUp()
    const [one, other] = [connect(), connect()]
    one.receive(preparing('shared_x'))
    other.receive(preparing('shared_x'))
    expect(engine.ran).toEqual(['P', 'B', 'S', 'B', 'S'])
    expect([one.heard, other.heard]).toEqual([['parsed'], ['parsed']])
    one.close()
    other.receive(preparing('own'))
    expect(engine.ran.slice(5)).toEqual(['P', 'B', 'S'])
  })

  test('plans of shared statements are made anew each minute, in no transaction', () => {
    const { engine, clock, connect } = setUp()
    const one = connect()
    one.receive(preparing('shared_x'))
    clock.uptimeMs = 59_999
    one.ask('BEGIN')
    clock.uptimeMs = 60_000
    one.ask('COMMIT')
    one.ask('SELECT 1')
    one.ask('SELECT 2')
    const ran = ['BEGIN', 'COMMIT', 'DISCARD PLANS', 'SELECT 1', 'SELECT 2']
    expect(engine.ran.slice(3)).toEqual(ran)
  })

  test('bytes may be cut anywhere', () => {
    const sent = Buffer.concat([STARTUP, query('BEGIN'), query('SELECT ção'), query('COMMIT')])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(sent.length)), (cuts) => {
        const { clock } = setUp()
        const engine = new FakeEngine()
        const { run } = engine
        const sessions = new SessionMultiplexer({ run, clock, serverVersion: '18.6' })
        const wire = { write: () => undefined, flush: () => undefined, end: () => undefined }
        const connection = sessions.connect(wire)
        let from = 0
        for (const cut of [...cuts.toSorted((a, b) => a - b), sent.length]) {
          connection.receive(sent.subarray(from, cut))
          from = cut
        }
        expect(engine.ran).toEqual(['BEGIN', 'SELECT ção', 'COMMIT'])
      }),
    )
  })
})
