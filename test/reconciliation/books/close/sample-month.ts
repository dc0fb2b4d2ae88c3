/** A month's folder, written from modelled vehicles without a database. */
import fc from 'fast-check'
import type { BooksMoment, BooksSource } from '../../../../src/ledger/books/books-source.ts'
import type { VehicleHistory } from '../../../../src/ledger/histories/vehicle-histories.ts'
import { PAYMENT_DAYS } from '../../../../src/ledger/reports/payment-days.ts'
import { defaultOrderStatuses } from '../../../../src/reconciliation/orders/order-statuses.ts'
import type { MonthSettings } from '../../../../src/reconciliation/books/close/month-facts.ts'
import type { MonthInput } from '../../../../src/reconciliation/books/close/month-input.ts'
import { NO_ACCOUNTS } from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { writeMonth } from '../../../../src/reconciliation/books/close/write-month.ts'
import type { WrittenMonth } from '../../../../src/reconciliation/books/close/write-month.ts'
import { acts } from '../acts.ts'
import { playActs, ZONE } from '../histories.ts'

export const MONTH = '2026-03'
/** What a service could say to make a spreadsheet compute, and what XML must not take as its own. */
export const HOSTILE = '=HYPERLINK("http://a.example";"<b>")&_x0041_'

const VEHICLES = 40
const SEED = 2029

export const histories = fc.sample(acts, { seed: SEED, numRuns: VEHICLES }).map((played, at) => {
  const { history } = playActs(played)
  const cnpj = at % 2 === 0 ? '11222333000181' : ''
  const vehicle = { ...history.vehicle, plate: `ABC${1000 + at}`, cnpj, fleet: 'principal' }
  const debts = history.debts.map((debt) => ({ ...debt, description: HOSTILE }))
  return { ...history, vehicle, debts }
})

const importedAt = new Date('2026-04-01T12:00:00Z')
const line = { account: '1', memo: 'PIX, "R$"', reference: '', fileName: 'a.ofx', importedAt }
const lines = [
  { ...line, identity: 'a', day: `${MONTH}-10`, cents: -123_456n },
  { ...line, identity: 'b', day: `${MONTH}-11`, cents: 990n },
  { ...line, identity: 'c', day: '2026-04-01', cents: -777n },
]

type Pages = () => AsyncIterable<readonly VehicleHistory[]>

const momentOf = (pages: Pages): BooksMoment => ({
  heads: { debtEvents: 1n, orderEvents: 1n, vehicleChanges: 1n },
  reports: {
    histories: pages,
    exceptions: async function* () {},
  } as unknown as BooksMoment['reports'],
  paymentDays: PAYMENT_DAYS,
  bank: async () => ({ lines, money: [], closures: [] }),
})

async function* fewVehicles(): AsyncGenerator<VehicleHistory[]> {
  yield histories
}

export const sampleSettings: MonthSettings = {
  fleet: { id: '1', name: 'principal', accountId: 'conta' },
  month: MONTH,
  revision: 1,
  closing: null,
  zone: ZONE,
  simulated: true,
  at: new Date('2026-04-02T12:00:00Z'),
  freshDays: 30,
  locale: 'en',
  flavour: 'machine',
}

export function writeSample(
  parent: string,
  settings: Pick<MonthSettings, 'locale' | 'flavour'> & Partial<MonthSettings>,
  accounts: MonthInput['accounts'] | null = null,
  pages: Pages = fewVehicles,
  closes: MonthInput['closes'] = [],
): Promise<WrittenMonth> {
  const source: BooksSource = {
    inOneMoment: (read) => read(momentOf(pages)),
    monthsMoved: async () => [],
    evidence: async () => undefined,
  }
  return writeMonth(source, {
    settings: { ...sampleSettings, ...settings },
    closes,
    prefer: 'single',
    outside: null,
    statuses: defaultOrderStatuses,
    accounts: accounts ?? NO_ACCOUNTS,
    parent,
    folder: settings.flavour,
  })
}
