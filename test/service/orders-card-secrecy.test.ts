/** A card is in no table, log line, error or reply, however its payment ends. */
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openLog } from '../../src/log.ts'
import type { Bench } from './support/open-service.ts'
import { openBench } from './support/open-service.ts'
import { orderOf } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'

const NUMBERS = ['4111111111111111', '4000000000009995', '4000000000003220', '4929000012345677']
const HOLDER = 'CANARIO PORTADOR'
const EXPIRY = '09/31'
const CVC = '7391'

test('a card is in no table, log line, error or reply, however its payment ends', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const bugs: unknown[] = []
  const payments = scriptedPayments()
  const log = openLog('trace', sink)
  await using bench = await openBench({ payments, log, onBug: (error) => bugs.push(error) })
  const replies: string[] = []
  const pay = async (orderId: string, number: string, more: object = {}) => {
    const body = { holder_name: HOLDER, number, expiry: EXPIRY, cvc: CVC, ...more }
    const answer = await bench.send('POST', `/api/v1/orders/${orderId}/pay-card`, { body })
    replies.push(answer.text + JSON.stringify([...answer.headers]))
    return answer.status
  }
  for (const number of NUMBERS) {
    const { order } = await orderOf(bench, 'credit_card')
    const statuses = [await pay(order.id, number, { cvc: '739' }), await pay(order.id, number)]
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await pay(order.id, number, { expiry: number })).toBe(400)
    expect(await pay(order.id, number, { [number]: CVC })).toBe(400)
    expect(await pay(bench.random.uuid(), number)).toBe(404)
  }
  // A provider with a bug throws with all that it was given, and the order's charge is in doubt.
  const { order } = await orderOf(bench, 'credit_card')
  payments.script = {
    payCard: async (_charge, card) => {
      throw new Error(`Could not charge ${JSON.stringify(card)}`, { cause: card })
    },
  }
  expect(await pay(order.id, NUMBERS[0] ?? '')).toBe(500)
  expect(bugs).toHaveLength(1)
  const words = bugs.map((bug) =>
    bug instanceof Error ? `${bug.stack} ${String(bug.cause)}` : bug,
  )
  const all = [...lines, ...replies, ...words, await dump(bench)].join('\n')
  // Ids hold any four digits sooner or later.
  const shown = all.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  expect(shown).toContain(',3220,')
  const canaries = [...NUMBERS, HOLDER, EXPIRY, CVC]
  const found = canaries.flatMap(
    (each) => shown.match(new RegExp(`.{0,40}\\b${each}\\b.{0,40}`)) ?? [],
  )
  expect(found).toEqual([])
})

/** Every row of every table of the service, as text. */
async function dump(bench: Bench): Promise<string> {
  const tables = await bench.pool.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables" +
      " where table_schema not in ('pg_catalog', 'information_schema')",
  )
  expect(tables.rows.length).toBeGreaterThan(10)
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await bench.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}
