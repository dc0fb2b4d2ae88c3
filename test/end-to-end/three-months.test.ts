/**
 * Three months of a fleet, closed by commands, and every figure recomputed from the raw files and
 * from the service's API by code that shares nothing with the books (recompute-months.ts).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { payingPlate } from '../support/fleet-file.ts'
import { centsOf, readCsv, sumsBy, type RecomputedMonth } from '../support/recompute-months.ts'
import { owedByService } from '../support/owed-by-service.ts'
import { CPF, TWO_WAYS } from '../support/three-months-fleet.ts'
import { liveThreeMonths, VEHICLES } from '../support/three-months.ts'
import { forFile } from '../support/for-file.ts'

const lived = await forFile(liveThreeMonths())

const MONTHS = ['2026-06', '2026-07', '2026-08'] as const

function month(name: string): RecomputedMonth {
  const found = lived.months[name]
  if (found === undefined) throw new Error(`${name} was not closed`)
  return found
}

async function manifest(name: string): Promise<Record<string, never>> {
  const path = join(String(lived.told[name]?.['directory']), 'manifest.json')
  return JSON.parse(await readFile(path, 'utf8')) as Record<string, never>
}

test('there was something to close: orders paid, refunded whole and in part, and expired', async () => {
  const orders = await lived.serviceOrders()
  const states = new Set(orders.map(({ status }) => status))
  expect(orders.length).toBeGreaterThanOrEqual(11)
  expect(states).toEqual(new Set(['settled', 'refunded', 'expired']))
  const partly = orders.filter(
    (one) => one.status === 'settled' && centsOf(one.refunded_amount) > 0n,
  )
  expect(partly.length).toBeGreaterThan(0)
})

describe.each(MONTHS)('%s', (name) => {
  test('the files add up to what the command and the manifest say', async () => {
    const { opening, closing, classes, byNature, journal } = month(name)
    const said = lived.told[name] ?? {}
    expect(said).toMatchObject({ state: 'closed', closes: true })
    expect(centsOf(String(said['opening']))).toBe(opening)
    expect(centsOf(String(said['closing']))).toBe(closing)
    const moved = Object.values(classes).reduce((sum, cents) => sum + cents, 0n)
    expect(opening + moved).toBe(closing)
    const { payments, roll } = (await manifest(name)) as unknown as {
      payments: Record<string, { cents: string }>
      roll: Record<string, string>
    }
    expect(roll).toMatchObject({ opening: String(opening), closing: String(closing) })
    const natures = { debt: 'debt', fee: 'service fee', refund: 'refund' }
    for (const [code, word] of Object.entries(natures)) {
      expect(payments[code]?.cents).toBe(String(byNature[word] ?? 0n))
    }
    const left = month(name).payments.map((row) => centsOf(row['amount'] ?? ''))
    expect(journal).toBe(left.reduce((sum, cents) => sum + (cents < 0n ? -cents : cents), 0n))
  })

  test('rollforward.csv is the ledger by owner, cost centre, kind and vehicle', async () => {
    const roll = await readCsv(join(String(lived.told[name]?.['directory']), 'rollforward.csv'))
    const columns = { cnpj: 'CNPJ', cost_centre: 'cost centre', kind: 'kind', plate: 'vehicle' }
    for (const [column, by] of Object.entries(columns)) {
      const rows = roll.filter((row) => row['by'] === by)
      const moved = rows.map((row) => [
        row['group'] ?? '',
        centsOf(row['closing'] ?? '') - centsOf(row['opening'] ?? ''),
      ]) as [string, bigint][]
      const expected = sumsBy(month(name).ledger, column)
      for (const [group, cents] of moved)
        expect([by, group, expected.get(group) ?? 0n]).toEqual([by, group, cents])
    }
  })

  test('no CPF is in it, and the company is in clear', async () => {
    const folder = String(lived.told[name]?.['directory'])
    const names = ['ledger.csv', 'payments.csv', 'rollforward.csv', 'journal.csv', 'close.html']
    const texts = await Promise.all(names.map((file) => readFile(join(folder, file), 'utf8')))
    expect(texts.join('\n')).not.toMatch(new RegExp(CPF))
    expect(texts[0]).toContain('12.ABC.345/01DE-35')
  })
})

test('each month opens with the closing of the one before, debt by debt', () => {
  for (const [before, after] of [MONTHS.slice(0, 2), MONTHS.slice(1)]) {
    expect(month(after ?? '').openings).toEqual(month(before ?? '').balances)
  }
})

test('the payments of all months are what the service charged less what it gave back', async () => {
  const byOrder = new Map<string, bigint>()
  for (const name of MONTHS) {
    for (const [order, cents] of month(name).byOrder) {
      byOrder.set(order, (byOrder.get(order) ?? 0n) + cents)
    }
  }
  const expected = new Map(
    (await lived.serviceOrders())
      .filter(({ status }) => status === 'settled' || status === 'refunded')
      .map((one) => [one.id, centsOf(one.total_amount) - centsOf(one.refunded_amount)]),
  )
  expect(byOrder).toEqual(expected)
})

test('a payment of June that July saw stands in June; one of July that August saw adjusts', () => {
  const days = month('2026-06').payments.map((row) => row['date'])
  expect(days).toContain('2026-06-30')
  const adjusting = month('2026-08').payments.filter((row) => row['adjusts'] === '2026-07')
  expect(adjusting.length).toBeGreaterThan(0)
  expect(adjusting.every((row) => row['paid_on'] === '2026-07-31')).toBe(true)
  expect(month('2026-08').adjusted).not.toBe(0n)
})

test('the vehicle that left takes its balance along, and another cost centre is a transfer', () => {
  const { classes, ledger } = month('2026-07')
  const left = ledger.filter((row) => row['class'] === 'left the fleet')
  expect(left.length).toBeGreaterThan(0)
  expect(new Set(left.map((row) => row['plate']))).toEqual(new Set([payingPlate(VEHICLES - 1)]))
  expect(classes['transfer']).toBe(0n)
  const moved = new Set(
    ledger.filter((row) => row['class'] === 'transfer').map((row) => row['plate'] ?? ''),
  )
  const changed = [16, 18, 20, 22].map(payingPlate)
  expect(moved.size).toBeGreaterThan(0)
  expect([...moved].filter((plate) => !changed.includes(plate))).toEqual([])
})

test('what changed its cost centre took to the other one what it owed, to the cent', async () => {
  const changed = [16, 18, 20, 22].map(payingPlate)
  const plateOf = new Map(
    month('2026-06').ledger.map((row) => [row['debt'] ?? '', row['plate'] ?? '']),
  )
  const owed = [...month('2026-06').balances]
    .filter(([debt]) => changed.includes(plateOf.get(debt) ?? ''))
    .reduce((sum, [, cents]) => sum + cents, 0n)
  const roll = await readCsv(join(String(lived.told['2026-07']?.['directory']), 'rollforward.csv'))
  const moved = roll
    .filter((row) => row['by'] === 'cost centre')
    .map((row) => [row['group'], centsOf(row['transfer'] ?? '')])
  expect(owed).toBeGreaterThan(0n)
  expect(Object.fromEntries(moved)).toEqual({ Obras: -owed, Vendas: owed })
})

test('when a single payment of IPVA falls due, its instalments take its place', () => {
  // By the calendar of the state, of which the simulated authority tells a vehicle's own figures.
  const expected = {
    ZZZ3A37: ['-3102.52', '1149.08', '1149.08', '1149.08'],
    ZZZ7A77: ['-989.61', '366.52', '366.52', '366.52'],
  }
  const rows = month('2026-07').ledger.filter((row) => row['class'] === 'alternative')
  const found = Map.groupBy(rows, (row) => row['plate'] ?? '')
  const amounts = [...found].map(([plate, of]) => [plate, of.map((row) => row['amount'])])
  expect(Object.fromEntries(amounts)).toEqual(expected)
})

test('each debt is in one class with each order, as the service says of the order', async () => {
  const orders = await lived.serviceOrders()
  const statusOf = new Map(orders.map(({ id, status }) => [id, status]))
  const directory = String(lived.told['2026-08']?.['directory'])
  const rows = await readCsv(join(directory, 'classes.csv'))
  const pairs = rows.map((row) => `${row['order']} ${row['debt']}`)
  expect(new Set(pairs).size).toBe(pairs.length)
  const classes = new Set(rows.map((row) => `${statusOf.get(row['order'] ?? '')} ${row['class']}`))
  // What the authority refused, whole or in part, waits for a person since June. Others expired
  // in August, and nobody paid them.
  expect([...classes].sort()).toEqual([
    'expired undone',
    'refunded refunded and not freed',
    'settled paid, no statement given',
    'settled refunded and not freed',
    'undefined other way of paying the IPVA, not counted',
    'undefined owed',
  ])
  // What no order holds, and what an order gave back, is each debt's own balance at the end.
  const owed = rows.filter((row) => row['class'] === 'owed')
  const balances = new Map(month('2026-08').balances)
  for (const row of rows) {
    if (row['class'] === 'refunded and not freed') balances.delete(row['debt'] ?? '')
  }
  const found = owed.map((row) => [row['debt'] ?? '', centsOf(row['amount'] ?? '')] as const)
  expect(new Map(found)).toEqual(balances)
  const { classes: sums } = (await manifest('2026-08')) as unknown as {
    classes: Record<string, { rows: number }>
  }
  expect(Object.values(sums).reduce((sum, each) => sum + each.rows, 0)).toBe(rows.length)
})

test("the last closing is what the service's newest answers leave to pay", async () => {
  const plates = [...Array(VEHICLES - 1).keys()].map(payingPlate)
  const fleet = [...plates, ...TWO_WAYS.map(([plate]) => plate)]
  const owed = await owedByService((path) => lived.call(path), fleet, '2026-08-31')
  const closing = new Map(fleet.map((plate) => [plate, 0n]))
  for (const row of month('2026-08').ledger.filter((one) => one['class'] === 'closing')) {
    const plate = row['plate'] ?? ''
    closing.set(plate, (closing.get(plate) ?? 0n) + centsOf(row['balance'] ?? ''))
  }
  expect(closing).toEqual(owed)
})

describe('what was closed', () => {
  test('is as it was, for everybody who asks', async () => {
    const { closes } = (await lived.frota('close', '--list')) as {
      closes: Record<string, unknown>[]
    }
    expect(closes).toHaveLength(3)
    expect(
      closes.every((one) => one['unchanged'] === true && one['closedBy'] === 'Ana Souza'),
    ).toBe(true)
    const { stdout } = await lived.world.run(['audit', '--last', '500'], lived.inProcess())
    expect(stdout.match(/month closed/g)).toHaveLength(3)
    expect(stdout).toMatch(/order paid/)
  })

  test('only the last is reopened, and its next close stands beside the first', async () => {
    const refused = await lived.world.run(
      ['close', '2026-07', '--reopen', '--reason', 'x', '--yes'],
      lived.inProcess(),
    )
    expect(refused).toMatchObject({ code: 2 })
    await lived.frota('close', '2026-08', '--reopen', '--reason', 'faltou um extrato', '--yes')
    const first = String(lived.told['2026-08']?.['directory'])
    const before = await readFile(join(first, 'manifest.json'), 'utf8')
    const again = await lived.frota(
      'close',
      '2026-08',
      '--yes',
      '--with-open',
      '--reason',
      'de novo',
    )
    expect(again).toMatchObject({ revision: 2, closing: lived.told['2026-08']?.['closing'] })
    expect(String(again['directory'])).toBe(`${first}.2`)
    expect(await readFile(join(first, 'manifest.json'), 'utf8')).toBe(before)
  })
})
