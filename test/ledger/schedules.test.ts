/** What the ledger keeps of a schedule, whoever changes it beside a running worker. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/database/pool.ts'
import { ledgerMigrations } from '../../src/ledger/migrations.ts'
import { openScheduleStore } from '../../src/ledger/schedules.ts'
import type { ScheduleDraft, ScheduleStore } from '../../src/ledger/schedules.ts'
import { openLedgerDb } from '../../src/ledger/tx.ts'
import { openTestDatabase } from '../support/database.ts'

let database: Database
let store: ScheduleStore

beforeAll(async () => {
  database = await openTestDatabase({ migrations: [ledgerMigrations] })
  store = openScheduleStore(openLedgerDb(database.pool))
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('TRUNCATE frota.schedule'))

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

test('the first schedule is made once ever, even when it was removed since', async () => {
  const [one, other] = await Promise.all([store.begin(nightly, at(1)), store.begin(nightly, at(1))])
  expect(one).toBe(other)
  expect(await store.list()).toMatchObject([{ name: 'nightly', paused: false, last: null }])
  expect(await store.remove('nightly', at(2))).toBe(true)
  expect(await store.remove('nightly', at(2))).toBe(false)
  expect(await store.begin(nightly, at(3))).toBe(one)
  expect(await store.list()).toEqual([])
})

test('a name is taken while its schedule lives, and free after', async () => {
  expect(await store.add({ ...nightly, fleets: ['a', 'b "c"'] }, at(1))).toMatchObject({
    fleets: ['a', 'b "c"'],
    handledTo: at(1),
  })
  expect(await store.add(nightly, at(2))).toBeUndefined()
  await store.remove('nightly', at(3))
  expect(await store.add(nightly, at(4))).toMatchObject({ fleets: null, handledTo: at(4) })
})

test('a pause forgets what is queued; what fell due meanwhile does not count', async () => {
  const made = await store.add(nightly, at(1))
  await store.noteQueued(made?.id ?? '', at(2))
  expect(await store.setPaused('nightly', true, at(3))).toMatchObject({
    paused: true,
    queuedDueAt: null,
    handledTo: at(2),
  })
  expect(await store.setPaused('nightly', false, at(9))).toMatchObject({ handledTo: at(9) })
  expect(await store.setPaused('nightly', false, at(10))).toMatchObject({ handledTo: at(9) })
  expect(await store.setPaused('weekly', true, at(3))).toBeUndefined()
})

test('nothing starts that was paused or removed in the meantime', async () => {
  const { id = '' } = (await store.add(nightly, at(1))) ?? {}
  const night = { dueAt: at(2), stopAt: at(9), at: at(2) }
  await store.setPaused('nightly', true, at(1))
  expect(await store.noteStart(id, night)).toBe(false)
  await store.setPaused('nightly', false, at(1))
  expect(await store.noteStart(id, night)).toBe(true)
  await store.remove('nightly', at(3))
  expect(await store.noteStart(id, night)).toBe(false)
})

test('a killed night is closed as interrupted, one that ended keeps its ending', async () => {
  const killed = await store.add(nightly, at(1))
  const ended = await store.add({ ...nightly, name: 'weekly' }, at(1))
  await store.add({ ...nightly, name: 'never' }, at(1))
  for (const each of [killed, ended]) {
    await store.noteStart(each?.id ?? '', { dueAt: at(2), stopAt: null, at: at(2) })
  }
  await store.noteEnd(ended?.id ?? '', { outcome: 'carried-over', at: at(4) })
  expect(await store.interruptAll(at(5))).toBe(1)
  expect(await store.list()).toMatchObject([
    { name: 'never', last: null },
    { name: 'nightly', handledTo: at(2), last: { outcome: 'interrupted', endedAt: at(5) } },
    { name: 'weekly', last: { outcome: 'carried-over', endedAt: at(4) } },
  ])
})

test('a time that was let go by is remembered with its reason', async () => {
  const { id = '' } = (await store.add(nightly, at(1))) ?? {}
  await store.noteSkip(id, { dueAt: at(2), why: 'busy' })
  expect(await store.list()).toMatchObject([
    { handledTo: at(2), skipped: { dueAt: at(2), why: 'busy' } },
  ])
})
