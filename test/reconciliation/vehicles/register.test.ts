import { expect, test } from 'vitest'
import { isOtherOwner } from '../../../src/fleet/other-owner.ts'
import { removeVehicles } from '../../../src/reconciliation/vehicles/remove-vehicles.ts'
import { updateVehicles } from '../../../src/reconciliation/vehicles/update-vehicles.ts'
import { ownerContext } from '../../../src/secret.ts'
import { newVehicle } from '../../service/support/fleet.ts'
import { openWorld, type RunnerTools } from './register-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openWorld())

/** The canonical CNPJ of the tests. */
const OTHER_OWNER = '11222333000181'

const numbers = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

async function facts(id: string | undefined) {
  const vehicle = await world.vehicles.byId(id ?? '')
  if (vehicle === null) throw new Error('The vehicle is not there.')
  return vehicle
}

async function timesRegistered(number: number): Promise<number> {
  const { renavam } = newVehicle(number)
  return (await world.registered()).filter((each) => each === renavam).length
}

test('a fleet is registered once, and its owners’ documents leave the ledger', async () => {
  const ids = await world.imported(numbers(0, 60))
  await world.start().registerAll()
  const vehicles = await Promise.all(ids.map(facts))
  expect(vehicles.every((vehicle) => vehicle.state === 'registered')).toBe(true)
  expect(vehicles.some((vehicle) => vehicle.ownerKept)).toBe(false)
  const registered = await world.registered()
  expect(registered).toHaveLength(60)
  await world.start().registerAll()
  expect(await world.registered()).toHaveLength(60)
  expect(await world.store.counts(world.fleetId)).toMatchObject({ register: { done: 60 } })
})

test('a stopped chunk leaves those planned that had no turn', async () => {
  await world.imported(numbers(70, 5))
  await world.start().registerAll(AbortSignal.abort())
  const { register } = await world.store.counts(world.fleetId)
  expect(register).toMatchObject({ planned: 5 })
  await world.start().registerAll()
  expect((await world.store.counts(world.fleetId)).register).not.toHaveProperty('planned')
})

test('a vehicle that is there already is adopted, and then told what the file says', async () => {
  const { plate: _, ...rest } = newVehicle(100)
  const body = { ...rest, plate: 'XYZ9A87', nickname: 'Old name' }
  const created = await world.bench.send('POST', '/api/v1/vehicles', { body })
  const [id] = await world.imported([100])
  await world.start().registerAll()
  expect(await facts(id)).toMatchObject({
    state: 'registered',
    serviceId: created.body['id'],
    remotePlate: 'XYZ9A87',
    identityTold: false,
  })
  expect(await updateVehicles(world, world.fleetId)).toBe(1)
  expect(await facts(id)).toMatchObject({ identityTold: true, identitySince: expect.any(Date) })
  const params = { vehicle_id: String(created.body['id']) }
  expect(await world.client.read('getVehicle', { params })).toMatchObject({
    plate: newVehicle(100).plate,
    nickname: 'Number 100',
  })
  expect(await updateVehicles(world, world.fleetId)).toBe(0)
})

test('one that another owner has there is known so, until somebody says otherwise', async () => {
  const body = { ...newVehicle(105), owner_document: OTHER_OWNER }
  await world.bench.send('POST', '/api/v1/vehicles', { body })
  const [id = ''] = await world.imported([105])
  await world.pool.query(`update frota.vehicle set owner_masked = '***.982.247-**' where id = $1`, [
    id,
  ])
  await world.start().registerAll()
  expect(await facts(id)).toMatchObject({ ownerMasked: '11.***.***/****-81', ownerKept: false })
  const hash = 'select owner_hash from frota.vehicle where id = $1'
  expect((await world.pool.query(hash, [id])).rows).toEqual([{ owner_hash: '' }])
  expect(await updateVehicles(world, world.fleetId)).toBe(1)
})

test.each([
  ['***.982.247-**', '***.982.247-**', false],
  ['***.982.247-**', '529.***.***-25', false],
  ['***.982.247-**', '***.982.248-**', true],
  ['***.982.247-**', '11.***.***/****-81', true],
  ['***.982.247-**', 'hidden', false],
  ['***.982.247-**', '', false],
])('%s and %s: another owner is %s', (ours, theirs, isOther) => {
  expect(isOtherOwner(ours, theirs)).toBe(isOther)
})

test('a refused vehicle keeps the service’s reason, without the document', async () => {
  const [id] = await world.imported([101])
  await world.pool.query(`update frota.vehicle set uf = 'XX' where id = $1`, [id])
  await world.start().registerAll()
  const refused = await facts(id)
  expect(refused.state).toBe('refused')
  expect(refused.refusal).toMatch(/^status 422/)
  expect(refused.refusal).not.toContain(newVehicle(101).owner_document)
})

test('a vehicle whose document was erased is not sent without it', async () => {
  const [id] = await world.imported([102])
  await world.pool.query('update frota.vehicle set owner_sealed = null where id = $1', [id])
  await world.start().registerAll()
  expect((await facts(id)).refusal).toMatch(/import the file again/)
  expect(await timesRegistered(102)).toBe(0)
})

/** A person gives one registered vehicle another owner. */
async function otherOwner(id: string, document: string): Promise<void> {
  const { renavam } = await facts(id)
  await world.vehicles.edit(id, {
    person: 'test',
    owner: {
      sealed: world.secret.seal(document, ownerContext(world.accountId, renavam)),
      hash: world.secret.blindIndex(document),
      masked: 'other mask',
      cnpj: '',
    },
  })
}

async function atService(id: string | undefined) {
  const params = { vehicle_id: (await facts(id)).serviceId ?? '' }
  return world.client.read('getVehicle', { params })
}

test('a new owner is told once, and its document leaves the ledger', async () => {
  const [id = ''] = await world.imported([110])
  await world.start().registerAll()
  const before = (await atService(id))?.owner_document_masked
  await otherOwner(id, OTHER_OWNER)
  expect((await facts(id)).ownerKept).toBe(true)
  expect(await updateVehicles(world, world.fleetId)).toBe(1)
  expect(await facts(id)).toMatchObject({ ownerKept: false, ownerMasked: 'other mask' })
  expect((await atService(id))?.owner_document_masked).not.toBe(before)
  expect(await updateVehicles(world, world.fleetId)).toBe(0)
})

test('a killed process tells the new owner again: PATCH says the same twice', async () => {
  const [id = ''] = await world.imported([111])
  await world.start().registerAll()
  await otherOwner(id, OTHER_OWNER)
  const { vehicles } = world
  const dying = { ...vehicles, markRemote: () => Promise.reject(new Error('killed')) }
  await expect(updateVehicles({ ...world, vehicles: dying }, world.fleetId)).rejects.toThrow(
    'killed',
  )
  expect((await facts(id)).ownerKept).toBe(true)
  expect(await updateVehicles(world, world.fleetId)).toBe(1)
  expect((await facts(id)).ownerKept).toBe(false)
})

test('an owner that the service refuses stays the vehicle’s trouble until it is fixed', async () => {
  const [id = ''] = await world.imported([112])
  await world.start().registerAll()
  await otherOwner(id, '11222333000180')
  expect(await updateVehicles(world, world.fleetId)).toBe(0)
  const { refusal, state, ownerKept } = await facts(id)
  expect({ state, ownerKept }).toEqual({ state: 'registered', ownerKept: true })
  expect(refusal).toMatch(/^status 422: .*owner_document/)
  expect(refusal).not.toContain('11222333000180')
  await otherOwner(id, OTHER_OWNER)
  expect(await updateVehicles(world, world.fleetId)).toBe(1)
  expect((await facts(id)).refusal).toBeNull()
})

test('a removal is asked again after a kill, and a vehicle that is gone already is removed', async () => {
  const ids = await world.imported([113, 114])
  const [id = '', gone = ''] = ids
  await world.start().registerAll()
  for (const each of ids) await world.vehicles.askRemoval(each, 'test')
  const { vehicles } = world
  const dying = { ...vehicles, markRemoved: () => Promise.reject(new Error('killed')) }
  await expect(removeVehicles({ ...world, vehicles: dying }, world.fleetId)).rejects.toThrow(
    'killed',
  )
  expect((await facts(id)).state).toBe('registered')
  await world.pool.query('update frota.vehicle set service_id = gen_random_uuid() where id = $1', [
    gone,
  ])
  expect(await removeVehicles(world, world.fleetId)).toBe(2)
  expect((await facts(id)).state).toBe('removed')
  expect((await facts(gone)).state).toBe('removed')
  expect(await world.registered()).not.toContain((await facts(id)).renavam)
  expect(await removeVehicles(world, world.fleetId)).toBe(0)
})

test('a lost answer is looked up and adopted, not sent again', async () => {
  const [id] = await world.imported([103])
  const deaf = ({ client, ...tools }: RunnerTools): RunnerTools => ({
    ...tools,
    client: {
      ...client,
      pages: client.pages.bind(client),
      call: async (operation, request, options) => {
        const result = await client.call(operation, request, options)
        if (operation !== 'createVehicle') return result
        return { outcome: 'in-doubt', why: 'the connection was reset' }
      },
    },
  })
  await world.start(deaf).registerAll()
  expect(await world.store.counts(world.fleetId)).toMatchObject({ register: { 'in-doubt': 1 } })
  await world.start().registerAll()
  expect((await facts(id)).state).toBe('registered')
  expect(await timesRegistered(103)).toBe(1)
})

test('twins of somebody else: the oldest is the one in use', async () => {
  const [id] = await world.imported([104])
  const { renavam } = newVehicle(104)
  const pages: RunnerTools['client']['pages'] = async function* (operation, request) {
    for await (const page of world.client.pages(operation, request)) yield page
    const twin = (created_at: string, name: string) => {
      const id = `00000000-0000-4000-8000-0000000000${name}`
      const mask = { owner_document_masked: '***' }
      return { id, renavam, plate: 'AAA0A00', uf: 'SP', nickname: '', created_at, ...mask }
    }
    yield [twin('2026-02-01T00:00:00Z', '02'), twin('2026-01-01T00:00:00Z', '01')] as never
  }
  const seeingTwins = ({ client, ...tools }: RunnerTools): RunnerTools => ({
    ...tools,
    client: { ...client, call: client.call.bind(client), pages },
  })
  await world.start(seeingTwins).registerAll()
  expect((await facts(id)).serviceId).toBe('00000000-0000-4000-8000-000000000001')
})

/** Tools of a process that dies at the given call of any of them; nothing happens after that. */
function mortal(dies: number) {
  let calls = 0
  const wrap = <Tool extends object>(tool: Tool): Tool =>
    new Proxy(tool, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'pages') return value.bind(target)
        return async (...parameters: unknown[]) => {
          calls += 1
          if (calls > dies) throw new Error('killed before')
          const result: unknown = await Reflect.apply(value, target, parameters)
          if (calls >= dies) throw new Error('killed after')
          return result
        }
      },
    })
  return {
    calls: () => calls,
    wrap: ({ store, client, vehicles, journal }: RunnerTools): RunnerTools => ({
      store: wrap(store),
      client: wrap(client),
      vehicles: wrap(vehicles),
      journal: wrap(journal),
    }),
  }
}

/** Ten look-ups without a trace, and one more request, end any doubt. */
const STARTS_MAX = 12

test('killed at any point, the next starts register every vehicle once', async () => {
  const from = 200
  let survived = 0
  for (let dies = 1; survived === 0; dies += 1) {
    const fleet = numbers(from + dies * 2, 2)
    const ids = await world.imported(fleet)
    const { wrap, calls } = mortal(dies)
    await world
      .start(wrap)
      .registerAll()
      .catch(() => undefined)
    if (calls() < dies) survived = dies
    await world.store.recover({ everything: true, lookUpInMs: 0 })
    for (let start = 0; start < STARTS_MAX; start += 1) await world.start().registerAll()
    expect(await Promise.all(ids.map(async (id) => (await facts(id)).state))).toEqual([
      'registered',
      'registered',
    ])
  }
  expect(survived).toBeGreaterThan(10)
  const registered = await world.registered()
  expect(new Set(registered).size).toBe(registered.length)
})
