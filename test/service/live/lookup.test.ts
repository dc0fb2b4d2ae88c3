/** Consultations that a live service has answered by another one, over real HTTP. */
import { expect, test } from 'vitest'
import type { DebtItem } from '../../../src/contract/debt-item.ts'
import { lookupFailure } from '../../../src/service/simulation/lookup-failure.ts'
import { ask, consult, newVehicle, readOnce, readOut, register } from '../support/fleet.ts'
import { MINUTE_MS } from '../support/open-service.ts'
import { owing } from '../support/ordering.ts'
import { facts, soundNumbers, TODAY } from './sound-vehicles.ts'
import { openChain, rowsBehind } from './open-chain.ts'
import { forFile } from '../../support/for-file.ts'

const CPF = newVehicle(1).owner_document

const chain = await forFile(openChain())

const another = soundNumbers()

const readPlate = async (id: string): Promise<string> => (await readOnce(chain.front, id)).plate

/** A question that is recorded and not sent yet, and how many the service behind knows. */
async function asked(): Promise<{ id: string; before: number }> {
  const id = await ask(chain.front, await register(chain.front, another()))
  return { id, before: await rowsBehind(chain, 'consultation') }
}

test('the debts are those of the service behind, under ids of our own', async () => {
  const { consultation, vehicleId, number } = await owing(chain.front)
  const { renavam } = newVehicle(number)
  const found = await chain.back.send('GET', `/api/v1/vehicles?q=${renavam}`)
  const [theirs] = found.body['results'] as { id: string; plate: string }[]
  const path = `/api/v1/vehicles/${theirs?.id}/consultations/latest`
  const items = (await chain.back.send('GET', path)).body['items'] as DebtItem[]
  expect(consultation.items.map(facts)).toEqual(items.map(facts))
  const at = (all: readonly DebtItem[]) =>
    all.map((item) => all.findIndex(({ id }) => id === item.depends_on))
  expect(at(consultation.items)).toEqual(at(items))
  const ids = new Set(items.map(({ id }) => id))
  expect(consultation.items.filter(({ id }) => ids.has(id))).toEqual([])
  const vehicle = await chain.front.send('GET', `/api/v1/vehicles/${vehicleId}`)
  expect(vehicle.body).toMatchObject({
    latest_consultation_status: 'ready',
    open_debts_amount: consultation.total_amount,
  })
})

test('a failed consultation keeps the words of the service behind', async () => {
  const failing = Array.from({ length: 900 }, (_, index) => 100 + index).find(
    (each) => lookupFailure(1, newVehicle(each), TODAY) !== null,
  )
  const number = failing ?? 0
  const failure = lookupFailure(1, newVehicle(number), TODAY)
  const read = await consult(chain.front, await register(chain.front, number))
  expect(read).toMatchObject({
    status: 'failed',
    stage: 'failed',
    error_code: failure?.code,
    error_title: failure?.title,
    error_message: failure?.message,
    error_action: failure?.action,
  })
})

test('while one reader asks, the others answer what is known', async () => {
  const number = another()
  const vehicle = await register(chain.front, number)
  const id = await ask(chain.front, vehicle)
  const before = await rowsBehind(chain, 'consultation')
  const held = Promise.withResolvers<void>()
  chain.wire.next(/^POST .*consultations/, { fate: 'hold', until: held.promise })
  let answered = 0
  const reads = Array.from({ length: 6 }, async () => {
    const read = await readOnce(chain.front, id)
    answered += 1
    if (answered === 5) held.resolve()
    return read.status
  })
  expect(await Promise.all(reads)).toEqual(Array(6).fill('pending'))
  expect(chain.wire.count(new RegExp(`GET .*q=${newVehicle(number).renavam}`))).toBe(1)
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
  expect((await readOut(chain.front, id)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
})

test('a reader that vanished while it asked costs a wait, and no second question', async () => {
  const { id, before } = await asked()
  chain.wire.next(/^GET .*consultations\/latest/, { fate: 'cut' })
  await readOnce(chain.front, id)
  // What a crash leaves: the question is there, and this side still stands before it.
  const q = `/api/v1/vehicles?q=${(await readPlate(id)).slice(0, 7)}`
  const [theirs] = (await chain.back.send('GET', q)).body['results'] as { id: string }[]
  await chain.back.send('POST', `/api/v1/vehicles/${theirs?.id}/consultations`)
  chain.front.clock.step(MINUTE_MS)
  expect((await readOut(chain.front, id)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
})

test('a question that arrives late is waited for, and not asked again meanwhile', async () => {
  const { id, before } = await asked()
  const late = Promise.withResolvers<void>()
  chain.wire.next(/^POST .*consultations/, { fate: 'late', until: late.promise })
  for (let reads = 0; reads < 3; reads++) {
    await readOnce(chain.front, id)
    chain.front.clock.step(5_000)
  }
  late.resolve()
  await Promise.all(chain.wire.late)
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
  expect((await readOut(chain.front, id)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
})

test('one that arrives while its repetition finds no room is not asked again', async () => {
  const { id, before } = await asked()
  const late = Promise.withResolvers<void>()
  const full = { status: 429, body: { detail: '' }, headers: { 'retry-after': '60' } }
  chain.wire.next(/^POST .*consultations/, { fate: 'late', until: late.promise })
  await readOnce(chain.front, id)
  chain.wire.next(/^POST .*consultations/, { fate: 'say', ...full })
  chain.front.clock.step(2 * MINUTE_MS)
  await readOnce(chain.front, id)
  late.resolve()
  await Promise.all(chain.wire.late)
  expect((await readOut(chain.front, id)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
})

test('an answer about another vehicle or consultation is none, and the log says so', async () => {
  const vehicle = await register(chain.front, another())
  const before = await rowsBehind(chain, 'consultation')
  const body = { status: 'failed', vehicle_id: vehicle, id: vehicle }
  chain.wire.next(/^POST .*consultations$/, { fate: 'bend', body })
  chain.wire.next(/^GET .*consultations\/latest$/, { fate: 'bend', body }, 2)
  chain.wire.next(/^GET .*consultations\/[0-9a-f-]{36}$/, { fate: 'bend', body }, 2)
  expect((await consult(chain.front, vehicle)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
  expect(chain.logged()).toMatch(/is about another: vehicle_id:[^]*is about another: id:/)
})

test('a lost answer to the question is found, and never asked again', async () => {
  const vehicle = await register(chain.front, another())
  const before = await rowsBehind(chain, 'consultation')
  chain.wire.next(/^POST .*consultations/, { fate: 'lose' })
  expect((await consult(chain.front, vehicle)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
})

test('a question that never arrived is asked again after a while', async () => {
  const vehicle = await register(chain.front, another())
  const before = await rowsBehind(chain, 'consultation')
  chain.wire.next(/^POST .*consultations/, { fate: 'cut' })
  expect((await consult(chain.front, vehicle)).status).toBe('ready')
  expect(await rowsBehind(chain, 'consultation')).toBe(before + 1)
})

test('a lost answer to the registration makes no second vehicle', async () => {
  const vehicle = await register(chain.front, another())
  const before = await rowsBehind(chain, 'vehicle')
  chain.wire.next(/^POST .*vehicles$/, { fate: 'lose' })
  expect((await consult(chain.front, vehicle)).status).toBe('ready')
  expect(await rowsBehind(chain, 'vehicle')).toBe(before + 1)
})

test('a service behind that is down for a while delays the answer and no more', async () => {
  const vehicle = await register(chain.front, another())
  chain.wire.isDown = true
  const id = await ask(chain.front, vehicle)
  for (let minutes = 0; minutes < 5; minutes++) {
    expect(await readOnce(chain.front, id)).toMatchObject({ status: 'pending', stage: 'queued' })
    chain.front.clock.step(MINUTE_MS)
  }
  chain.wire.isDown = false
  expect((await readOut(chain.front, id)).status).toBe('ready')
})

test('a service behind that stays down fails the question after a quarter of an hour', async () => {
  const vehicle = await register(chain.front, another())
  chain.wire.isDown = true
  const read = await consult(chain.front, vehicle)
  chain.wire.isDown = false
  expect(read).toMatchObject({ status: 'failed', error_code: 'provider_unavailable' })
  for (const words of [read.error_title, read.error_message, read.error_action]) {
    expect(words).toMatch(/\p{L}{3}/u)
  }
})

test('one read of a long list asks about a few, and the next reads about the rest', async () => {
  const { front, wire } = chain
  for (let count = 0; count < 12; count++) {
    await ask(front, await register(front, another()))
  }
  const before = wire.count(/^POST .*consultations/)
  await front.send('GET', '/api/v1/vehicles')
  expect(wire.count(/^POST .*consultations/) - before).toBe(8)
  for (let reads = 0; reads < 6; reads++) {
    await front.send('GET', '/api/v1/vehicles/summary')
    front.clock.step(MINUTE_MS)
  }
  expect(wire.count(/^POST .*consultations/) - before).toBe(12)
  expect((await front.send('GET', '/api/v1/vehicles?status=pending')).body['count']).toBe(0)
})

test('a vehicle that changed here is corrected there before it is asked about', async () => {
  const number = another()
  const vehicle = await register(chain.front, number)
  await consult(chain.front, vehicle)
  const body = { plate: 'QRS2T34', uf: 'MG' }
  await chain.front.send('PATCH', `/api/v1/vehicles/${vehicle}`, { body })
  await consult(chain.front, vehicle)
  const found = await chain.back.send('GET', `/api/v1/vehicles?q=${newVehicle(number).renavam}`)
  expect(found.body['results']).toMatchObject([body])
})

test('an owner who changed here is told there before the vehicle is asked about', async () => {
  const number = another()
  const vehicle = await register(chain.front, number)
  await consult(chain.front, vehicle)
  const body = { owner_document: '11.222.333/0001-81' }
  await chain.front.send('PATCH', `/api/v1/vehicles/${vehicle}`, { body })
  const changes = () => chain.wire.count(/^PATCH /)
  const before = changes()
  await consult(chain.front, vehicle)
  await consult(chain.front, vehicle)
  expect(changes() - before).toBe(1)
  const found = await chain.back.send('GET', `/api/v1/vehicles?q=${newVehicle(number).renavam}`)
  expect(found.body['results']).toMatchObject([{ owner_document_masked: '11.***.***/****-81' }])
})

test('a vehicle that was deactivated there is registered again', async () => {
  const number = another()
  const vehicle = await register(chain.front, number)
  await consult(chain.front, vehicle)
  const q = `/api/v1/vehicles?q=${newVehicle(number).renavam}`
  const [theirs] = (await chain.back.send('GET', q)).body['results'] as { id: string }[]
  await chain.back.send('DELETE', `/api/v1/vehicles/${theirs?.id}`)
  expect((await consult(chain.front, vehicle)).status).toBe('ready')
})

test('the owner is told to the service behind, and to nobody else', async () => {
  const vehicle = await register(chain.front, another())
  chain.wire.next(/^POST .*vehicles$/, {
    fate: 'say',
    status: 422,
    body: { detail: `Campo 'owner_document': ${CPF} não serve.` },
  })
  const read = await consult(chain.front, vehicle)
  expect(read.error_code).toBe('provider_refused_vehicle')
  expect(read.error_message).toContain("campo 'owner_document'")
  expect(JSON.stringify(read)).not.toContain(CPF)
  expect(chain.logged()).toContain('createConsultation')
  expect(chain.logged()).not.toContain(CPF)
  expect(chain.logged()).not.toContain(chain.back.own.apiKey)
})
