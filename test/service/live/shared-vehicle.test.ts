/** One vehicle of several accounts, which they share at the service behind. */
import { expect, test } from 'vitest'
import { ask, consult, newVehicle, readOnce, readOut, register } from '../support/fleet.ts'
import { facts, soundNumbers } from './sound-vehicles.ts'
import { openChain } from './open-chain.ts'
import { forFile } from '../../support/for-file.ts'

const chain = await forFile(openChain())

const another = soundNumbers()

test('tenants in front stay apart, though they share one account behind', async () => {
  const stranger = await chain.front.tenant('stranger')
  const number = another()
  const mine = await register(chain.front, number)
  const theirs = await register(chain.front, number, stranger)
  const own = await consult(chain.front, mine)
  const foreign = await consult(chain.front, theirs, stranger)
  expect(foreign.items.map(facts)).toEqual(own.items.map(facts))
  const path = `/api/v1/consultations/${foreign.id}`
  expect((await chain.front.send('GET', path)).status).toBe(404)
  expect((await chain.front.send('GET', `/api/v1/vehicles/${theirs}`)).status).toBe(404)
  const body = { debt_item_ids: [foreign.items[0]?.id ?? own.id], method: 'pix' }
  expect((await chain.front.send('POST', '/api/v1/orders', { body })).status).toBe(422)
})

test('who waits for room gets no answer about what another account makes of the vehicle', async () => {
  const { front, wire } = chain
  const stranger = await front.tenant('mistyping')
  const number = another()
  const mine = await register(front, number)
  const own = (await consult(front, mine)).items.map(facts)
  const { uf, ...vehicle } = newVehicle(number)
  const body = { ...vehicle, plate: 'QRS2T34', uf: uf === 'RJ' ? 'MG' : 'RJ' }
  const theirs = await front.send('POST', '/api/v1/vehicles', { as: stranger, body })
  const full = { status: 429, body: { detail: '' }, headers: { 'retry-after': '60' } }
  wire.next(/^POST .*consultations/, { fate: 'say', ...full })
  const asked = await ask(front, mine)
  expect((await readOnce(front, asked)).status).toBe('pending')
  const foreign = await consult(front, String(theirs.body['id']), stranger)
  expect(foreign.items.map(facts)).not.toEqual(own)
  expect((await readOut(front, asked)).items.map(facts)).toEqual(own)
})

test('an answer about another plate is not used, and the vehicle is asked about again', async () => {
  const vehicle = await register(chain.front, another())
  const before = chain.wire.count(/^POST .*consultations/)
  const other = { fate: 'bend', body: { plate: 'QRS2T34' } } as const
  chain.wire.next(/^GET .*\/consultations\/[0-9a-f-]{36}$/, other)
  expect((await consult(chain.front, vehicle)).status).toBe('ready')
  expect(chain.wire.count(/^POST .*consultations/) - before).toBe(2)
})
