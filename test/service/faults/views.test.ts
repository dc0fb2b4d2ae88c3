/** Words, shapes and codes that a client must not trust, shown by plate and by file. */
import { describe, expect, test } from 'vitest'
import { parsePixCode } from '../../../src/fleet/pix-code.ts'
import { openTheatre, scenarioFile, type Stage } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

type Body = Record<string, unknown>

const theatre = await forFile(openTheatre())
const byFile = await theatre.under(scenarioFile('unfamiliar.json'))

/** The order as it is answered, listed, and read by its id once its code is there. */
async function ordered(stage: Stage, prefix: string): Promise<{ all: Body[]; read: Body }> {
  const { vehicleId, payable } = await stage.consulted(prefix)
  const order = { debt_item_ids: payable.slice(0, 1), method: 'pix' }
  const made = await stage.send('POST', '/api/v1/orders', order)
  expect(made.status).toBe(201)
  theatre.bench.clock.step(60_000)
  const listed = await stage.send('GET', `/api/v1/orders?vehicle_id=${vehicleId}`)
  const read = await stage.send('GET', `/api/v1/orders/${String(made.body['id'])}`)
  return { all: [made.body, ...(listed.body['results'] as Body[]), read.body], read: read.body }
}

describe.each([
  { way: 'range', prefix: 'ZZS', cents: 1 },
  { way: 'file', prefix: 'QFC', cents: 250 },
])('$prefix', ({ way, prefix, cents }) => {
  test('a total is not the sum, wherever the order is shown', async () => {
    const stage =
      way === 'range' ? theatre.plain : await theatre.under(scenarioFile('amounts.json'))
    const { all } = await ordered(stage, prefix)
    const excess = all.map(
      (order) =>
        Math.round(Number(order['total_amount']) * 100) -
        Math.round(Number(order['debts_amount']) * 100) -
        Math.round(Number(order['service_fee']) * 100),
    )
    expect(excess).toEqual([cents, cents, cents])
  })
})

test('a status that nobody knows, in one operation only', async () => {
  const { all, read } = await ordered(byFile, 'QHC')
  expect(read['status']).toBe('under_review')
  expect(all.map((order) => order['status']).slice(0, 2)).toEqual([
    'awaiting_payment',
    'awaiting_payment',
  ])
})

test('kinds that nobody knows, stored as they are', async () => {
  const { consultation, consultationId } = await byFile.consulted('QHD')
  const kinds = (consultation['items'] as Body[]).map((item) => item['kind'])
  expect(new Set(kinds)).toEqual(new Set(['toll']))
  const sql = 'SELECT 1 FROM service.debt_item WHERE consultation_id = $1 AND kind = $2'
  expect((await theatre.bench.pool.query(sql, [consultationId, 'toll'])).rows).toEqual([])
})

const codeOf = (order: Body): string => String((order['latest_attempt'] as Body)['pix_copy_paste'])

test('a Pix code whose check value is wrong', async () => {
  const { read } = await ordered(byFile, 'QHE')
  expect(parsePixCode(codeOf(read))).toEqual({ ok: false, code: 'pix-crc' })
})

test('a Pix code that reads well and asks for more than the total', async () => {
  const { read } = await ordered(byFile, 'QHF')
  const parsed = parsePixCode(codeOf(read))
  const total = BigInt(String(read['total_amount']).replace('.', ''))
  expect(parsed).toMatchObject({ ok: true, value: { amountCents: total + 1n } })
})
