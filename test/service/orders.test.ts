/** Orders by Pix in depth: late codes, many payers, settlements, the end, the day of the filters. */
import { expect, test } from 'vitest'
import { parsePixCode } from '../../src/fleet/pix-code.ts'
import { consult, consulted } from './support/fleet.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, cents, free, latest, orderOf, readOrder } from './support/ordering.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(
  openBench({
    pixExpiresAfterMs: 10 * MINUTE_MS,
    settlementDelay: { minMs: MINUTE_MS, maxMs: MINUTE_MS },
  }),
)

const simulate = (id: string, as = bench.own) =>
  bench.send('POST', `/api/v1/orders/${id}/simulate-pix`, { as })

test('a Pix code may be late, and shows that nobody can pay it', async () => {
  const late: boolean[] = []
  for (let tries = 0; tries < 60 && !(late.includes(true) && late.includes(false)); tries++) {
    const { order } = await orderOf(bench, 'pix')
    late.push(latest(order).pix_copy_paste === '')
    expect(latest(order).pix_expires_at === null).toBe(late.at(-1))
    bench.clock.step(2_000)
    const shown = latest(await readOrder(bench, order.id))
    const code = parsePixCode(shown.pix_copy_paste ?? '')
    expect(code.ok && code.value.amountCents).toBe(cents(order.total_amount))
    expect(code.ok && code.value.key).toContain('SIMULADO')
    expect(shown.pix_expires_at).not.toBeNull()
  }
  expect(new Set(late)).toEqual(new Set([true, false]))
})

test('a paid order is settling for a while, and the next answer lacks its debt', async () => {
  const { order, items } = await orderOf(bench, 'pix')
  const before = await consultedItems(order.vehicle_id)
  bench.clock.step(10_000)
  await simulate(order.id)
  bench.clock.step(MINUTE_MS)
  const settling = await readOrder(bench, order.id)
  expect(settling).toMatchObject({ status: 'settling', settled_at: null })
  expect(settling.items).toMatchObject([{ settlement_status: 'settling' }])
  bench.clock.step(MINUTE_MS)
  expect((await readOrder(bench, order.id)).status).toBe('settled')
  const { items: next } = await consult(bench, order.vehicle_id)
  const same = ({ description }: { description?: string }) => description === items[0]?.description
  expect(next.filter(same)).toHaveLength(before.filter(same).length - 1)
})

async function consultedItems(vehicleId: string): Promise<{ description?: string }[]> {
  const path = `/api/v1/vehicles/${vehicleId}/consultations/latest`
  return (await bench.send('GET', path)).body['items'] as { description: string }[]
}

test('two orders of one vehicle that settle at once both leave what it owes', async () => {
  const { vehicleId, consultation } = await consulted(
    bench,
    (items) => items.filter(free).length >= 4,
  )
  const items = consultation.items.filter(free).slice(0, 4)
  const ids = await Promise.all(
    items.map(async ({ id }) => {
      const body = { debt_item_ids: [id], method: 'pix' }
      return asOrder(await bench.send('POST', '/api/v1/orders', { body })).id
    }),
  )
  bench.clock.step(10_000)
  for (const id of ids) await simulate(id)
  bench.clock.step(5 * MINUTE_MS)
  const reads = await Promise.all(ids.map((id) => readOrder(bench, id)))
  expect(reads.map(({ status }) => status)).toEqual(items.map(() => 'settled'))
  const vehicle = await bench.send('GET', `/api/v1/vehicles/${vehicleId}`)
  expect(vehicle.body['open_debts_count']).toBe(consultation.items.length - 4)
})

test('twenty payers of one order pay it once', async () => {
  const { order } = await orderOf(bench, 'pix')
  bench.clock.step(10_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => simulate(order.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('a day of the filters begins at midnight in São Paulo', async () => {
  const as = await bench.tenant('midnight')
  bench.clock.step(Date.parse('2026-12-02T01:59:00Z') - bench.clock.now())
  // 22:59 on the first of December in São Paulo, and already the second in UTC.
  const { order } = await orderOf(bench, 'pix', { as })
  const isFound = async (query: string): Promise<boolean> => {
    const { text } = await bench.send('GET', `/api/v1/orders?${query}`, { as })
    return text.includes(order.id)
  }
  expect(await isFound('created_after=2026-12-01&created_before=2026-12-01')).toBe(true)
  expect(await isFound('created_after=2026-12-02')).toBe(false)
  expect(await isFound('created_before=2026-11-30')).toBe(false)
})
