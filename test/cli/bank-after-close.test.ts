/** What the bank tells of a month that is closed already: it stands in the first open month, once. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fleetFile, payingPlate } from '../support/fleet-file.ts'
import { readCsv } from '../support/recompute-months.ts'
import { accessTo, openWorld, startingAt, startService, type World } from '../support/run-frota.ts'
import { payPix } from '../support/pay-pix.ts'

const FAST = { FROTA_TEST_SCALE: '3600', FROTA_PERSON: 'Ana Souza', FROTA_LOCALE: 'en' }
/** Each day begins with a process of its own. */
const SETUP_MS_MAX = 300_000
let world: World
/** Of the orders, paid on 14 September. */
let totals: string[]
let env: Record<string, string>
/** What the first command after the payments says, while the service is there. */
let known: Record<string, unknown>

beforeAll(async () => {
  await using home = await openWorld(FAST)
  world = await openWorld({ ...FAST, FROTA_CSV_FLAVOUR: 'machine' })
  const at = startingAt('2026-09-14T12:00:00-03:00')
  const { facts } = await startService(home, { env: at })
  env = { ...at, ...accessTo(facts) }
  const sheet = join(world.dir, 'frota.csv')
  await writeFile(sheet, fleetFile(2, payingPlate))
  await frota('reconcile', sheet, '--order-method', 'pix', '--approve-up-to', '50000')
  const rows = await world.query(`
    select id, (total_cents / 100.0)::numeric(12, 2)::text as total
    from frota.payment_order order by total_cents`)
  for (const { id } of rows) await payPix(facts, String(id))
  known = await frota('bank')
  totals = rows.map((row) => String(row['total']))
  if (new Set(totals).size !== 2) throw new Error(`two totals are needed: ${totals.join()}`)
}, SETUP_MS_MAX)
afterAll(() => world[Symbol.asyncDispose]())

/** A process of its own moves the ledger's time; the commands after it find it there. */
async function moveTo(day: string): Promise<void> {
  env = { ...env, ...startingAt(`${day}T12:00:00-03:00`) }
  await world.release()
  await world.run(['status'], { env, cwd: world.dir })
}

function frota(...args: string[]): Promise<Record<string, unknown>> {
  return world.json(args, { env })
}

async function statement(name: string, lines: readonly string[]): Promise<string> {
  const path = join(world.dir, name)
  await writeFile(path, ['Data;Histórico;Valor', ...lines, ''].join('\n'))
  return path
}

function close(month: string): Promise<Record<string, unknown>> {
  return frota('close', month, '--yes', '--stored', '--with-open', '--reason', 'falta um extrato')
}

/** `date class amount` of the rows that have a line of the statement. */
async function linesIn(month: string): Promise<string[]> {
  const rows = await readCsv(join(world.reportsDir, month, 'bank.csv'))
  return rows
    .filter((row) => row['statement'] !== '')
    .map((row) => [row['date'], row['class'], row['amount']].join(' '))
    .sort()
}

async function classesIn(month: string, date: string): Promise<string[]> {
  const rows = await readCsv(join(world.reportsDir, month, 'classes.csv'))
  return [...new Set(rows.filter((row) => row['date'] === date).map((row) => row['class'] ?? ''))]
}

test('payments that no other command has read are known before statements are held against them', () => {
  const ordersRead = { read: 2, unread: 0, problem: null }
  expect(known).toMatchObject({ classes: { 'only-fleet': 2 }, ordersRead })
})

test(
  'a line read or judged after the close of its month stands in the next month, and only there',
  async () => {
    const [first, second] = totals
    const early = [`14/09/2026;PIX UM;-${first}`, '15/09/2026;TARIFA;-77,10']
    const account = ['--account', '1']
    await moveTo('2026-10-02')
    await frota('bank', 'match', await statement('a.csv', early), ...account)
    await close('2026-09')
    const late = [`14/09/2026;PIX DOIS;-${second}`, '30/09/2026;SAQUE;-50,00']
    const read = await frota('bank', 'match', await statement('b.csv', late), ...account)
    const open = read['open'] as { lines: string[]; lineCents: string }[]
    const fee = open.find(({ lineCents }) => lineCents === '-7710')?.lines[0] ?? ''
    await frota('bank', 'say', fee, '--none', '--reason', 'tarifa')
    await moveTo('2026-11-02')
    await close('2026-10')
    await moveTo('2026-12-02')
    await close('2026-11')

    const [september, october, november] = await Promise.all(
      ['2026-09', '2026-10', '2026-11'].map(linesIn),
    )
    const withdrawal = '2026-09-30 only at the bank -50.00'
    expect(september).toEqual([
      `2026-09-14 matched -${first}`,
      '2026-09-15 only at the bank -77.10',
    ])
    expect(october).toEqual([
      `2026-09-14 matched -${second}`,
      "2026-09-15 not the fleet's -77.10",
      withdrawal,
    ])
    expect(november).toEqual([withdrawal])
    expect(await classesIn('2026-10', '2026-09-14')).toContain('matched')
    expect(await classesIn('2026-11', '2026-09-14')).not.toContain('matched')
    expect(await classesIn('2026-10', '2026-09-15')).toEqual(["not the fleet's"])
    expect(await classesIn('2026-11', '2026-09-15')).toEqual([])
  },
  SETUP_MS_MAX,
)

test('each of two refunds of an order has the day of its own line', async () => {
  const [{ id } = {}] = await world.query('select id from frota.payment_order limit 1')
  await world.query(`
    insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents)
    values ('${String(id)}', 'refunded', 'nobody', '2026-12-01T15:00:00Z', 1001),
      ('${String(id)}', 'refunded', 'nobody', '2026-12-09T15:00:00Z', 702)`)
  const lines = [
    '02/12/2026;PIX DEVOLVIDO;10,01',
    '10/12/2026;PIX DEVOLVIDO;7,02',
    '11/12/2026;PIX;5,00',
  ]
  const path = await statement('estornos.csv', lines)
  const read = await frota('bank', 'match', path, '--account', '1')
  expect(read).toMatchObject({ classes: { refund: 2 } })
  const daysOf = async (): Promise<string[]> => {
    await frota('close', '2026-12', '--preview', '--stored')
    const rows = await readCsv(join(world.reportsDir, '2026-12', 'payments.csv'))
    const refunds = rows.filter((row) => row['order'] === id && row['nature'] === 'refund')
    return refunds.map((row) => `${row['date']} ${row['amount']}`)
  }
  expect(await daysOf()).toEqual(['2026-12-02 -10.01', '2026-12-10 -7.02'])
  const say = async (cents: number, whose: string) => {
    const [line] = await world.query(`select identity from frota.bank_line where cents = ${cents}`)
    const words = ['bank', 'say', String(line?.['identity']), whose, '--reason', 'x', '--stored']
    return world.run(words, { env })
  }
  await say(702, '--none')
  expect(await daysOf()).toEqual(['2026-12-02 -10.01', '2026-12-09 -7.02'])
  for (const cents of [1001, 702]) expect(await say(cents, String(id))).toMatchObject({ code: 0 })
  expect(await daysOf()).toEqual(['2026-12-02 -10.01', '2026-12-10 -7.02'])
  const { code, stderr } = await say(500, String(id))
  expect({ code, stderr }).toMatchObject({ code: 2 })
  const asked = `which of these refunds of the order the line is: ${String(id)}:1 (R$ 10.01, 2026-12-01), ${String(id)}:2 (R$ 7.02`
  expect(stderr.replaceAll('\u00a0', ' ')).toContain(asked)
  expect((await say(500, `${String(id)}:2`)).stdout).toMatch(/^refund +2 +R\$\s22\.03$/m)
})
