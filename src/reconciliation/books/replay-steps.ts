/**
 * Pure. The steps of a vehicle's history in the order in which the ledger learned them: answers and
 * moves by orders, changes of the vehicle, and the days on which a choice between ways of paying
 * the IPVA changes by itself.
 */
import type {
  HistoricChange,
  HistoricEvent,
  VehicleHistory,
} from '../../ledger/histories/vehicle-histories.ts'
import { wayOfKind, type IpvaPolicy } from '../debts/ipva-alternatives.ts'
import type { Known } from './knowledge.ts'
import { daysAfter, startOfDay } from '../../fleet/calendar/months.ts'

export interface ReplayPolicy {
  readonly zone: string
  /** The last day that is replayed, YYYY-MM-DD. */
  readonly until: string
  /** Which way of paying the IPVA the fleet preferred on a day. */
  readonly preferOn: (day: string) => IpvaPolicy['prefer']
  /** Days on which that preference changes. */
  readonly preferenceDays: readonly string[]
}

export interface Step {
  readonly at: Date
  readonly known: Known
  /** At most one of each debt. */
  readonly events: readonly HistoricEvent[]
  /** The vehicle's holder changes. */
  readonly isChange: boolean
}

export function stepsOf(history: VehicleHistory, policy: ReplayPolicy): Step[] {
  const steps = [...dayComes(history, policy), ...changeSteps(history.changes)]
  steps.push(...eventSteps(history.events))
  // Stable: what has the same instant stays in this order, and events in theirs.
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** The day after a single payment was due; the days on which the preference changes. */
function dayComes({ debts }: VehicleHistory, policy: ReplayPolicy): Step[] {
  const days = new Set(policy.preferenceDays)
  for (const { kind, dueDate } of debts) {
    if (wayOfKind(kind) === 'single' && dueDate !== null) days.add(daysAfter(dueDate, 1))
  }
  return [...days]
    .filter((day) => day <= policy.until)
    .map((day) => {
      const ms = startOfDay(day, policy.zone)
      return { at: new Date(ms), known: { table: 'clock', ms }, events: [], isChange: false }
    })
}

/** A file changes several fields at once. */
function changeSteps(changes: readonly HistoricChange[]): Step[] {
  const steps: Step[] = []
  for (const { seq, at } of changes) {
    if (steps.at(-1)?.at.getTime() === at.getTime()) steps.pop()
    steps.push({ at, known: { table: 'vehicle', seq }, events: [], isChange: true })
  }
  return steps
}

/** One step an answer or move. */
function eventSteps(events: readonly HistoricEvent[]): Step[] {
  const steps: (Step & { events: HistoricEvent[] })[] = []
  for (const event of events) {
    const open = steps.at(-1)
    const known = { table: 'debt', seq: event.seq } as const
    if (open !== undefined && belongs(open, event)) {
      open.events.push(event)
      steps[steps.length - 1] = { ...open, known }
    } else {
      steps.push({ at: event.at, known, events: [event], isChange: false })
    }
  }
  return steps
}

function belongs(step: Step, event: HistoricEvent): boolean {
  const [first] = step.events
  return (
    step.at.getTime() === event.at.getTime() &&
    first?.consultationId === event.consultationId &&
    first.orderId === event.orderId &&
    !step.events.some(({ debtId }) => debtId === event.debtId)
  )
}
