/** What can still be paid of a vehicle that was deactivated: all that it owes. */
import { expect, test } from 'vitest'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import { asConsultation, consulted, newVehicle } from './support/fleet.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, free, readOrder } from './support/ordering.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench())

const isFree = (items: readonly DebtItem[]): boolean => items.some(free)

async function deactivated(): Promise<{ vehicleId: string; number: number; ids: string[] }> {
  const { vehicleId, number, consultation } = await consulted(bench, isFree)
  const gone = await bench.send('DELETE', `/api/v1/vehicles/${vehicleId}`)
  expect(gone.status).toBe(204)
  return { vehicleId, number, ids: consultation.items.filter(free).map(({ id }) => id) }
}

test('debts of a deactivated vehicle are ordered, paid and settled: they are still owed', async () => {
  const { vehicleId, ids } = await deactivated()
  const at = `/api/v1/vehicles/${vehicleId}`
  const owed = Number((await bench.send('GET', at)).body['open_debts_count'])
  const body = { debt_item_ids: ids.slice(0, 1) }
  const preview = await bench.send('POST', '/api/v1/checkout/preview', { body })
  expect(preview.status).toBe(200)
  const made = await bench.send('POST', '/api/v1/orders', { body: { ...body, method: 'pix' } })
  expect([made.status, made.body['vehicle_id']]).toEqual([201, vehicleId])
  bench.clock.step(MINUTE_MS)
  const { id } = asOrder(made)
  expect((await bench.send('POST', `/api/v1/orders/${id}/simulate-pix`)).status).toBe(200)
  bench.clock.step(24 * 60 * MINUTE_MS)
  expect((await readOrder(bench, id)).status).toBe('settled')
  const after = await bench.send('GET', at)
  expect(after.body).toMatchObject({ is_active: false, open_debts_count: owed - 1 })
})

test('an order that was open when its vehicle was deactivated goes on', async () => {
  const { vehicleId, consultation } = await consulted(bench, isFree)
  const ids = consultation.items.filter(free).map((item) => item.id)
  const body = { debt_item_ids: ids.slice(0, 1), method: 'pix' }
  const { id } = asOrder(await bench.send('POST', '/api/v1/orders', { body }))
  await bench.send('DELETE', `/api/v1/vehicles/${vehicleId}`)
  bench.clock.step(MINUTE_MS)
  const paid = await bench.send('POST', `/api/v1/orders/${id}/simulate-pix`)
  expect([paid.status, paid.body['status']]).toEqual([200, 'paid'])
  const listed = await bench.send('GET', `/api/v1/orders?vehicle_id=${vehicleId}`)
  expect(listed.body['count']).toBe(1)
})

test('a question that was asked before its vehicle was deactivated is answered', async () => {
  const { vehicleId } = await consulted(bench, isFree)
  const asked = await bench.send('POST', `/api/v1/vehicles/${vehicleId}/consultations`)
  await bench.send('DELETE', `/api/v1/vehicles/${vehicleId}`)
  bench.clock.step(MINUTE_MS)
  const path = `/api/v1/consultations/${String(asked.body['id'])}`
  const answer = asConsultation((await bench.send('GET', path)).body)
  expect(['ready', 'failed']).toContain(answer.status)
  const history = await bench.send('GET', `/api/v1/vehicles/${vehicleId}/consultations`)
  expect(history.body['count']).toBe(2)
})

test('a vehicle that was registered again shares nothing with its old record', async () => {
  const { vehicleId, number, ids } = await deactivated()
  const again = await bench.send('POST', '/api/v1/vehicles', { body: newVehicle(number) })
  expect(again.body).toMatchObject({ consultations_count: 0, open_debts_count: 0 })
  const body = { debt_item_ids: ids.slice(0, 1), method: 'pix' }
  const made = await bench.send('POST', '/api/v1/orders', { body })
  expect(made.body['vehicle_id']).toBe(vehicleId)
})
