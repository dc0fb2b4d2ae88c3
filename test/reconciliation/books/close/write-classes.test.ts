import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForFile } from '../../../support/for-file.ts'
import { centsOf, readCsv, type Row } from '../../../support/recompute-months.ts'
import { answers, places, happens } from '../acts.ts'
import { playActs } from '../histories.ts'
import { histories, writeSample } from './sample-month.ts'

const folder = await folderForFile('classes')

test.each(['2026-02', '2026-03', '2026-05'])(
  'what %s owes by ledger.csv and paid by payments.csv is in its classes.csv, whenever it is written',
  async (month) => {
    const at = new Date('2028-06-01T12:00:00Z')
    const settings = { locale: 'en', flavour: 'machine', month, at } as const
    const { directory, facts } = await writeSample(folder, settings)
    expect(facts.checks.filter((check) => !check.closes)).toEqual([])
    const [rows, ledger, payments] = await Promise.all(
      ['classes.csv', 'ledger.csv', 'payments.csv'].map((name) => readCsv(join(directory, name))),
    )
    const of = (row: Row): string => `${row['plate']} ${row['debt']}`
    const ended = ledger?.filter((row) => row['class'] === 'closing') ?? []
    const balances = new Map(ended.map((row) => [of(row), row['balance']]))
    const pairs = rows?.filter(({ debt }) => debt !== '') ?? []
    expect(new Set(pairs.map((row) => `${of(row)} ${row['order']}`)).size).toBe(pairs.length)
    expect([...balances.keys()].filter((one) => !pairs.some((row) => of(row) === one))).toEqual([])
    const owed = pairs.filter((row) => row['class'] === 'owed')
    expect(owed.length).toBeGreaterThan(0)
    for (const row of owed)
      expect([of(row), row['amount']]).toEqual([of(row), balances.get(of(row))])
    expect(pairs.every((row) => (row['date'] ?? '') < `${month}-32`)).toBe(true)
    const left = ledger?.filter((row) => row['class'] === 'gone') ?? []
    for (const row of pairs.filter((each) => each['class'] === 'gone without a payment of ours'))
      expect(left.map((each) => `${of(each)} ${each['amount']}`)).toContain(
        `${of(row)} -${row['amount']}`,
      )
    for (const row of payments?.filter(({ nature }) => nature === 'debt') ?? []) {
      expect(pairs.map(({ debt, order }) => `${debt} ${order}`)).toContain(
        `${row['debt']} ${row['order']}`,
      )
    }
  },
)

test('a line that is only at the bank has the amount of bank.csv in classes.csv', async () => {
  const { directory } = await writeSample(folder, { locale: 'en', flavour: 'machine' })
  const alone = async (name: string) => {
    const rows = await readCsv(join(directory, name))
    return rows.flatMap((row) => (row['class'] === 'only at the bank' ? [row['amount']] : []))
  }
  expect(await alone('classes.csv')).toEqual(['-1234.56', '9.90'])
  expect(await alone('bank.csv')).toEqual(['-1234.56', '9.90'])
})

test('a payment is in the classes of the month that books it, not of the one that read the statement', async () => {
  const days = 8
  const { history } = playActs([
    answers(days, 13_506),
    places(days),
    { days: 1, act: { act: 'pay', daysBefore: 0, told: false } },
    happens(1, 'settle'),
  ])
  const seenAt = new Date('2026-02-03T12:00:00Z')
  const word = { event: 'paid', toldBy: 'bank', seenAt, amountCents: 0n, note: '' } as const
  const settings = { locale: 'en', flavour: 'machine' } as const
  const written = async (month: string, day: string): Promise<unknown[]> => {
    const dated = { ...word, seq: 99n, occurredAt: new Date(day) }
    const orders = history.orders.map((order) => ({ ...order, events: [...order.events, dated] }))
    async function* pages() {
      yield [{ ...history, orders, vehicle: { ...history.vehicle, fleet: 'principal' } }]
    }
    const { directory } = await writeSample(folder, { ...settings, month }, null, pages)
    const rows = await readCsv(join(directory, 'classes.csv'))
    return rows.flatMap((row) => (row['order'] === '' ? [] : [row['class'], row['date']]))
  }
  const paid = 'paid, no statement given'
  expect(await written('2026-01', '2026-01-22')).toEqual([paid, '2026-01-23'])
  expect(await written('2026-02', '2026-01-22')).toEqual([])
  expect(await written('2026-01', '2026-02-02')).toEqual(['under way', '2026-01-23'])
  expect(await written('2026-02', '2026-02-02')).toEqual([paid, '2026-02-01'])
})

test('of an IPVA that is gone unpaid, only the way that was in the balance is gone from it', async () => {
  const { history } = playActs([
    answers(8, 13_506, null, null, 136_080, 70_144, 70_144),
    answers(2, null, null, null, null, null, null),
  ])
  async function* pages() {
    yield [{ ...history, vehicle: { ...history.vehicle, fleet: 'principal' } }]
  }
  const settings = { locale: 'pt-BR', flavour: 'machine', month: '2026-01' } as const
  const { directory } = await writeSample(folder, settings, null, pages)
  const rows = await readCsv(join(directory, 'classes.csv'))
  const told = rows.filter(({ placa }) => placa !== '')
  expect(told.map(({ classe, descricao, valor }) => `${descricao} ${valor} ${classe}`)).toEqual([
    'ticket-1 135.06 sumiu sem pagamento nosso',
    'single 1360.80 sumiu sem pagamento nosso',
    'part-1 701.44 outra forma do IPVA, que saiu',
    'part-2 701.44 outra forma do IPVA, que saiu',
  ])
  const ledger = await readCsv(join(directory, 'ledger.csv'))
  const left = ledger.flatMap(({ classe, valor }) => (classe === 'sumiu' ? [valor] : []))
  expect(left).toEqual(['-135.06', '-1360.80'])
})

test('a close is not refused where a paid order ended and nobody said that it was not paid', async () => {
  const { length } = histories.flatMap(({ orders }) => orders.filter(isPaid))
  expect(length).toBeGreaterThan(0)
  const ended = histories.map((history) => ({
    ...history,
    orders: history.orders.map((order) =>
      isPaid(order) ? { ...order, standing: 'dead' as const } : order,
    ),
  }))
  async function* pages() {
    yield ended
  }
  const { facts } = await writeSample(folder, { locale: 'pt-BR', flavour: 'excel' }, null, pages)
  expect(facts.checks.filter((check) => !check.closes)).toEqual([])
})

function isPaid({ standing }: (typeof histories)[number]['orders'][number]): boolean {
  return standing === 'paid'
}

test("a line has its amount of bank.csv, and one of the bank's next month is not of this one", async () => {
  const { directory } = await writeSample(folder, { locale: 'en', flavour: 'machine' })
  const rows = await readCsv(join(directory, 'classes.csv'))
  const lone = rows.filter((row) => row['plate'] === '')
  const amounts = lone.map((row) => row['amount']).sort((a, b) => Number(a) - Number(b))
  expect(amounts).toEqual(['-1234.56', '9.90'])
})

test('a changed plate names a balance from the end of the month of the change, in every file', async () => {
  const { history } = playActs([
    answers(8, 13_506, 19_523, 10_000),
    places(3),
    answers(30, 13_506, 25_000, 10_000),
    answers(30, 13_506, 25_000, 10_000),
  ])
  const at = new Date('2026-02-05T12:00:00Z')
  const changes = [{ seq: 99n, at, field: 'plate', before: 'XPB4036' } as const]
  const vehicle = { ...history.vehicle, plate: 'XPB4A36', fleet: 'principal' }
  async function* pages() {
    yield [{ ...history, changes, vehicle }]
  }
  const written = async (month: string) => {
    const settings = { locale: 'en', flavour: 'machine', month } as const
    const { directory } = await writeSample(folder, settings, null, pages)
    const [ledger = [], classes = [], roll = []] = await Promise.all(
      ['ledger.csv', 'classes.csv', 'rollforward.csv'].map((name) =>
        readCsv(join(directory, name)),
      ),
    )
    const owed = classes.filter((row) => ['owed', 'under way'].includes(row['class'] ?? ''))
    const ofVehicle = roll.filter((row) => row['group']?.startsWith('XPB4'))
    return {
      opening: byPlate(
        ledger.filter((row) => row['class'] === 'opening'),
        'balance',
      ),
      closing: byPlate(
        ledger.filter((row) => row['class'] === 'closing'),
        'balance',
      ),
      owed: byPlate(owed, 'amount'),
      roll: ofVehicle.map((row) => [row['group'], centsOf(row['closing'] ?? '')]),
    }
  }
  const before = { XPB4036: 43_029n }
  const after = { XPB4A36: 48_506n }
  expect([await written('2026-01'), await written('2026-02'), await written('2026-03')]).toEqual([
    { opening: {}, closing: before, owed: before, roll: Object.entries(before) },
    { opening: before, closing: after, owed: after, roll: Object.entries(after) },
    { opening: after, closing: after, owed: after, roll: Object.entries(after) },
  ])
})

/** `column`: of cents that are summed by plate. */
function byPlate(rows: readonly Row[], column: 'amount' | 'balance'): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const { plate = '', [column]: cents = '' } of rows) {
    sums[plate] = (sums[plate] ?? 0n) + centsOf(cents)
  }
  return sums
}
