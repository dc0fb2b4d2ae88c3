/** The simulated provider: the simulated world's answer, after a delay that the vehicle decides. */
import { groupOfKind } from '../../fleet/debt-kind.ts'
import { plainDay } from '../../clock.ts'
import { answerVehicle, fingerprintOf } from '../simulation/answer-vehicle.ts'
import { draw } from '../simulation/draw.ts'
import type { DebtLookup, LookupProgress, LookupQuestion } from './debt-lookup.ts'

export interface ProviderDelay {
  readonly minMs: number
  readonly maxMs: number
}

export interface MockLookupOptions {
  readonly seed: number
  readonly delay: ProviderDelay
  readonly timeZone: string
}

const SEARCHING_FROM = 0.2
const COLLECTING_FROM = 0.6

/** Nothing runs between question and answer: it is due at an instant, and then it is there. */
export function mockLookup(options: MockLookupOptions): DebtLookup {
  const dueMs = (question: LookupQuestion): number => {
    const { renavam, uf } = question.vehicle
    const { minMs, maxMs } = options.delay
    return question.askedAtMs + draw(options.seed, renavam, uf, 'delay').integer(minMs, maxMs)
  }
  return {
    mode: 'mock',
    begin: async (question) => {
      const { askedAtMs } = question
      const first = waiting(askedAtMs, dueMs(question), askedAtMs)
      return { reference: '', lookAtMs: first.lookAtMs }
    },
    look: async (question, _reference, nowMs) => {
      const due = dueMs(question)
      return nowMs >= due ? answer(options, question) : waiting(question.askedAtMs, due, nowMs)
    },
  }
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
