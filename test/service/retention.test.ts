/** Personal data ends with its use: documents and nicknames are erased, what books need stays. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Failure } from '../../src/failure.ts'
import { openServiceDb, type ServiceDb } from '../../src/service/service-db.ts'
import {
  setAccountActive,
  setPersonalDataDays,
} from '../../src/service/tenants/administer-accounts.ts'
import { eraseAccount, eraseUnusedVehicles } from '../../src/service/vehicles/erase-vehicles.ts'
import { newVehicle, register } from './support/fleet.ts'
import { type Account, type Bench, MINUTE_MS, openBench } from './support/open-service.ts'

const DAY_MS = 1_440 * MINUTE_MS
const KEPT_DAYS = 180

let bench: Bench
let db: ServiceDb
let tools: { db: ServiceDb; clock: Bench['clock']; random: Bench['random'] }
let as: Account
beforeEach(async () => {
  bench = await openBench()
  db = openServiceDb(bench.pool)
  tools = { db, clock: bench.clock, random: bench.random }
  as = bench.own
})
afterEach(() => bench[Symbol.asyncDispose]())

const read = async (id: string) => (await bench.send('GET', `/api/v1/vehicles/${id}`, { as })).body
const remove = (id: string) => bench.send('DELETE', `/api/v1/vehicles/${id}`, { as })

/** What the row of a vehicle still tells of persons. */
async function personal(id: string): Promise<{ bytes: number; search: string; grams: number }> {
  const { rows } = await bench.pool.query<{ bytes: number; search: string; grams: number }>(
    `select length(owner_document_sealed) as bytes, search, cardinality(grams) as grams
     from service.vehicle where id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The vehicle is gone.')
  return row
}

test('a deactivated vehicle forgets its owner after the days of its account, to the day', async () => {
  const [early, late, active] = [
    await register(bench, 1, as),
    await register(bench, 2, as),
    await register(bench, 3, as),
  ]
  await bench.send('PATCH', `/api/v1/vehicles/${early}`, { as, body: { nickname: 'Carro da Ana' } })
  await remove(early)
  bench.clock.step(DAY_MS)
  await remove(late)
  bench.clock.step((KEPT_DAYS - 1) * DAY_MS)
  expect(await eraseUnusedVehicles(tools)).toBe(0)
  bench.clock.step(1)
  expect(await eraseUnusedVehicles(tools)).toBe(1)
  expect(await eraseUnusedVehicles(tools)).toBe(0)
  expect(await personal(early)).toEqual({ bytes: 0, search: '', grams: 0 })
  expect((await personal(late)).bytes).toBeGreaterThan(0)
  expect((await personal(active)).bytes).toBeGreaterThan(0)
  const { plate, renavam } = newVehicle(1)
  expect(await read(early)).toMatchObject({
    plate,
    renavam,
    nickname: '',
    owner_document_masked: '***',
    is_active: false,
  })
  expect(JSON.stringify(await read(active))).toContain('***.982.247-**')
})

test('each account has days of its own, within bounds that are told', async () => {
  const id = await register(bench, 11, as)
  await remove(id)
  await setPersonalDataDays(db, { account: as.accountId, days: 2 })
  bench.clock.step(2 * DAY_MS + 1)
  expect(await eraseUnusedVehicles(tools)).toBe(1)
  expect((await personal(id)).bytes).toBe(0)
  for (const days of [0, -1, 1.5, 3_651, Number.NaN]) {
    const refused = setPersonalDataDays(db, { account: as.accountId, days })
    await expect(refused).rejects.toThrow(Failure)
  }
})

test('more vehicles than a batch holds are all erased', async () => {
  await remove(await register(bench, 21, as))
  const many = 1_203
  await bench.pool.query(
    `insert into service.vehicle (id, brand_id, account_id, plate, renavam, uf, nickname,
       owner_document_sealed, owner_document_masked, is_active, created_at, changed_at, search, grams)
     select gen_random_uuid(), brand_id, account_id, 'AAA' || to_char(n, 'FM0000'), renavam, uf, '',
       'x', 'x', false, created_at, changed_at, '', '{}'
     from service.vehicle, generate_series(1, $2) as n where account_id = $1`,
    [as.accountId, many],
  )
  bench.clock.step(KEPT_DAYS * DAY_MS + 1)
  expect(await eraseUnusedVehicles(tools)).toBe(many + 1)
})

test('a question that is under way about an erased vehicle fails, and is asked of nobody', async () => {
  const id = await register(bench, 31, as)
  const opened = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`, { as })
  await setAccountActive(db, { account: as.accountId, isActive: false })
  await eraseAccount(tools, { account: as.accountId })
  await setAccountActive(db, { account: as.accountId, isActive: true })
  const asked = `/api/v1/consultations/${String(opened.body['id'])}`
  expect((await bench.send('GET', asked, { as })).body).toMatchObject({
    status: 'failed',
    error_title: 'Dados apagados',
  })
  expect(await read(id)).toMatchObject({ is_active: false })
})

test('an account is erased once it is deactivated, and no other with it', async () => {
  const id = await register(bench, 41, as)
  const neighbour = await bench.tenant('neighbour')
  const kept = await register(bench, 41, neighbour)
  await expect(eraseAccount(tools, { account: as.accountId })).rejects.toThrow(/deactivate/)
  expect((await personal(id)).bytes).toBeGreaterThan(0)
  await setAccountActive(db, { account: as.accountId, isActive: false })
  expect(await eraseAccount(tools, { account: as.accountId })).toMatchObject({ erased: 1 })
  expect(await eraseAccount(tools, { account: as.accountId })).toMatchObject({ erased: 0 })
  expect(await personal(id)).toEqual({ bytes: 0, search: '', grams: 0 })
  expect((await personal(kept)).bytes).toBeGreaterThan(0)
  await expect(
    bench.pool.query('update service.vehicle set is_active = true where id = $1', [id]),
  ).rejects.toThrow(/erased_leaves_nothing/)
})

test('a reply that was kept for an Idempotency-Key ends with the data that it tells', async () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { ...newVehicle(51), nickname: 'Fulano de Tal' }
  const post = () => bench.send('POST', '/api/v1/vehicles', { as, headers, body })
  const id = String((await post()).body['id'])
  await setAccountActive(db, { account: as.accountId, isActive: false })
  await eraseAccount(tools, { account: as.accountId })
  await setAccountActive(db, { account: as.accountId, isActive: true })
  bench.clock.step(2 * MINUTE_MS)
  const again = await post()
  expect([again.status, again.body['id'], again.body['nickname']]).toEqual([201, id, ''])
  bench.clock.step(DAY_MS)
  await eraseUnusedVehicles(tools)
  expect((await bench.pool.query('select key from service.idempotent_call')).rows).toEqual([])
})
