/**
 * Shares the one session of an embedded engine between many connections. A connection holds the
 * session from its first batch until the engine is idle again, so transactions never mix; the
 * others wait in line. Notifications go to listening connections. If the holder stays idle, the
 * waiting connections get an error instead of hanging. Touches only the engine, the
 * wires and the clock that it is given.
 */
import type { Clock } from '../../clock.ts'
import { Connection, statusByte, type Batch, type Wire } from './connection.ts'
import {
  errorResponse,
  FRAME_HEADER_BYTES,
  frame,
  readText,
  readyForQuery,
  text,
} from './frames.ts'
import { listenSql } from './listened-channels.ts'
import { ReplyScanner } from './reply-scanner.ts'
import { closeStatements } from './statement-names.ts'

/** Runs whole messages and hands over every byte of the answer before it returns. */
export type RunBatch = (messages: Uint8Array, onReply: (bytes: Uint8Array) => void) => void

/**
 * How long the holder of a transaction may do nothing while others wait. Code that awaits, inside
 * its open transaction, a statement sent through another connection would otherwise wait for ever.
 */
const SESSION_IDLE_MS_MAX = 10_000

/** The code of the error that a waiter gets; also a code of src/failure.ts. */
export const SESSION_BLOCKED = 'session-blocked'

export interface MultiplexerOptions {
  run: RunBatch
  clock: Clock
  serverVersion: string
}

const ROLLBACK = frame('Q', text('ROLLBACK'))
const SYNC = frame('S')
const PARSE_COMPLETE = frame('1')

/** Plans are made anew this often: nothing tells the engine that an empty table has grown. */
const PLANS_AGE_MS_MAX = 60_000
const DISCARD_PLANS = frame('Q', text('DISCARD PLANS'))

export class SessionMultiplexer {
  readonly #run: RunBatch
  readonly #clock: Clock
  readonly #serverVersion: string
  readonly #connections = new Set<Connection>()
  /** Connections with a batch to run, in the order in which they asked. */
  readonly #queue: Connection[] = []
  /** Prepared statements of connections that are gone. */
  readonly #abandoned: string[] = []
  /** Prepared statements that all connections use. */
  readonly #shared = new Set<string>()
  #plannedMs: number
  #holder: Connection | undefined
  #idleAlarm: AbortController | undefined
  #lastId = 0
  #dead: string | undefined

  constructor(options: MultiplexerOptions) {
    this.#run = options.run
    this.#clock = options.clock
    this.#plannedMs = options.clock.uptime()
    this.#serverVersion = options.serverVersion
  }

  /** Returns the connection as its transport uses it. */
  connect(wire: Wire) {
    this.#lastId += 1
    const connection = new Connection(this.#lastId, wire, this.#serverVersion)
    this.#connections.add(connection)
    return {
      receive: (bytes: Uint8Array) => this.#receive(connection, bytes),
      close: () => this.#close(connection),
    }
  }

  /** Ends every connection; open transactions are rolled back. */
  closeAll(): void {
    for (const connection of this.#connections) this.#close(connection)
  }

  #receive(connection: Connection, bytes: Uint8Array): void {
    if (connection.closed) return
    if (!connection.receive(bytes)) return this.#close(connection)
    if (this.#dead !== undefined) return this.#endAll(this.#dead)
    // Part of a message, or rows of a COPY, also show that the holder is not idle.
    if (connection === this.#holder) this.#stopWatching()
    if (connection.batches.length === 0) return this.#watchIdleHolder()
    if (connection !== this.#holder && !this.#queue.includes(connection)) {
      this.#queue.push(connection)
    }
    this.#dispatch()
  }

  #dispatch(): void {
    for (;;) {
      if (!this.#holder) this.#forgetStatements()
      if (!this.#holder) this.#renewPlans()
      this.#holder ??= this.#queue.shift()
      const holder = this.#holder
      if (!holder) return
      const batch = holder.batches.shift()
      if (!batch) return this.#watchIdleHolder()
      this.#stopWatching()
      this.#execute(holder, batch)
      if (this.#dead !== undefined) return this.#endAll(this.#dead)
      if (holder.status !== 'I' || holder.unsynced) continue
      this.#holder = undefined
      if (holder.batches.length > 0) this.#queue.push(holder)
    }
  }

  #execute(connection: Connection, batch: Batch): void {
    if (batch.statement !== '') connection.statement = batch.statement
    let relisten = false
    for (const change of batch.listens) {
      if (change.verb === 'listen') connection.channels.add(change.channel)
      else if (change.verb === 'unlisten') connection.channels.delete(change.channel)
      else connection.channels.clear()
      relisten ||= change.verb !== 'listen'
    }
    const status = this.#answer(connection, batch)
    connection.unsynced = !batch.answersReady
    if (status !== undefined) connection.status = status
    else if (batch.answersReady) this.#dead ??= 'The embedded database stopped answering.'
    if (relisten) this.#listenAgain()
    connection.wire.flush()
  }

  /** Runs a batch, without its Parse if the session has the shared statement already. */
  #answer({ wire }: Connection, { bytes, copyIn, parses }: Batch) {
    const pass = (part: Uint8Array): void => wire.write(part)
    if (parses === undefined) return this.#ask(bytes, pass, { copyIn })
    if (!this.#shared.has(parses.name)) {
      return this.#ask(bytes, pass, { parsed: () => this.#shared.add(parses.name) })
    }
    wire.write(PARSE_COMPLETE)
    return this.#ask(bytes.subarray(parses.bytes), pass)
  }

  /** Runs messages; returns the status byte of the last ReadyForQuery. */
  #ask(
    messages: Uint8Array,
    pass: (bytes: Uint8Array) => void,
    { copyIn = false, parsed = (): unknown => undefined } = {},
  ) {
    let status: string | undefined
    const ready = (now: string): void => {
      status = now
    }
    const notification = (bytes: Uint8Array): void => this.#notify(bytes)
    const scanner = new ReplyScanner({ pass, notification, ready, parsed }, copyIn)
    try {
      this.#run(messages, (bytes) => scanner.push(bytes))
    } catch (error) {
      this.#dead = `The embedded database failed: ${String(error)}`
    }
    return status
  }

  #notify(message: Uint8Array): void {
    const channel = readText(message, FRAME_HEADER_BYTES + 4).text
    for (const connection of this.#connections) {
      if (!connection.channels.has(channel)) continue
      connection.wire.write(message.slice())
      connection.wire.flush()
    }
  }

  /** UNLISTEN ended listening for the whole session: repeats the other connections' LISTENs. */
  #listenAgain(): void {
    const wanted = new Set([...this.#connections].flatMap(({ channels }) => [...channels]))
    if (wanted.size > 0) this.#ask(frame('Q', text(listenSql(wanted))), () => undefined)
  }

  /** Only between transactions: the Sync at its end would commit the work of an unsynced batch. */
  #forgetStatements(): void {
    if (this.#abandoned.length > 0) {
      this.#ask(closeStatements(this.#abandoned.splice(0)), () => undefined)
    }
  }

  #renewPlans(): void {
    if (this.#shared.size === 0) return
    const nowMs = this.#clock.uptime()
    if (nowMs - this.#plannedMs < PLANS_AGE_MS_MAX) return
    this.#plannedMs = nowMs
    this.#ask(DISCARD_PLANS, () => undefined)
  }

  #close(connection: Connection): void {
    if (connection.closed) return
    connection.closed = true
    this.#abandoned.push(...connection.prepared)
    connection.batches.length = 0
    connection.channels.clear()
    this.#connections.delete(connection)
    const queued = this.#queue.indexOf(connection)
    if (queued !== -1) this.#queue.splice(queued, 1)
    connection.wire.end()
    if (this.#holder !== connection || this.#dead !== undefined) return
    this.#stopWatching()
    if (connection.unsynced) connection.status = this.#ask(SYNC, () => undefined) ?? 'I'
    if (connection.status !== 'I') this.#ask(ROLLBACK, () => undefined)
    this.#holder = undefined
    this.#dispatch()
  }

  #watchIdleHolder(): void {
    if (this.#idleAlarm || !this.#holder || this.#queue.length === 0) return
    const alarm = new AbortController()
    this.#idleAlarm = alarm
    const blocked = [...this.#queue]
    void this.#clock.sleep(SESSION_IDLE_MS_MAX, alarm.signal).then(() => {
      if (alarm.signal.aborted) return
      this.#idleAlarm = undefined
      this.#refuse(blocked)
      this.#watchIdleHolder()
    })
  }

  #stopWatching(): void {
    this.#idleAlarm?.abort()
    this.#idleAlarm = undefined
  }

  #refuse(blocked: Connection[]): void {
    for (const connection of blocked) {
      const queued = this.#queue.indexOf(connection)
      if (queued === -1) continue
      this.#queue.splice(queued, 1)
      for (const batch of connection.batches.splice(0)) {
        connection.wire.write(errorResponse('ERROR', SESSION_BLOCKED, this.#blockedMessage(batch)))
        if (batch.answersReady) connection.wire.write(readyForQuery(statusByte(connection.status)))
      }
      connection.wire.flush()
    }
  }

  #blockedMessage(batch: Batch): string {
    const held = this.#holder?.statement ?? ''
    return (
      `"${batch.statement}" waited ${SESSION_IDLE_MS_MAX} ms for the database's one session, which a ` +
      `transaction holds that last ran "${held}". Run it inside that transaction, or commit first.`
    )
  }

  #endAll(reason: string): void {
    for (const connection of this.#connections) {
      connection.wire.write(errorResponse('FATAL', '57P02', reason))
      connection.wire.flush()
      this.#close(connection)
    }
  }
}
