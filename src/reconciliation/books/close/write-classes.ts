/**
 * classes.csv: each debt with its order, attempt, settlement and bank line, and each line that no
 * order explains, in its one class. What ended in order before the month is left out.
 */
import { plainDay } from '../../../clock.ts'
import type { VehicleHistory } from '../../../ledger/histories/vehicle-histories.ts'
import type { PaymentDays } from '../../../ledger/reports/payment-days.ts'
import type { VehicleBooks } from '../book-vehicle.ts'
import { bankOfOrders, type LoneLine } from '../classes/bank-of-orders.ts'
import { classOf, isDiscrepancy, TRAIL_CLASSES } from '../classes/class-of.ts'
import type { ClassSums, TrailClass } from '../classes/class-of.ts'
import { trailsOfVehicle, type Trail } from '../classes/trails-of-vehicle.ts'
import type { Holder } from '../holders.ts'
import { monthOf } from '../months.ts'
import type { CheckedFile } from '../../reports/check-totals.ts'
import { cents, rows, type BookCheck } from './book-checks.ts'
import { classColumns, type ClassRow } from './class-columns.ts'
import type { MonthInput } from './month-input.ts'
import { openBookFile } from './open-book-file.ts'
import type { MatchedBank } from './write-bank.ts'

export interface WrittenClasses {
  readonly file: CheckedFile
  /** Of the file's rows. */
  readonly sums: ClassSums
  readonly checks: readonly BookCheck[]
}

/** Classes that stand until something happens, whenever it happened last. */
const UNFINISHED: ReadonlySet<TrailClass> = new Set(['underway', 'owed', 'alternative'])

/** Orders whose money left, whatever came of it. */
const PAID: ReadonlySet<Trail['states']['order']> = new Set([
  'paid',
  'twice',
  'part-refunded',
  'refunded',
  'freed',
])

export async function openClasses(
  { settings, statuses, prefer }: Pick<MonthInput, 'settings' | 'statuses' | 'prefer'>,
  directory: string,
  { bank: { facts, rows: bankRows }, days }: { bank: MatchedBank; days: PaymentDays },
) {
  const { locale, month, zone, at, fleet } = settings
  const bank = bankOfOrders(bankRows, facts)
  const memos = new Map(facts.lines.map(({ identity, memo }) => [identity, memo]))
  const sums = new Map(TRAIL_CLASSES.map((name) => [name, { rows: 0, cents: 0n }]))
  const linesMet = new Set<string>()
  const paid = { trails: 0n, money: 0n }
  const file = await openBookFile({ ...settings, directory }, 'classes.csv', classColumns(locale))
  const write = async (given: readonly ClassRow[]): Promise<void> => {
    const shown = given.filter(
      ({ class: name, day }) =>
        isDiscrepancy(name) || UNFINISHED.has(name) || (day !== null && monthOf(day) === month),
    )
    for (const row of shown) {
      const sum = sums.get(row.class)
      if (sum === undefined) throw new Error(`${row.class} is no class.`)
      sum.rows += 1
      sum.cents += row.cents
    }
    await file.write(shown)
  }
  const ipva = { today: plainDay(at.getTime(), zone), prefer }
  const bankOf = (orderId: string) => bank.of(orderId)
  return {
    write: async (history: VehicleHistory, { money, holderAt }: VehicleBooks): Promise<void> => {
      for (const { id } of history.orders) {
        for (const key of bank.of(id).lineKeys) linesMet.add(key)
      }
      for (const { nature, cents: moved } of money) if (nature === 'debt') paid.money += moved
      const trails = trailsOfVehicle(history, { statuses, days, at, ipva, bankOf })
      const ours = trails.flatMap((trail) => {
        const holder = holderOf(trail, history, holderAt)
        return holder.fleet === fleet.name ? [{ trail, holder }] : []
      })
      for (const { trail } of ours) if (isPaid(trail)) paid.trails += trail.cents
      await write(
        ours
          .filter(({ trail, holder }) => trail.order !== null || holder.inFleet)
          .map(({ trail, holder }) => rowOf(trail, holder, zone)),
      )
    },
    close: async (): Promise<WrittenClasses> => {
      for (const { row } of bank.lone) for (const key of row.lineKeys) linesMet.add(key)
      // Lines of later days are not of this month, as in bank.csv.
      const lone = bank.lone.filter(({ row }) => monthOf(row.day) <= month)
      await write(lone.map((line) => loneRow(line, memos)))
      return {
        file: await file.close(),
        sums,
        checks: [
          cents('class-paid', paid.money, paid.trails),
          rows('class-lines', bank.lines, linesMet.size),
        ],
      }
    },
    abandon: () => file.abandon(),
  }
}

/** Whose the vehicle was when the order was paid or made; of a debt without one, whose it is. */
function holderOf({ order }: Trail, { vehicle }: VehicleHistory, holderAt: (ms: number) => Holder) {
  if (order === null) return vehicle
  const paid = order.events.find(({ event }) => event === 'paid')
  return holderAt((paid?.seenAt ?? order.createdAt).getTime())
}

function isPaid({ debt, order, states }: Trail): boolean {
  if (debt === null) return false
  if (PAID.has(states.order)) return true
  // An order may end without a word that takes its payment back: the payments still have it.
  const told = order?.events.findLast(({ event }) => event === 'paid' || event === 'unpaid')
  return told?.event === 'paid'
}

function rowOf(
  { class: name, states, debt, order, cents: amount, at }: Trail,
  holder: Holder,
  zone: string,
): ClassRow {
  return {
    class: name,
    states,
    day: at === null ? null : plainDay(at.getTime(), zone),
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

function loneRow({ row, state }: LoneLine, memos: ReadonlyMap<string, string>): ClassRow {
  const parts = { debt: 'none', order: 'none', attempt: 'none', settlement: 'none' } as const
  const states = { ...parts, bank: state }
  const description = row.lineKeys.map((key) => memos.get(key) ?? '').join(' | ')
  const nobody = { plate: '', cnpj: '', costCentre: '', kind: '', dueDate: null }
  const of = { orderId: '', debtId: '', description }
  // As in the other rows: above 0 for money that left.
  return { class: classOf(states), states, day: row.day, ...nobody, ...of, cents: -row.lineCents }
}
