/** Leases by the database's clock: taken by one, renewed, run out, taken by the next. */
import { beforeEach, expect, test } from 'vitest'
import { executorLease, openLeaseStore } from '../../../src/ledger/runs/leases.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const LEASE_MS = 10_000
const one = { holder: 'one', command: 'worker' }
const other = { holder: 'other', command: 'nightly' }

const { database, db } = await ledgerForFile()
const store = openLeaseStore(db, LEASE_MS)
beforeEach(() => database.pool.query('TRUNCATE frota.lease'))

async function runOut(holder: string): Promise<void> {
  await database.pool.query(
    `UPDATE frota.lease SET until = until - interval '1 minute' WHERE holder = $1`,
    [holder],
  )
}

const here = (who: typeof one) => store.take(who, [executorLease(who.holder)])

test('of many that take a name at once one gets it, and all know who', async () => {
  const all = Array.from({ length: 8 }, (_, at) => ({ holder: `w${at}`, command: 'worker' }))
  const taken = await Promise.all(all.map((who) => store.take(who, ['fleet a'])))
  expect(taken.filter((each) => each.taken)).toHaveLength(1)
  const winner = all[taken.findIndex((each) => each.taken)]
  expect(await store.whoHas(['fleet a', 'fleet b'])).toMatchObject({ name: 'fleet a', ...winner })
})

test('several names are taken together or not at all', async () => {
  await store.take(other, ['fleet b'])
  expect(await store.take(one, ['fleet a', 'fleet b', 'fleet c'])).toEqual({ taken: false })
  expect(await store.whoHas(['fleet a', 'fleet c'])).toBeUndefined()
})

test('what ran out is taken by the next one, under a higher epoch, and no longer renewed', async () => {
  const first = await store.take(one, ['schedules'])
  expect(await store.take(other, ['schedules'])).toEqual({ taken: false })
  await runOut('one')
  const second = await store.take(other, ['schedules'])
  if (!first.taken || !second.taken) throw new Error('A lease that was free was not had.')
  expect(second.epoch).toBeGreaterThan(first.epoch)
  expect([...(await store.renew('one', ['schedules']))]).toEqual([])
  expect([...(await store.renew('other', ['schedules']))]).toEqual(['schedules'])
})

test('what ran out and nobody took is its holder again when it renews', async () => {
  await here(one)
  await store.take(one, ['fleet a'])
  await runOut('one')
  expect(await store.gone(['one'])).toEqual(['one'])
  const kept = await store.renew('one', ['executor one', 'fleet a', 'fleet b'])
  expect([...kept].toSorted()).toEqual(['executor one', 'fleet a'])
  expect(await store.gone(['one'])).toEqual([])
  expect(await store.take(other, ['fleet a'])).toEqual({ taken: false })
})

test('one that is renewed while others ask for it stays with its holder', async () => {
  await store.take(one, ['fleet a', 'schedules'])
  await runOut('one')
  const asking = Array.from({ length: 6 }, () => store.take(other, ['schedules']))
  const [kept] = await Promise.all([store.renew('one', ['fleet a', 'schedules']), ...asking])
  const by = await store.whoHas(['schedules'])
  expect(by?.holder).toBe(kept.has('schedules') ? 'one' : 'other')
})

test('what is given back is free at once, by its holder only', async () => {
  await store.take(one, ['fleet a', 'fleet b'])
  await store.release('other', ['fleet a'])
  expect(await store.whoHas(['fleet a'])).toMatchObject({ holder: 'one' })
  await store.release('one', ['fleet a'])
  expect(await store.whoHas(['fleet a'])).toBeUndefined()
  await store.leave('one')
  expect(await store.whoHas(['fleet b'])).toBeUndefined()
})

test('who is there is listed with what it processes, until its lease runs out', async () => {
  await here(one)
  await here(other)
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO frota.schedule (name, cron, zone, overlap, catch_up, handled_to, created_at)
     VALUES ('nightly', '0 20 * * *', 'UTC', 'skip', 'none', now(), now()) RETURNING id`,
  )
  const id = rows[0]?.id ?? ''
  await store.processes('one', id)
  expect(await store.executors()).toMatchObject([
    { ...one, processes: id },
    { ...other, processes: null },
  ])
  expect(await store.gone(['one', 'nobody', 'other'])).toEqual(['nobody'])
  await runOut('one')
  expect(await store.executors()).toMatchObject([other])
  await store.processes('other', null)
  expect(await store.gone([])).toEqual([])
  await database.pool.query('DELETE FROM frota.lease; DELETE FROM frota.schedule')
})

test('one that ended without a word is forgotten after an hour, and no living one', async () => {
  await here(one)
  await here(other)
  await database.pool.query(
    `UPDATE frota.lease SET until = until - interval '2 hours' WHERE holder = 'one'`,
  )
  await store.forgetOld()
  const { rows } = await database.pool.query('SELECT holder FROM frota.lease')
  expect(rows).toEqual([{ holder: 'other' }])
})

test('where one process may work a lease has no end, until the next start clears it', async () => {
  const endless = openLeaseStore(db, null)
  await endless.take(one, ['schedules'])
  expect(await endless.whoHas(['schedules'])).toMatchObject({ holder: 'one', until: 'infinity' })
  expect(await endless.take(other, ['schedules'])).toEqual({ taken: false })
  await endless.clear()
  expect(await endless.take(other, ['schedules'])).toMatchObject({ taken: true })
})
