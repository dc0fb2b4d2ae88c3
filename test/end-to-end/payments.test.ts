/** Boletos, from the sheet to the report; and what an earlier version left of cards. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseBoleto } from '../../src/fleet/boleto.ts'
import { ANY_AMOUNT, OWING, plantedSheet } from '../support/planted-fleet.ts'
import { openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

/** One of them has an approved card proposal, the next a card payment in doubt. */
const BOLETO_ROWS = 4
/** Five starts, on a machine that may have other work. */
const NEEDS_PERSON = 20

let planId: string
let paymentId: string

const world = await forFile(openWorld({ LOG_LEVEL: 'warn' }))
const [heading, ...rows] = plantedSheet(Array.from({ length: BOLETO_ROWS }, () => OWING))
const sheet = join(world.dir, 'boleto.csv')
await writeFile(sheet, [heading, ...rows, ''].join('\n'))
const ordering = ['--order-method', 'boleto', '--approve-up-to', ANY_AMOUNT]
const boletos = await world.run(['reconcile', sheet, ...ordering])
// Before the simulated payers come.
const open = await world.query(
  `select boleto_line, boleto_barcode, total_cents
     from frota.payment_order where method = 'boleto' and gate = 'open'`,
)
const refused = await world.run(['reconcile', sheet, '--order-method', 'credit_card'])
;[planId, paymentId] = await plantCards()
const night = await world.run(['reconcile', sheet, ...ordering, '--exit-code'])
const waiting = await world.json(['orders', 'resolve'])

/** Two orders go back to what an earlier version had: one approved by card, one paid by card. */
async function plantCards(): Promise<[planId: string, paymentId: string]> {
  return world.read(async (query) => {
    const orders = await query(
      `select id, plan_id, effect_id from frota.payment_order order by created_at, id limit 2`,
    )
    const [approved, paid] = orders
    await query('delete from frota.order_item where order_id = $1', [approved?.['id']])
    await query('delete from frota.order_event where order_id = $1', [approved?.['id']])
    await query('delete from frota.payment_order where id = $1', [approved?.['id']])
    await query(
      `update frota.order_plan set state = 'approved', method = 'credit_card' where id = $1`,
      [approved?.['plan_id']],
    )
    await query(
      `update frota.effect set state = 'planned', epoch = epoch + 1, sends = 0, remote_id = null,
         slot_id = null where id = $1`,
      [approved?.['effect_id']],
    )
    await query(`update frota.payment_order set method = 'credit_card' where id = $1`, [
      paid?.['id'],
    ])
    const [payment] = await query(
      `insert into frota.effect (kind, key, fleet_id, vehicle_id, state, sends, doubts, intent_at,
         not_before, reason, created_at, updated_at)
       select 'pay', id::text, fleet_id, vehicle_id, 'in-doubt', 1, 1, now(), now(), 'cut', now(),
         now() from frota.payment_order where id = $1
       returning id`,
      [paid?.['id']],
    )
    return [String(approved?.['plan_id']), String(payment?.['id'])]
  })
}

describe('boletos', () => {
  test('that may be paid read well, and reach orders.csv and the page', async () => {
    expect([boletos.code, boletos.stderr]).toEqual([0, ''])
    expect(open.length).toBeGreaterThan(0)
    const folder = join(world.reportsDir)
    const names = await readdir(folder, { recursive: true })
    const csvs = await Promise.all(
      names
        .filter((name) => name.endsWith('orders.csv'))
        .map((name) => readFile(join(folder, name), 'utf8')),
    )
    const pages = await Promise.all(
      names
        .filter((name) => name.endsWith('summary.html'))
        .map((name) => readFile(join(folder, name), 'utf8')),
    )
    for (const { boleto_line: line, boleto_barcode: barcode, total_cents: cents } of open) {
      const read = parseBoleto(String(line))
      expect(read).toMatchObject({
        ok: true,
        value: { barcode, amountCents: BigInt(Number(cents)) },
      })
      // As text: a spreadsheet would round a number of so many digits.
      expect(csvs.some((csv) => csv.includes(`"=""${String(line)}"""`))).toBe(true)
      expect(pages.some((page) => page.includes(`<code>${String(barcode)}</code>`))).toBe(true)
    }
  })
})

describe('a card', () => {
  test('is no way to order any more, and the refusal says what is', () => {
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('--order-method: "credit_card" não serve')
    expect(refused.stderr).toContain('dê pix ou boleto')
  })

  test('that an earlier version approved or charged waits for a person, and the night goes on', async () => {
    expect([night.code, night.stderr]).toEqual([NEEDS_PERSON, ''])
    const list = waiting['waiting'] as Record<string, unknown>[]
    const cards = list.map(({ code, id, choices }) => ({ code, id, choices }))
    expect(cards).toEqual(
      expect.arrayContaining([
        { code: 'payment-needs-person', id: paymentId, choices: ['--paid', '--not-paid'] },
        { code: 'card-approved', id: planId, choices: [`frota orders withdraw ${planId}`] },
      ]),
    )
    const states = await world.query(
      `select kind, state from frota.effect where id = $1 or plan_id = $2 order by kind`,
      [paymentId, planId],
    )
    expect(states).toEqual([
      { kind: 'order', state: 'planned' },
      { kind: 'pay', state: 'in-doubt' },
    ])
  })
})
