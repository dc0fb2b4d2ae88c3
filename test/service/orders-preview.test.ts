/** The checkout preview over real HTTP: an order's rules and sums, and no order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import { expectContract } from './support/expect-contract.ts'
import { consulted } from './support/fleet.ts'
import { type Answer, type Bench, openBench } from './support/open-service.ts'
import { asOrder, free } from './support/ordering.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { consultationsPerHour: 10_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const isFree = (items: readonly DebtItem[]): boolean => items.some(free)

test('a preview costs what the order will, and makes none', async () => {
  const as = await bench.tenant('preview')
  const { consultation } = await consulted(bench, isFree, as)
  const item = consultation.items.find(free)
  const body = { debt_item_ids: [item?.id] }
  const preview = await bench.send('POST', '/api/v1/checkout/preview', { as, body })
  expectContract(api.previewCheckout, preview)
  const grid = preview.body['installments'] as { installments: number; total_amount: string }[]
  expect(grid.map((row) => row.installments)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
  expect(grid[0]?.total_amount).toBe(preview.body['total_amount'])
  expect((await bench.send('GET', '/api/v1/orders', { as })).body['count']).toBe(0)
  const order = { debt_item_ids: [item?.id], method: 'pix' }
  const made = asOrder(await bench.send('POST', '/api/v1/orders', { as, body: order }))
  expect(preview.body).toMatchObject({
    debts_amount: made.debts_amount,
    service_fee: made.service_fee,
    total_amount: made.total_amount,
  })
})

test('a preview has instalments for a card alone, and refuses what an order would', async () => {
  const { consultation } = await consulted(bench, (items) => items.some((item) => item.depends_on))
  const alone = consultation.items.find((item) => item.depends_on)
  const partner = consultation.items.find((item) => item.id === alone?.depends_on)
  const preview = async (
    ids: readonly (string | undefined)[],
    method?: string,
  ): Promise<Answer> => {
    const body = { debt_item_ids: ids, ...(method === undefined ? {} : { method }) }
    return await bench.send('POST', '/api/v1/checkout/preview', { body })
  }
  const both = [alone?.id, partner?.id]
  for (const [method, rows] of [
    ['pix', 1],
    ['boleto', 1],
    ['credit_card', 12],
  ] as const) {
    const answer = await preview(both, method)
    expectContract(api.previewCheckout, answer)
    const grid = answer.body['installments'] as { total_amount: string }[]
    expect([method, grid.length]).toEqual([method, rows])
    expect(grid[0]?.total_amount).toBe(answer.body['total_amount'])
    const lonely = await preview([alone?.id], method)
    expect([lonely.status, String(lonely.body['detail'])]).toEqual([
      422,
      expect.stringContaining(partner?.id ?? ''),
    ])
  }
  const unknown = bench.random.uuid()
  const missing = await preview([unknown])
  expect([missing.status, String(missing.body['detail']).includes(unknown)]).toEqual([422, true])
  expect((await preview(both, 'cash')).status).toBe(400)
})
