/**
 * Keeps, while rows stream by, the few sums and rows that the page shows. Pure but for its own
 * state, whose size is bounded for any fleet.
 */
import type { ReportOrder } from '../../ledger/reports/report-rows.ts'
import type { LineCode } from './exception-kinds.ts'
import type { ExceptionLine } from './files/exception-line.ts'
import type { DebtLine, VehicleLine, VehicleReport } from './reports-of-vehicle.ts'

export interface Sum {
  rows: number
  cents: bigint
}

/** Beyond this many cost centres (or kinds that a service invents) the rest is one sum. */
const GROUPS_MAX = 200
const TOP_VEHICLES_MAX = 50
const PIX_CODES_MAX = 200
const BOLETOS_MAX = 200
/** No QR picture holds more; the pay gate refuses longer codes, so this is a second check. */
const PIX_CODE_CHARACTERS_MAX = 1024
const EXCEPTIONS_SHOWN_MAX = 5
export const REST = '\u0000rest'

export class Tally {
  readonly owed = zero()
  readonly overdue = zero()
  readonly old = zero()
  readonly alternative = zero()
  readonly awaiting = zero()
  readonly fresh = zero()
  readonly gone = zero()
  readonly unpayable = zero()
  readonly shown = zero()
  /** IPVA that is offered both ways: what each way would cost. */
  readonly single = zero()
  readonly instalments = zero()
  vehiclesOwing = 0
  readonly byUf = new Map<string, Sum>()
  readonly byKind = new Map<string, Sum>()
  readonly byMonth = new Map<string, Sum>()
  readonly byCostCentre = new Map<string, Sum>()
  readonly vehicleStates = new Map<string, number>()
  readonly memberStates = new Map<string, number>()
  readonly top: VehicleLine[] = []
  readonly orders = new Map<string, OrderSum>()
  readonly pix: ReportOrder[] = []
  pixCodes = 0
  readonly boletos: ReportOrder[] = []
  boletoLines = 0
  /** Debts that the orders and proposals say they have. */
  orderItems = 0
  readonly exceptions = new Map<LineCode, { rows: number; shown: ExceptionLine[] }>()

  vehicle({ line, debts, bothWays }: VehicleReport): void {
    const { vehicle } = line
    count(this.vehicleStates, vehicle.state)
    if (vehicle.member !== null) count(this.memberStates, vehicle.member.state)
    if (line.owedDebts > 0) {
      this.vehiclesOwing += 1
      insertTop(this.top, line)
    }
    for (const { totals } of bothWays) {
      add(this.single, totals.single)
      add(this.instalments, totals.instalments)
    }
    for (const debt of debts) this.#debt(debt)
  }

  #debt({ vehicle, debt, standing, change, overdue, isOld }: DebtLine): void {
    const cents = debt.amountCents
    if (debt.shown) add(this.shown, cents)
    if (change === 'gone') add(this.gone, cents)
    if (standing === 'alternative') add(this.alternative, cents)
    if (standing === 'awaiting-settlement') add(this.awaiting, cents)
    if (standing !== 'owed') return
    add(this.owed, cents)
    if (overdue) add(this.overdue, cents)
    if (isOld) add(this.old, cents)
    if (change === 'new') add(this.fresh, cents)
    if (!debt.isPayable) add(this.unpayable, cents)
    addTo(this.byUf, vehicle.uf, cents)
    addTo(this.byKind, debt.kind, cents)
    addTo(this.byCostCentre, vehicle.costCentre, cents)
    addTo(this.byMonth, overdue ? 'overdue' : (debt.dueDate?.slice(0, 7) ?? 'none'), cents)
  }

  order(order: ReportOrder): void {
    this.orderItems += order.items
    const key = order.standing
    const sum = this.orders.get(key) ?? { rows: 0, debts: 0n, fee: 0n, total: 0n, refunded: 0n }
    sum.rows += 1
    sum.debts += order.debtsCents
    sum.fee += order.feeCents
    sum.total += order.isProposal ? 0n : order.totalCents
    sum.refunded += order.refundedCents
    this.orders.set(key, sum)
    if (order.gate !== 'open' || order.standing !== 'open') return
    if (order.boletoLine !== '') {
      this.boletoLines += 1
      if (this.boletos.length < BOLETOS_MAX) this.boletos.push(order)
    }
    if (order.pixCode === '') return
    this.pixCodes += 1
    if (order.pixCode.length > PIX_CODE_CHARACTERS_MAX) return
    if (this.pix.length < PIX_CODES_MAX) this.pix.push(order)
  }

  exception(line: ExceptionLine): void {
    const seen = this.exceptions.get(line.code) ?? { rows: 0, shown: [] }
    seen.rows += 1
    if (seen.shown.length < EXCEPTIONS_SHOWN_MAX) seen.shown.push(line)
    this.exceptions.set(line.code, seen)
  }
}

export interface OrderSum {
  rows: number
  debts: bigint
  fee: bigint
  total: bigint
  refunded: bigint
}

export function sumOfAll(sums: Iterable<Sum>): Sum {
  const all = zero()
  for (const { rows, cents } of sums) {
    all.rows += rows
    all.cents += cents
  }
  return all
}

export function zero(): Sum {
  return { rows: 0, cents: 0n }
}

export function add(sum: Sum, cents: bigint): void {
  sum.rows += 1
  sum.cents += cents
}

/** As a manifest tells it: JSON's numbers are not exact beyond 2^53. */
export function toldSum({ rows, cents }: Sum) {
  return { rows, cents: cents.toString() }
}

function addTo(groups: Map<string, Sum>, name: string, cents: bigint): void {
  const key = groups.has(name) || groups.size < GROUPS_MAX ? name : REST
  const sum = groups.get(key) ?? zero()
  add(sum, cents)
  groups.set(key, sum)
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Keeps the list sorted by amount; equal amounts stay in the order they came. */
function insertTop(top: VehicleLine[], line: VehicleLine): void {
  const after = top.findIndex((other) => other.owedCents < line.owedCents)
  if (after === -1) top.push(line)
  else top.splice(after, 0, line)
  if (top.length > TOP_VEHICLES_MAX) top.pop()
}
