/**
 * Pure. Replays what happened to a vehicle and its debts, and names what each step did to the
 * balance owed: the same rule of what is owed as in every report (owed-totals.ts), so the balance
 * after the last step is what the reports show.
 */
import type {
  HistoricDebt,
  HistoricEvent,
  VehicleHistory,
} from '../../ledger/histories/vehicle-histories.ts'
import { plainDay } from '../../clock.ts'
import { owedTotals } from '../debts/owed-totals.ts'
import { wayOfKind } from '../debts/ipva-alternatives.ts'
import { isDateOnly, isReturn } from './event-dates.ts'
import { holdersOf } from './holders.ts'
import type { Known } from './knowledge.ts'
import type { Booking, Movement } from './movement.ts'
import { nameMoves } from './name-moves.ts'
import { stepsOf, type ReplayPolicy, type Step } from './replay-steps.ts'

/** A movement before the calendar decides in which month it is booked. */
export interface RawMovement extends Omit<Movement, keyof Booking> {
  readonly fleet: string
  /** When the ledger saw it, and where that is written. */
  readonly at: Date
  readonly known: Known
  /** Of a payment or refund: the order's event that dates it. */
  readonly dated: 'paid' | 'refunded' | null
  readonly isOffset: boolean
}

type DebtNow = HistoricDebt & {
  state: HistoricEvent['toState']
  shown: boolean
  amountCents: bigint
}

export function replayVehicle(history: VehicleHistory, policy: ReplayPolicy) {
  const holders = holdersOf(history.vehicle, history.changes)
  const items = new Map(
    history.orders.flatMap(({ id, items: held }) =>
      held.map(({ debtId, amountCents }) => [`${id} ${debtId}`, amountCents] as const),
    ),
  )
  const about = new Map(history.debts.map((debt) => [debt.id, debt]))
  const debts = new Map<string, DebtNow>()
  const movements: RawMovement[] = []
  let before: ReadonlyMap<string, bigint> = new Map()
  let holder = holders.first
  for (const step of stepsOf(history, policy)) {
    const former = holder
    holder = holders.at(step.at.getTime())
    const ms = step.at.getTime()
    const changed = step.isChange ? holders.changes(ms - 1, ms)[0] : undefined
    const states = new Map([...debts].map(([id, { state }]) => [id, state]))
    for (const event of step.events) apply(debts, about, event)
    const after = holder.inFleet ? countedDebts(debts, step, policy) : NOTHING
    const otherWay = yearsWithOtherWay(debts, before, after)
    for (const [id, debt] of debts) {
      const event = step.events.find(({ debtId }) => debtId === id)
      const orderId = event?.orderId ?? null
      const moves = nameMoves({
        before: before.get(id) ?? 0n,
        after: after.get(id) ?? 0n,
        event,
        fromState: states.get(id) ?? null,
        itemCents: items.get(`${orderId} ${id}`),
        told: orderId === null ? undefined : newestMoney(history, orderId, step.at),
        isOtherWay: wayOfKind(debt.kind) !== undefined && otherWay.has(debt.year),
        holders: changed === undefined ? null : { former, ...changed },
      })
      for (const move of moves) {
        const { of, ...moved } = move
        const { inFleet: _, ...held } = of === 'former' ? former : holder
        movements.push({
          debtId: id,
          ...held,
          kind: debt.kind,
          description: debt.description,
          year: debt.year,
          dueDate: debt.dueDate,
          ...moved,
          orderId,
          consultationId: event?.consultationId ?? null,
          at: step.at,
          known: step.known,
        })
      }
    }
    before = after
  }
  return { movements, holders }
}

/** Until then; a read tells it before it moves debts. */
function newestMoney({ orders }: VehicleHistory, orderId: string, at: Date) {
  const events = orders.find(({ id }) => id === orderId)?.events ?? []
  return events.findLast(
    (row) => (row.event === 'paid' || isReturn(row)) && !isDateOnly(row) && row.seenAt <= at,
  )
}

const NOTHING: ReadonlyMap<string, bigint> = new Map()

function apply(
  debts: Map<string, DebtNow>,
  about: ReadonlyMap<string, HistoricDebt>,
  { debtId, event, toState, amountCents }: HistoricEvent,
): void {
  const fixed = about.get(debtId)
  if (fixed === undefined) throw new Error('A debt event without its debt.')
  const debt = debts.get(debtId) ?? { ...fixed, state: toState, shown: false, amountCents }
  debt.state = toState
  if (event === 'gone') debt.shown = false
  else if (event !== 'moved') {
    debt.shown = true
    debt.amountCents = amountCents
  }
  debts.set(debtId, debt)
}

/** Cents by debt of what counts as owed. */
function countedDebts(
  debts: ReadonlyMap<string, DebtNow>,
  { at }: Step,
  { zone, preferOn }: ReplayPolicy,
): Map<string, bigint> {
  const today = plainDay(at.getTime(), zone)
  const owed = owedTotals([...debts.values()], { today, prefer: preferOn(today) })
  return new Map(
    owed.debts
      .filter(({ standing }) => standing === 'owed')
      .map(({ debt }) => [debt.id, debt.amountCents]),
  )
}

/** Years whose IPVA counted in one way before and counts in another way now. */
function yearsWithOtherWay(
  debts: ReadonlyMap<string, DebtNow>,
  before: ReadonlyMap<string, bigint>,
  after: ReadonlyMap<string, bigint>,
): ReadonlySet<number | null> {
  const waysOf = (counted: ReadonlyMap<string, bigint>) => {
    const ways = new Map<number | null, string>()
    for (const id of counted.keys()) {
      const debt = debts.get(id)
      const way = debt === undefined ? undefined : wayOfKind(debt.kind)
      if (debt !== undefined && way !== undefined) ways.set(debt.year, way)
    }
    return ways
  }
  const now = waysOf(after)
  const changed = [...waysOf(before)].filter(([year, way]) => (now.get(year) ?? way) !== way)
  return new Set(changed.map(([year]) => year))
}
