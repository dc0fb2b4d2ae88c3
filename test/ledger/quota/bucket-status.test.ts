/** Why nothing leaves a bucket, who used it last, and that a pace can be forgotten. */
import { expect, test } from 'vitest'
import { bucketStatus, forgetPace, slotUsers } from '../../../src/ledger/quota/bucket-status.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { openCampaignWorld, START } from '../consultations/campaign-world.ts'
import { bucket, HOLD_MS } from './quota-worlds.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openCampaignWorld())
const ledger = openQuotaLedger(world.database.pool)

async function use(name: string, purpose: string, ending?: 'answered' | 'never-sent') {
  const useId = world.uuid()
  await ledger.reserve({ bucket: name, useId, holder: 'host/1/1', purpose })
  if (ending !== undefined) await ledger.settle(useId, ending)
  return useId
}

/** Two 429s that no probe explains. */
async function learnPace(name: string): Promise<void> {
  await ledger.throttled(name, {})
  await world.database.pool.query('update frota.quota_bucket set throttled_until = null')
  await ledger.throttled(name, { retryAfterMs: 60_000 })
}

test('an unused bucket stands free', async () => {
  await ledger.ensureBucket(bucket({ name: 'consultations/unused' }))
  expect(await bucketStatus(world.database.pool, 'consultations/unused')).toEqual({
    retryAfterMs: null,
    paceMs: null,
    pacedUntilMs: null,
    foreign: null,
  })
  expect(await slotUsers(world.database.pool, 'consultations/unused', 10)).toEqual([])
  await expect(bucketStatus(world.database.pool, 'consultations/none')).rejects.toThrow('unknown')
})

test('each reason is told apart, and only the pace is forgotten', async () => {
  const name = 'consultations/held'
  const { pool } = world.database
  await ledger.ensureBucket(bucket({ name }))
  await use(name, 'before', 'answered')
  await learnPace(name)
  const { nowMs } = await ledger.facts(name)
  const held = await bucketStatus(pool, name)
  expect(held.foreign?.units).toBe(19)
  expect(held.foreign?.untilMs).toBeGreaterThan(nowMs + HOLD_MS - 60_000)
  expect(held.retryAfterMs).toBeGreaterThan(nowMs)
  expect(held.paceMs).toBeGreaterThan(180_000)
  expect(held.pacedUntilMs).toBeGreaterThan(nowMs)
  expect(await forgetPace(pool, name)).toBe(held.paceMs)
  expect(await forgetPace(pool, name)).toBeNull()
  expect(await forgetPace(pool, 'consultations/none')).toBeNull()
  const after = await bucketStatus(pool, name)
  expect(after).toEqual({ ...held, paceMs: null, pacedUntilMs: null })
  await pool.query('update frota.quota_bucket set throttled_until = null')
  expect((await ledger.throttled(name, {})).paceMs).toBe(held.paceMs)
})

test('who used a slot is known by its effect, and by the run that then went on, whoever held it', async () => {
  const name = 'consultations/used'
  const { pool } = world.database
  await ledger.ensureBucket(bucket({ name }))
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId, { plate: 'ABC1D23' })
  const effectId = world.uuid()
  await pool.query(
    `insert into frota.effect (id, kind, key, fleet_id, vehicle_id, remote_id, created_at,
      updated_at) values ($1, 'consult', 'key', $2, $3, $1, $4, $4)`,
    [effectId, fleetId, vehicleId, START],
  )
  await pool.query(
    `insert into frota.run (number, fleet_id, command, holder, simulated, settings, state,
        started_at, ended_at)
      values (6, $1, 'reconcile', 'host/1/1', true, '{}', 'done', $2, $2),
        (7, $1, 'nightly', 'another/1/1', true, '{}', 'running', $2, null),
        (8, $1, 'nightly', 'host/1/1', true, '{}', 'running', now() + interval '1 hour', null)`,
    [fleetId, START],
  )
  await use(name, 'a probe', 'answered')
  await use(name, effectId, 'never-sent')
  const last = await use(name, effectId)
  const users = await slotUsers(pool, name, 10)
  expect(users).toHaveLength(2)
  expect(users[0]).toMatchObject({
    useId: last,
    state: 'reserved',
    kind: 'consult',
    plate: 'ABC1D23',
    remoteId: effectId,
    command: 'nightly',
  })
  expect(users[0]?.run).toBe(7)
  expect(users[0]).not.toHaveProperty('settledAtMs')
  expect(users[1]).toMatchObject({ purpose: 'a probe', kind: null, plate: null, run: null })
  expect(await slotUsers(pool, name, 1)).toHaveLength(1)
})
