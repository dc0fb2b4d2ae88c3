/** Pure. The rows of a month's files, made of one vehicle's entries. */
import { sumCents } from '../../../fleet/money.ts'
import { plainDay } from '../../../clock.ts'
import type { VehicleHistory } from '../../../ledger/histories/vehicle-histories.ts'
import type { VehicleBooks } from '../book-vehicle.ts'
import {
  firstDay,
  lastDay,
  lastInstant,
  monthOf,
  previousMonth,
} from '../../../fleet/calendar/months.ts'
import type { MoneyMovement, Movement, Moving } from '../movement.ts'
import { isEmptyRoll, rollOfMovements, type Grouping, type Roll } from '../roll-forward.ts'

/** A row of ledger.csv: a movement, or a balance at the beginning or end of the month. */
export interface LedgerRow extends Omit<Movement, 'class'> {
  readonly class: Moving | 'opening' | 'closing'
  readonly balanceCents: bigint
}

export interface RollRow {
  readonly grouping: Grouping
  readonly group: string
  readonly renavam: string | null
  readonly roll: Roll
  /** YYYY-MM-DD: of the vehicle's newest answer. */
  readonly seenOn: string | null
}

export interface VehicleRows {
  readonly ledger: readonly LedgerRow[]
  readonly money: readonly MoneyMovement[]
  /** Null for a vehicle that neither owed nor moved anything. */
  readonly roll: RollRow | null
}

export function rowsOfVehicle(
  { vehicle }: VehicleHistory,
  { movements, money, holderAt }: VehicleBooks,
  { month, zone }: { readonly month: string; readonly zone: string },
): VehicleRows {
  const byDebt = Map.groupBy(movements, ({ debtId }) => debtId)
  const roll = rollOfMovements(movements, month)
  const plateAtEnd = (of: string) => holderAt(lastInstant(of, zone).getTime()).plate
  const plates = { opening: plateAtEnd(previousMonth(month)), closing: plateAtEnd(month) }
  const { renavam, latestAnswerAt } = vehicle
  const seenOn = latestAnswerAt === null ? null : plainDay(latestAnswerAt.getTime(), zone)
  const row = { grouping: 'vehicle', group: plates.closing, renavam, roll, seenOn } as const
  return {
    ledger: [...byDebt.values()].flatMap((ofDebt) => rowsOfDebt(ofDebt, month, plates)),
    money: money.filter(({ day }) => monthOf(day) === month),
    roll: isEmptyRoll(roll) ? null : row,
  }
}

/**
 * Opening, the month's movements by day, and closing; nothing for a debt that was not there.
 * `plates`: a change of plate moves no balance, so the newest movement may name a former plate.
 */
function rowsOfDebt(
  movements: readonly Movement[],
  month: string,
  plates: Readonly<Record<'opening' | 'closing', string>>,
): LedgerRow[] {
  const [first] = movements
  if (first === undefined) return []
  const before = movements.filter(({ day }) => monthOf(day) < month)
  const during = movements.filter(({ day }) => monthOf(day) === month)
  let balanceCents = sumCents(before)
  const rows: LedgerRow[] = []
  const balance = (like: Movement, name: 'opening' | 'closing', day: string): void => {
    const none = { adjusts: null, orderId: null, consultationId: null, cents: 0n }
    rows.push({ ...like, ...none, plate: plates[name], class: name, day, balanceCents })
  }
  if (balanceCents !== 0n) balance(before.at(-1) ?? first, 'opening', firstDay(month))
  for (const movement of during.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
    balanceCents += movement.cents
    rows.push({ ...movement, balanceCents })
  }
  const last = during.at(-1) ?? before.at(-1) ?? first
  if (balanceCents !== 0n) balance(last, 'closing', lastDay(month))
  return rows
}
