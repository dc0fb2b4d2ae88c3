/**
 * Pure. Counts and cents must close: each line compares two figures that were computed in different
 * ways (SQL, the rows that streamed by, the files read back). No difference is explained away,
 * except for the sums of a quarantined order: they are the service's, and an exception already.
 */
import type { ReportImport, ReportTotals } from '../../ledger/reports/report-rows.ts'
import type { ControlTotals } from './files/csv-file.ts'
import type { WrittenFile } from './files/file-sink.ts'
import type { Messages } from './words/messages.ts'
import { sumOfAll, type Tally } from './tally.ts'
import type { RunRoll } from './roll-of-run.ts'

type CheckCode = keyof Messages['checks']

export type Check<Code extends string = CheckCode> = {
  readonly code: Code
  /** The name of a file, group or state, where one code has several lines. */
  readonly of: string
  readonly closes: boolean
} & (Compared<'rows' | 'cents', bigint> | Compared<'hash', string>)

interface Compared<Unit, Value> {
  readonly unit: Unit
  readonly expected: Value
  readonly found: Value
}

type Figures<Code extends string> = Check<Code> & Compared<'rows' | 'cents', bigint>

export interface CheckedFile {
  meant: WrittenFile & ControlTotals
  /** As it was read back from the disk. */
  there: WrittenFile & ControlTotals
}

export interface CheckFacts {
  import: ReportImport | null
  totals: ReportTotals
  tally: Tally
  roll: RunRoll | null
  debts: CheckedFile
  vehicles: CheckedFile
  orders: CheckedFile
  orderItems: CheckedFile
  rejectedRows: number
}

export function checkTotals(facts: CheckFacts): Check[] {
  return [
    ...checkImport(facts),
    ...checkVehicles(facts),
    ...checkDebts(facts),
    ...checkOrders(facts),
    ...checkOrderItems(facts),
    ...[facts.debts, facts.vehicles, facts.orders, facts.orderItems].flatMap(checkReadBack),
  ]
}

export function differences<Code extends string>(checks: readonly Check<Code>[]): Check<Code>[] {
  return checks.filter((check) => !check.closes)
}

function checkImport({ import: file, rejectedRows }: CheckFacts): Check[] {
  if (file === null) return [rows('rejected-rows', 0, rejectedRows)]
  const parts = file.accepted + file.repaired + file.rejected + file.duplicate + file.skipped
  return [
    rows('file-counts', file.read, parts),
    rows('file-rejected', file.rejected + file.duplicate, file.returnedRows),
    rows('rejected-rows', file.rejected + file.duplicate, rejectedRows),
  ]
}

function checkVehicles({ totals, tally, vehicles }: CheckFacts): Check[] {
  const { planned, registered, refused, removed } = totals.vehicles
  return [
    rows('vehicle-rows', registered + refused + planned + removed, vehicles.there.rows),
    ...Object.entries(totals.vehicles).map(([state, count]) =>
      rows('vehicle-states', count, tally.vehicleStates.get(state) ?? 0, state),
    ),
    ...Object.entries(totals.members).map(([state, count]) =>
      rows('member-states', count, tally.memberStates.get(state) ?? 0, state),
    ),
  ]
}

function checkDebts({ totals, tally, roll, debts, vehicles }: CheckFacts): Check[] {
  const owed = debts.there.cents['owed'] ?? 0n
  return [
    rows('debt-rows', totals.debts.rows, debts.there.rows),
    cents('debt-cents', totals.debts.cents, debts.there.cents['amount'] ?? 0n),
    rows('item-rows', totals.answerItems.rows, tally.shown.rows),
    cents('item-cents', totals.answerItems.cents, tally.shown.cents),
    cents('owed-cents', owed, vehicles.there.cents['owed'] ?? 0n),
    cents('uf-cents', owed, sumOfAll(tally.byUf.values()).cents),
    cents('kind-cents', owed, sumOfAll(tally.byKind.values()).cents),
    ...(roll === null ? [] : [cents('roll-cents', owed, roll.closingCents)]),
  ]
}

function checkOrders({ totals: { orders, proposals }, orders: file }: CheckFacts): Check[] {
  const written = file.there.cents
  return [
    rows('order-rows', orders.rows + proposals.rows, file.there.rows),
    cents('order-debts', orders.debtsCents + proposals.debtsCents, written['debts'] ?? 0n),
    cents(
      'order-items',
      orders.debtsCents + proposals.debtsCents,
      orders.itemsCents + orders.knownGaps.itemsCents + proposals.itemsCents,
    ),
    cents(
      'order-totals',
      orders.debtsCents + orders.feeCents + orders.knownGaps.totalCents,
      orders.totalCents,
    ),
    cents('order-total-cents', orders.totalCents + proposals.totalCents, written['total'] ?? 0n),
  ]
}

function checkOrderItems({ totals, tally, orderItems }: CheckFacts): Check[] {
  const inLedger = totals.orders.itemsCents + totals.proposals.itemsCents
  return [
    rows('order-item-rows', tally.orderItems, orderItems.there.rows),
    cents('order-item-cents', inLedger, orderItems.there.cents['amount'] ?? 0n),
  ]
}

/** Rows, bytes and every control total, then the hash, which covers all the rest. */
export function checkReadBack(file: CheckedFile): Check[] {
  const { meant, there } = file
  const hash: Check = {
    code: 'file-read-back',
    of: meant.name,
    unit: 'hash',
    expected: meant.sha256,
    found: there.sha256,
    closes: meant.sha256 === there.sha256,
  }
  return [...checkFile('file-read-back', file), hash]
}

/** Rows and every control total. */
export function checkFile<Code extends string>(
  code: Code,
  { meant, there }: CheckedFile,
): Check<Code>[] {
  return [
    rows(code, meant.rows, there.rows, meant.name),
    ...Object.entries(meant.cents).map(([column, sum]) =>
      cents(code, sum, there.cents[column] ?? 0n, `${meant.name} ${column}`),
    ),
  ]
}

export function rows<Code extends string>(
  code: Code,
  expected: number,
  found: number,
  of = '',
): Figures<Code> {
  return { ...cents(code, BigInt(expected), BigInt(found), of), unit: 'rows' }
}

export function cents<Code extends string>(
  code: Code,
  expected: bigint,
  found: bigint,
  of = '',
): Figures<Code> {
  return { code, of, unit: 'cents', expected, found, closes: expected === found }
}
