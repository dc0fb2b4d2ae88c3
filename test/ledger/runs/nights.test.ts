/** Of several workers that decide about one night, one wins; a night is its conductor's alone. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../src/database/pool.ts'
import { ledgerMigrations } from '../../../src/ledger/schema/migrations.ts'
import { openScheduleStore } from '../../../src/ledger/runs/schedules.ts'
import type { Schedule, ScheduleDraft, ScheduleStore } from '../../../src/ledger/runs/schedules.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openTestDatabase } from '../../support/database.ts'

const MINUTE_MS = 60_000

let database: Database
let store: ScheduleStore

beforeAll(async () => {
  database = await openTestDatabase({ migrations: [ledgerMigrations] })
  store = openScheduleStore(openLedgerDb(database.pool))
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('TRUNCATE frota.schedule CASCADE'))

const nightly: ScheduleDraft = {
  name: 'nightly',
  cron: '0 20 * * *',
  zone: 'America/Sao_Paulo',
  fleets: null,
  until: '06:00',
  forSeconds: null,
  overlap: 'skip',
  catchUp: 'none',
}
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour))
const nightOf = (holder: string) => ({ holder, dueAt: at(2), stopAt: at(9), at: at(2) })

async function added(name = 'nightly'): Promise<Schedule> {
  const made = await store.add({ ...nightly, name }, at(1))
  if (made === undefined) throw new Error('The name is taken.')
  return made
}

async function now(name = 'nightly'): Promise<Schedule> {
  const found = (await store.list()).find((each) => each.name === name)
  if (found === undefined) throw new Error('There is no such schedule.')
  return found
}

async function ageBeat(ms: number): Promise<void> {
  await database.pool.query(
    `UPDATE frota.schedule SET beat_at = beat_at - make_interval(secs => $1)`,
    [ms / 1_000],
  )
}

test('of eight workers that start one night at once, one does', async () => {
  const seen = await added()
  const holders = Array.from({ length: 8 }, (_, at) => `worker ${at}`)
  const started = await Promise.all(holders.map((each) => store.noteStart(seen, nightOf(each))))
  expect(started.filter(Boolean)).toHaveLength(1)
  const { last } = await now()
  expect(last).toMatchObject({ holder: holders[started.indexOf(true)], outcome: null, work: null })
  expect(last?.beatAgeMs).toBeLessThan(MINUTE_MS)
})

test('two schedules do not begin beside each other, whoever starts them', async () => {
  const [one, other] = [await added('one'), await added('other')]
  const both = [store.noteStart(one, nightOf('a')), store.noteStart(other, nightOf('b'))]
  expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
})

test('nothing starts by what was decided about, paused or removed in the meantime', async () => {
  const seen = await added()
  expect(await store.noteSkip(seen, { dueAt: at(2), why: 'missed' })).toBe(true)
  expect(await store.noteSkip(seen, { dueAt: at(1), why: 'missed' })).toBe(false)
  expect(await store.noteQueued(seen, at(1))).toBe(false)
  expect(await store.noteStart(seen, nightOf('a'))).toBe(false)
  await store.setPaused('nightly', true, at(1))
  expect(await store.noteStart(await now(), nightOf('a'))).toBe(false)
  await store.setPaused('nightly', false, at(1))
  const running = await now()
  await store.remove('nightly', at(3))
  expect(await store.noteStart(running, nightOf('a'))).toBe(false)
})

test('only its conductor may keep, describe and end a night', async () => {
  const seen = await added()
  await store.noteStart(seen, nightOf('a'))
  const work = { fleetIds: ['f'], queue: 'q', settings: { shared: {} } }
  expect(await store.noteWork(seen.id, 'b', work)).toBe(false)
  expect(await store.noteWork(seen.id, 'a', work)).toBe(true)
  expect((await now()).last).toMatchObject({ work })
  expect(await store.beat(seen.id, 'b')).toBe(false)
  expect(await store.noteEnd(seen.id, { holder: 'b', outcome: 'done', at: at(4) })).toBe(false)
  expect(await store.noteEnd(seen.id, { holder: 'a', outcome: 'carried-over', at: at(4) })).toBe(
    true,
  )
  expect(await store.beat(seen.id, 'a')).toBe(false)
  expect((await now()).last).toMatchObject({ outcome: 'carried-over', endedAt: at(4), work: null })
})

test('a night that nobody keeps is interrupted once, and one that is kept is not', async () => {
  await store.noteStart(await added(), nightOf('frozen'))
  const left = { beatOlderThanMs: MINUTE_MS, at: at(3) }
  expect(await store.interrupt(await now(), left)).toBe(false)
  await ageBeat(2 * MINUTE_MS)
  const seen = await now()
  expect(seen.last?.beatAgeMs).toBeGreaterThan(MINUTE_MS)
  await store.beat(seen.id, 'frozen')
  expect(await store.interrupt(seen, left)).toBe(false)
  await ageBeat(2 * MINUTE_MS)
  const both = await Promise.all([store.interrupt(seen, left), store.interrupt(seen, left)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await store.beat(seen.id, 'frozen')).toBe(false)
  const ended = { holder: 'frozen', outcome: 'done', at: at(4) } as const
  expect(await store.noteEnd(seen.id, ended)).toBe(false)
  expect((await now()).last).toMatchObject({ outcome: 'interrupted', endedAt: at(3) })
  expect(await store.noteStart(await now(), nightOf('other'))).toBe(true)
})

test('the night of a removed schedule keeps others waiting only while it is kept', async () => {
  const removed = await added('removed')
  await store.noteStart(removed, nightOf('a'))
  await store.remove('removed', at(3))
  const other = await added('other')
  expect(await store.noteStart(other, nightOf('b'))).toBe(false)
  await ageBeat(5 * MINUTE_MS)
  expect(await store.noteStart(other, nightOf('b'))).toBe(true)
})
