/** Who watches a run sees it while their session may, and no longer. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { FollowedRun } from '../../src/app/requests/follow-run.ts'
import { RunEvents, WATCHERS_MAX } from '../../src/console/runs/run-events.ts'
import { webLimits } from '../../src/web/web-limits.ts'
import { manualClock } from '../support/clock.ts'
import { forFile } from '../support/for-file.ts'
import { openTestConsole, rawGet } from './open-console.ts'

const LOOK_MS = 1_000

const pages = await forFile(openTestConsole({ FROTA_LOCALE: 'en' }))

test('a stream ends when its visitor may see the run no longer, and sends nothing of it then', async () => {
  const clock = manualClock()
  let fragment = 'one'
  const allowed = { eva: true, lia: true }
  const events = new RunEvents({
    clock,
    follow: async () => ({ phase: 'working' }) as FollowedRun,
    render: () => fragment,
  })
  const streams = (['eva', 'lia'] as const).map((name) => {
    const said = { text: '', ended: false }
    const stream = events.watch('frota', { whose: name, may: async () => allowed[name] })
    stream?.on('data', (piece: Buffer) => (said.text += piece.toString()))
    stream?.on('end', () => (said.ended = true))
    return said
  })
  await clock.advance(LOOK_MS)
  allowed.eva = false
  fragment = 'two'
  await clock.advance(LOOK_MS)
  await clock.advance(LOOK_MS)
  const one = 'event: progress\ndata: one\n\n'
  expect(streams).toEqual([
    { text: `${one}event: forbidden\ndata: \n\n`, ended: true },
    { text: `${one}event: progress\ndata: two\n\n`, ended: false },
  ])
  events.close()
})

test('a stream ends where the run cannot be read, so that its page can say so', async () => {
  const events = new RunEvents({
    clock: manualClock(),
    follow: () => Promise.reject(new Error('The database does not answer.')),
    render: () => '',
  })
  const stream = events.watch('frota', { whose: 'eva', may: async () => true })
  expect(await stream?.toArray()).toEqual([])
})

test('one person has a few streams, and then everybody else still has theirs', async () => {
  const events = new RunEvents({
    clock: manualClock(),
    follow: async () => undefined,
    render: () => '',
  })
  const opens = (whose: string, fleet: string): boolean =>
    events.watch(fleet, { whose, may: async () => true }) !== undefined
  const hers = Array.from({ length: 100 }, (_, at) => opens('Rita', at % 2 === 0 ? 'um' : 'dois'))
  expect(hers.filter((opened) => opened)).toHaveLength(WATCHERS_MAX)
  expect(WATCHERS_MAX * 10).toBeLessThan(webLimits.connectionsMax)
  expect(opens('Otto', 'um')).toBe(true)
  events.close()
})

test('a hundred connections of nobody leave the console open to others', async () => {
  const idle = Array.from({ length: 110 }, () => connect(pages.port, '127.0.0.1'))
  try {
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    // On a connection of its own, not on one that was open before.
    const { port, cookie } = pages
    const asked = rawGet(pages, '/upload', { host: `127.0.0.1:${port}`, cookie })
    expect((await asked).status).toBe(200)
  } finally {
    for (const socket of idle) socket.destroy()
  }
})

test('a stream of the console ends with the session that opened it', async () => {
  const eva = await pages.enter('Eva', 'viewer')
  await pages.start(await pages.verdictOf('small.csv'))
  const { body } = await eva.get('/runs/current/events')
  await pages.people('change', 'Eva', '--role', 'manager')
  let text = ''
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  expect(text).toMatch(/event: forbidden\ndata: \n\n$/)
  expect((await eva.get('/runs/current/events')).status).toBe(401)
})
