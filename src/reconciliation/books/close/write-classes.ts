/**
 * classes.csv: each debt with its order, attempt, settlement and bank line, and each line that no
 * order explains, in its one class as the month ended. What ended in order before is left out,
 * unless the last close did not know it.
 */
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import type { HistoricOrder, VehicleHistory } from '../../../ledger/histories/vehicle-histories.ts'
import type { PaymentDays } from '../../../ledger/reports/payment-days.ts'
import type { VehicleBooks } from '../book-vehicle.ts'
import { bankOfOrders, type LoneLine } from '../classes/bank-of-orders.ts'
import { classOf, isDiscrepancy, TRAIL_CLASSES, type TrailClass } from '../classes/class-of.ts'
import { historyAtMonthEnd, type MonthHistory } from '../classes/history-at-month-end.ts'
import { trailsOfVehicle, type Trail } from '../classes/trails-of-vehicle.ts'
import { payerOf, type Holder } from '../holders.ts'
import { lastInstant, monthOf } from '../../../fleet/calendar/months.ts'
import type { RollForward } from '../roll-forward.ts'
import { cents, rows } from '../../reports/check-totals.ts'
import { classColumns, type ClassRow } from './class-columns.ts'
import type { MonthInput } from './month-input.ts'
import { add, zero } from '../../reports/tally.ts'
import { openBookFile } from './open-book-file.ts'
import { memosOf, type MatchedBank } from './write-bank.ts'

/** Classes that stand until something happens, whenever it happened last. */
const UNFINISHED: ReadonlySet<TrailClass> = new Set(['underway', 'owed', 'alternative'])

interface TrailRow extends ClassRow {
  /** Of its debt, in the ledger's balance at the month's end; 0 in each row but the debt's last. */
  readonly owedCents: bigint
  /** How often the month's payments took the row's amount, less how often they gave it back. */
  readonly payments: bigint
  /** Of a line that was read or judged after the close of its month. */
  readonly isLate: boolean
}

export async function openClasses(
  { settings, statuses, closes }: Pick<MonthInput, 'settings' | 'statuses' | 'closes'>,
  directory: string,
  { bank: { lines, rows: bankRows, late }, days, roll }: Gathered,
) {
  const { locale, month, zone, at: now, fleet } = settings
  // Lines of later days are not of this month, as in bank.csv.
  const untilThen = bankRows.filter(({ day }) => monthOf(day) <= month)
  const bank = bankOfOrders(untilThen, lines.length > 0)
  const sums = new Map(TRAIL_CLASSES.map((name) => [name, zero()]))
  const lateLines = new Set([...late].flatMap((row) => row.lines))
  const isLate = (of: readonly BankLine[]) => of.some((line) => lateLines.has(line))
  const linesMet = new Set<BankLine>()
  const paid = { written: 0n, money: 0n }
  let owedCents = 0n
  const file = await openBookFile({ ...settings, directory }, 'classes.csv', classColumns(locale))
  const write = async (given: readonly TrailRow[]): Promise<void> => {
    const shown = given.filter(
      ({ class: name, day, owedCents: owed, isLate: wasLate }) =>
        isDiscrepancy(name) ||
        UNFINISHED.has(name) ||
        owed !== 0n ||
        wasLate ||
        (day !== null && monthOf(day) === month),
    )
    for (const row of shown) {
      const sum = sums.get(row.class)
      if (sum === undefined) throw new Error(`${row.class} is no class.`)
      add(sum, row.cents)
      paid.written += row.cents * row.payments
      owedCents += row.owedCents
    }
    await file.write(shown)
  }
  const end = { month, zone, closes, statuses }
  const last = lastInstant(month, zone)
  const at = now < last ? now : last
  const bankOf = (orderId: string) => bank.of(orderId)
  return {
    write: async (history: VehicleHistory, books: VehicleBooks): Promise<void> => {
      for (const { id } of history.orders) {
        for (const line of bank.of(id).lines) linesMet.add(line)
      }
      const payments = new Map<string, bigint>()
      for (const { nature, day, orderId, debtId, cents: moved } of books.money) {
        if (nature !== 'debt' || monthOf(day) !== month) continue
        paid.money += moved
        const key = `${orderId} ${debtId}`
        payments.set(key, (payments.get(key) ?? 0n) + (moved < 0n ? -1n : 1n))
      }
      const then = historyAtMonthEnd(history, books, end)
      const isOurs = (order: HistoricOrder): boolean => order.fleet === fleet.name
      const trails = trailsOfVehicle(then, { statuses, days, at, zone, isOurs, bankOf })
      const newest = new Map(trails.map((trail) => [trail.debt?.id, trail]))
      const rowsOfTrails = trails.map((trail) => {
        const row = rowOf(trail, holderOf(trail.order, then, books.holderAt))
        const isNewest = newest.get(trail.debt?.id) === trail
        const owed = isNewest ? (then.owed.get(row.debtId) ?? 0n) : 0n
        const times = payments.get(`${row.orderId} ${row.debtId}`) ?? 0n
        const ofLine = isLate(bank.of(row.orderId).lines)
        return { ...row, owedCents: owed, payments: times, isLate: ofLine }
      })
      const { inFleet, fleet: holder } = then.vehicle
      const isHeld = inFleet && holder === fleet.name
      await write(rowsOfTrails.filter(({ orderId }) => orderId !== '' || isHeld))
    },
    close: async () => {
      for (const { row } of bank.lone) for (const line of row.lines) linesMet.add(line)
      const nothing = { owedCents: 0n, payments: 0n }
      await write(
        bank.lone.map((line) => {
          return { ...loneRow(line), ...nothing, isLate: isLate(line.row.lines) }
        }),
      )
      const known = lines.filter(({ day }) => monthOf(day) <= month)
      return {
        file: await file.close(),
        /** Of the file's rows. */
        sums,
        checks: [
          cents('class-paid', paid.money, paid.written),
          cents('class-owed', roll.whole.closingCents, owedCents),
          rows('class-lines', known.length, linesMet.size),
        ],
      }
    },
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  }
}

interface Gathered {
  readonly bank: MatchedBank
  readonly days: PaymentDays
  readonly roll: RollForward
}

/**
 * Whose the vehicle was when the order was paid or made; of a debt without one, whose it is. The
 * plate is the present one, as in the vehicle's closing balance.
 */
function holderOf(
  order: HistoricOrder | null,
  { vehicle }: MonthHistory,
  holderAt: VehicleBooks['holderAt'],
): Holder {
  if (order === null) return vehicle
  const paid = order.events.find(({ event }) => event === 'paid')
  const ms = (paid?.seenAt ?? order.createdAt).getTime()
  return { ...payerOf(order, { at: holderAt }, ms), plate: vehicle.plate }
}

function rowOf({ class: name, states, debt, order, cents: amount, day }: Trail, holder: Holder) {
  return {
    class: name,
    states,
    day: day === '' ? null : day,
    plate: holder.plate,
    cnpj: holder.cnpj,
    costCentre: holder.costCentre,
    kind: debt?.kind ?? '',
    description: debt?.description ?? '',
    dueDate: debt?.dueDate ?? null,
    orderId: order?.id ?? '',
    debtId: debt?.id ?? '',
    cents: amount,
  }
}

function loneRow({ row, state }: LoneLine): ClassRow {
  const parts = { debt: 'none', order: 'none', attempt: 'none', settlement: 'none' } as const
  const states = { ...parts, bank: state }
  const nobody = { plate: '', cnpj: '', costCentre: '', kind: '', dueDate: null }
  const of = { orderId: '', debtId: '', description: memosOf(row) }
  // As in bank.csv; but of what is paid twice above 0 for money that left, as its orders have it.
  const cents = state === 'twice' ? -row.lineCents : row.lineCents
  return { class: classOf(states), states, day: row.day, ...nobody, ...of, cents }
}
