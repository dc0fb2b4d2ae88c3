/** Nights are noted by whoever has the lease of the schedules, and by nobody else. */
import { beforeEach, expect, test } from 'vitest'
import { openLeaseStore } from '../../../src/ledger/runs/leases.ts'
import { SCHEDULES_LEASE, type ScheduleLease } from '../../../src/ledger/runs/nights.ts'
import { openScheduleStore } from '../../../src/ledger/runs/schedules.ts'
import type { Schedule, ScheduleDraft } from '../../../src/ledger/runs/schedules.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const LEASE_MS = 10_000

const { database, db } = await ledgerForFile()
const store = openScheduleStore(db)
const leases = openLeaseStore(db, LEASE_MS)
beforeEach(() => database.pool.query('TRUNCATE frota.schedule, frota.lease'))

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
const night = { dueAt: at(2), stopAt: at(9), at: at(2) }

/** The lease of the schedules, as a worker takes it. */
async function leased(holder: string): Promise<ScheduleLease> {
  const taken = await leases.take({ holder, command: 'worker' }, [SCHEDULES_LEASE])
  if (!taken.taken) throw new Error('Another worker has the lease.')
  return { holder, epoch: taken.epoch }
}

async function runOut(): Promise<void> {
  await database.pool.query(`UPDATE frota.lease SET until = until - interval '1 minute'`)
}

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

test('of workers that take the lease at once one gets it, and starts one night', async () => {
  const seen = await added()
  const holders = Array.from({ length: 8 }, (_, which) => `worker ${which}`)
  const asked = await Promise.allSettled(holders.map(leased))
  const had = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(had).toHaveLength(1)
  const starts = had.flatMap((lease) => [
    store.noteStart(lease, seen, night),
    store.noteStart(lease, seen, night),
  ])
  expect((await Promise.all(starts)).filter(Boolean)).toHaveLength(1)
  const { last } = await now()
  expect(last).toMatchObject({ holder: had[0]?.holder, outcome: null, work: null })
})

test('nothing is noted by a lease that ran out, nor by one that another has since', async () => {
  const seen = await added()
  const frozen = await leased('frozen')
  await store.noteStart(frozen, seen, night)
  const running = await now()
  await runOut()
  const work = { fleetIds: ['f'], queue: 'q', settings: { shared: {} } }
  const ended = { outcome: 'done', at: at(4) } as const
  const writes = async (): Promise<boolean[]> => [
    await store.noteWork(frozen, seen.id, work),
    await store.noteEnd(frozen, seen.id, ended),
    await store.interrupt(frozen, running, at(3)),
    await store.noteSkip(frozen, running, { dueAt: at(3), why: 'missed' }),
    await store.noteQueued(frozen, running, at(3)),
    await store.noteStart(frozen, running, night),
  ]
  expect(await writes()).toEqual([false, false, false, false, false, false])
  const other = await leased('other')
  expect(await writes()).toEqual([false, false, false, false, false, false])
  expect(await now()).toEqual(running)
  expect(await store.interrupt(other, running, at(3))).toBe(true)
  expect((await now()).last).toMatchObject({ outcome: 'interrupted', endedAt: at(3) })
  expect(await store.noteStart(other, await now(), night)).toBe(true)
  expect(await store.noteEnd(frozen, seen.id, ended)).toBe(false)
})

test('a lease that ran out and was renewed before another took it goes on', async () => {
  const seen = await added()
  const lease = await leased('slow')
  await runOut()
  expect(await store.noteStart(lease, seen, night)).toBe(false)
  await leases.renew('slow', [SCHEDULES_LEASE])
  expect(await store.noteStart(lease, seen, night)).toBe(true)
})

test('nothing starts by what was decided about, paused or removed in the meantime', async () => {
  const seen = await added()
  const lease = await leased('a')
  expect(await store.noteSkip(lease, seen, { dueAt: at(2), why: 'missed' })).toBe(true)
  expect(await store.noteSkip(lease, seen, { dueAt: at(1), why: 'missed' })).toBe(false)
  expect(await store.noteQueued(lease, seen, at(1))).toBe(false)
  expect(await store.noteStart(lease, seen, night)).toBe(false)
  await store.setPaused('nightly', true, at(1))
  expect(await store.noteStart(lease, await now(), night)).toBe(false)
  await store.setPaused('nightly', false, at(1))
  const running = await now()
  await store.remove('nightly', at(3))
  expect(await store.noteStart(lease, running, night)).toBe(false)
})

test('only the worker of a night describes and ends it, and once', async () => {
  const seen = await added()
  await store.noteStart(await leased('a'), seen, night)
  await leases.release('a', [SCHEDULES_LEASE])
  const other = await leased('b')
  const work = { fleetIds: ['f'], queue: 'q', settings: { shared: {} } }
  expect(await store.noteWork(other, seen.id, work)).toBe(false)
  expect(await store.noteEnd(other, seen.id, { outcome: 'done', at: at(4) })).toBe(false)
  await leases.release('b', [SCHEDULES_LEASE])
  const again = await leased('a')
  expect(await store.noteWork(again, seen.id, work)).toBe(true)
  expect((await now()).last).toMatchObject({ work })
  const ended = { outcome: 'carried-over', at: at(4) } as const
  expect(await store.noteEnd(again, seen.id, ended)).toBe(true)
  expect(await store.noteEnd(again, seen.id, ended)).toBe(false)
  expect((await now()).last).toMatchObject({ outcome: 'carried-over', endedAt: at(4), work: null })
})

test('a pause forgets what is queued; what fell due meanwhile does not count', async () => {
  await store.noteQueued(await leased('a'), await added(), at(2))
  expect(await store.setPaused('nightly', true, at(3))).toMatchObject({
    paused: true,
    queuedDueAt: null,
    handledTo: at(2),
  })
  expect(await store.setPaused('nightly', false, at(9))).toMatchObject({ handledTo: at(9) })
  expect(await store.setPaused('nightly', false, at(10))).toMatchObject({ handledTo: at(9) })
  expect(await store.setPaused('weekly', true, at(3))).toBeUndefined()
})

test('a time that was let go by is remembered with its reason', async () => {
  await store.noteSkip(await leased('a'), await added(), { dueAt: at(2), why: 'busy' })
  expect(await now()).toMatchObject({
    handledTo: at(2),
    skipped: { dueAt: at(2), why: 'busy' },
  })
})
