/** Boleto and card, from the sheet to the payment, with the real program, service and terminal. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBoleto } from '../../src/fleet/boleto.ts'
import { fleet, openWorld } from '../support/run-frota.ts'
import type { Ended, World } from '../support/run-frota.ts'

const CARD_FLEET = ['--fleet', 'cartao']
/** The first rows of the sheet are paid by card, the next by boleto. */
const CARD_ROWS = 1
const BOLETO_ROWS = 4
/** Eight starts, on a machine that may have other work. */
const STARTS_MS_MAX = 300_000
const DECLINED = '4000000000009995'
const APPROVED = '5555 5555 5555 4444'
const HOLDER = 'CANARIO DO CARTAO'
const CVC = '739'
/** A plain number of three digits is in every file. */
const CANARIES = [DECLINED, APPROVED, APPROVED.replaceAll(' ', ''), HOLDER, `"${CVC}"`]

let world: World
let boletos: Ended
let approved: Ended
let piped: Ended
let left: Ended
let declined: Ended
let paid: Ended
let orderId: string
let plate: string

/** Types what is asked for, and nothing before it is asked. */
async function pay(id: string, number: string, instalments: string): Promise<Ended> {
  const running = world.start(['orders', 'pay', id, ...CARD_FLEET], { attended: true })
  const answers: [RegExp, string][] = [
    [/N.mero do cart.o.*: /, number],
    [/Nome impresso.*: /, HOLDER],
    [/Validade.*: /, '12/39'],
    [/C.digo de seguran.a.*: /, CVC],
    [/Parcelas \[1\]: /, instalments],
    [/digite a placa .*: /, plate],
  ]
  for (const [question, answer] of answers) {
    await running.saw(question)
    running.child.stdin?.write(`${answer}\r`)
  }
  return running.ended
}

/** Types half a number, and presses Ctrl-C. */
async function leave(id: string): Promise<Ended> {
  const running = world.start(['orders', 'pay', id, ...CARD_FLEET], { attended: true })
  await running.saw(/N.mero do cart.o.*: /)
  running.child.stdin?.write(`${DECLINED.slice(0, 9)}\u0003`)
  return running.ended
}

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'trace' })
  const quiet = { env: { LOG_LEVEL: 'warn' } }
  const [heading = '', ...rows] = (await readFile(fleet('small.csv'), 'utf8')).trim().split('\n')
  const sheet = async (name: string, lines: readonly string[]): Promise<string> => {
    await writeFile(join(world.dir, name), [heading, ...lines, ''].join('\n'))
    return join(world.dir, name)
  }
  const others = await sheet('boleto.csv', rows.slice(CARD_ROWS, BOLETO_ROWS))
  boletos = await world.run(
    ['reconcile', others, '--order-method', 'boleto', '--approve-up-to', '50000'],
    quiet,
  )
  const few = await sheet('cartao.csv', rows.slice(0, CARD_ROWS))
  await world.run(['reconcile', few, ...CARD_FLEET, '--order-method', 'credit_card'], quiet)
  approved = await world.run(['orders', 'approve', '--all-up-to', '50000', ...CARD_FLEET], quiet)
  const [plan] = await world.query(
    `select plan.id, vehicle.plate from frota.order_plan plan
       join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
       where plan.method = 'credit_card' and plan.state = 'approved' order by vehicle.plate`,
  )
  plate = String(plan?.['plate'])
  piped = await world.run(['orders', 'pay', String(plan?.['id']), ...CARD_FLEET])
  left = await leave(String(plan?.['id']))
  declined = await pay(String(plan?.['id']), DECLINED, '2')
  const [order] = await world.query(
    `select id from frota.payment_order where method = 'credit_card'`,
  )
  orderId = String(order?.['id'])
  paid = await pay(orderId, APPROVED, '3')
}, STARTS_MS_MAX)
afterAll(() => world[Symbol.asyncDispose]())

describe('boletos', () => {
  test('that may be paid read well, and reach orders.csv and the page', async () => {
    expect([boletos.code, boletos.stderr]).toEqual([0, ''])
    const open = await world.query(
      `select boleto_line, boleto_barcode, boleto_due_date::text as due, total_cents
         from frota.payment_order where method = 'boleto' and gate = 'open'`,
    )
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
  test('is never asked for without a terminal', () => {
    expect(approved.code).toBe(0)
    expect(piped.code).toBe(2)
    expect(piped.stderr).toContain('precisa de uma pessoa num terminal')
  })

  test('that is half typed when Ctrl-C comes leaves everything undone', () => {
    expect(left.code).toBe(2)
    expect(left.stdout).toContain('Cancelado: nada foi enviado e nada foi cobrado.')
    expect(left.stdout).not.toContain(DECLINED.slice(0, 9))
    expect(left.stdout).not.toContain('"route":"createOrder"')
  })

  test('that is declined orders and charges nothing', async () => {
    expect(declined.code).toBe(1)
    expect(declined.stdout).toContain('Recusado')
    expect(declined.stdout).toContain(`frota orders pay ${orderId}`)
  })

  test('that is approved pays the order, once', async () => {
    expect(paid.code).toBe(0)
    expect(paid.stdout).toMatch(/Pago: R\$ .*3 × R\$|Pago: R\$/)
    const orders = await world.query(
      `select status from service.payment_order where method = 'credit_card'`,
    )
    expect(orders).toEqual([{ status: 'paid' }])
    const [own] = await world.query(
      `select standing, installments, charged_cents > total_cents as more
         from frota.payment_order where id = $1`,
      [orderId],
    )
    expect(own).toEqual({ standing: 'paid', installments: 3, more: true })
    const used = await world.query(
      `select use.units from frota.quota_use use join frota.effect effect
         on effect.id::text = use.purpose where effect.kind in ('order', 'pay')
         and effect.fleet_id = (select fleet_id from frota.payment_order where id = $1)
         order by use.reserved_at`,
      [orderId],
    )
    expect(used).toEqual([{ units: 2 }, { units: 1 }])
    const told = await world.query(
      `select actor_kind, what from frota.audit where what like 'payment-%' order by seq`,
    )
    expect(told).toEqual([
      { actor_kind: 'person', what: 'payment-refused' },
      { actor_kind: 'person', what: 'payment-made' },
    ])
  })

  test('is shown on no screen, and written in no log, table or file', async () => {
    const found = (text: string): string[] => CANARIES.filter((each) => text.includes(each))
    for (const { stdout, stderr } of [declined, paid]) expect(found(stdout + stderr)).toEqual([])
    expect(paid.stdout).toContain('"route":"payCard"')
    await world.read(async (query) => {
      const tables = await query(
        `select table_schema || '.' || table_name as name from information_schema.tables
           where table_schema in ('frota', 'service', 'bullmq') and table_type = 'BASE TABLE'`,
      )
      expect(tables.length).toBeGreaterThan(20)
      for (const { name } of tables) {
        const rows = await query(`select t::text as row from ${String(name)} as t`)
        expect(rows.flatMap(({ row }) => found(String(row)))).toEqual([])
      }
    })
    for (const directory of [world.dataDir, world.reportsDir]) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter((each) => each.isFile())) {
        expect(found(await readFile(join(entry.parentPath, entry.name), 'latin1'))).toEqual([])
      }
    }
  })
})
