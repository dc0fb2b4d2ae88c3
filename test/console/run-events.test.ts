/** Who watches a run sees it while their session may, and no longer. */
import { openAsBlob } from 'node:fs'
import { expect, test } from 'vitest'
import type { FollowedRun } from '../../src/app/requests/follow-run.ts'
import { RunEvents } from '../../src/console/runs/run-events.ts'
import { manualClock } from '../support/clock.ts'
import { openTestConsole } from './open-console.ts'

const LOOK_MS = 1_000

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
    const stream = events.watch('frota', async () => allowed[name])
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

test('a stream of the console ends with the session that opened it', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const link =
    /\/link\/[\w-]+/.exec(await pages.people('add', 'Eva', '--role', 'viewer'))?.[0] ?? ''
  const password = 'quatro cavalos pastam na serra'
  await pages.post(link, new URLSearchParams({ password, again: password }))
  const eva = await pages.signIn('Eva', password)
  const sent = await pages.upload(await openAsBlob('fixtures/fleets/small.csv'), 'small.csv')
  await pages.start(sent.headers.get('location') ?? '')
  const { body } = await eva.get('/runs/current/events')
  await pages.people('change', 'Eva', '--role', 'manager')
  let text = ''
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  expect(text).toMatch(/event: forbidden\ndata: \n\n$/)
  expect((await eva.get('/runs/current/events')).status).toBe(401)
})
