/** The simulated provider: the simulated world's answer, after a delay that the vehicle decides. */
import { groupOfKind } from '../../fleet/debt-kind.ts'
import { plainDay } from '../../clock.ts'
import { answerVehicle, fingerprintOf } from '../simulation/answer-vehicle.ts'
import { draw } from '../simulation/draw.ts'
import {
  faultIn,
  faultyAnswer,
  type LookupFault,
  type LookupFaults,
} from '../faults/lookup-faults.ts'
import { referenceOf } from '../faults/lookup-faults.ts'
import type { DebtLookup, LookupProgress, LookupQuestion } from '../debt-lookup.ts'

export interface ProviderDelay {
  readonly minMs: number
  readonly maxMs: number
}

export interface MockLookupOptions {
  readonly seed: number
  readonly delay: ProviderDelay
  readonly timeZone: string
  readonly faults?: LookupFaults | undefined
}

const SEARCHING_FROM = 0.2
const COLLECTING_FROM = 0.6

/** Nothing runs between question and answer: it is due at an instant, and then it is there. */
export function mockLookup(options: MockLookupOptions): DebtLookup {
  const dueMs = (question: LookupQuestion, fault: LookupFault | null): number => {
    const { renavam, uf } = question.vehicle
    const { minMs, maxMs } = options.delay
    const delayMs = draw(options.seed, renavam, uf, 'delay').integer(minMs, maxMs)
    return question.askedAtMs + delayMs + addedMs(fault)
  }
  return {
    mode: 'mock',
    begin: async (question) => {
      const { askedAtMs } = question
      const fault = options.faults?.chosen() ?? null
      const first = waiting(askedAtMs, dueMs(question, fault), askedAtMs)
      return { reference: referenceOf(fault), lookAtMs: first.lookAtMs }
    },
    look: async (question, reference, nowMs) => {
      const fault = faultIn(reference)
      const due = dueMs(question, fault)
      if (nowMs < due) return faultyWait(fault, waiting(question.askedAtMs, due, nowMs))
      const told = answer(options, question)
      const inWorld = options.faults?.inWorld(question, told) ?? told
      return fault === null ? inWorld : faultyAnswer(fault, question, inWorld)
    },
  }
}

/** Ten years: longer than anybody looks, and still a date. */
const NEVER_MS = 315_360_000_000

function addedMs(fault: LookupFault | null): number {
  if (fault?.fault === 'consultation-stuck') return NEVER_MS
  return fault?.fault === 'consultation-slow' ? fault.ms : 0
}

/** The stages in an order that nobody expects; the wait itself is the same. */
const ODD_STAGES = { queued: 'queued', searching: 'collecting', collecting: 'searching' } as const

function faultyWait(fault: LookupFault | null, wait: ReturnType<typeof waiting>) {
  return fault?.fault === 'stages-odd' ? { ...wait, stage: ODD_STAGES[wait.stage] } : wait
}

/** The stages of a wait as parts of it, and the instant at which the next one begins. */
function waiting(askedAtMs: number, dueMs: number, nowMs: number) {
  const searchingMs = askedAtMs + Math.ceil((dueMs - askedAtMs) * SEARCHING_FROM)
  const collectingMs = askedAtMs + Math.ceil((dueMs - askedAtMs) * COLLECTING_FROM)
  const pending = { state: 'pending' } as const
  if (nowMs < searchingMs) return { ...pending, stage: 'queued', lookAtMs: searchingMs } as const
  if (nowMs >= collectingMs) return { ...pending, stage: 'collecting', lookAtMs: dueMs } as const
  return { ...pending, stage: 'searching', lookAtMs: collectingMs } as const
}

function answer(options: MockLookupOptions, question: LookupQuestion): LookupProgress {
  const { plate, renavam, uf } = question.vehicle
  const vehicle = { plate, renavam, uf }
  // The day of the question, so that an answer read a day later is still the answer to it.
  const today = plainDay(question.askedAtMs, options.timeZone)
  const world = answerVehicle(options.seed, vehicle, today, question.settled)
  if (world.outcome === 'failed') return { state: 'failed', ...world.failure }
  const items = world.debts.map((debt) => ({
    ...debt,
    group: groupOfKind[debt.kind],
    fingerprint: fingerprintOf(vehicle, debt),
    providerReference: '',
  }))
  return { state: 'ready', items }
}
