/** What happened in one world or in many, as numbers that can be added. */
import type { Counted } from './faults.ts'

export interface Figures {
  seeds: number
  turns: number
  crashes: number
  forgotten: number
  freezes: number
  /** Requests of ours that left. */
  requests: number
  readonly faults: Partial<Record<Counted, number>>
  /** Effects by their end. */
  readonly effects: Record<string, number>
  paid: number
  /** More than one thing for one key that the page calls undecidable. */
  undecidable: number
  duplicates: number
  lost: number
  quotaBreaks: number
  /** Other rules that were broken. */
  broken: number
}

export function noFigures(): Figures {
  return {
    seeds: 0,
    turns: 0,
    crashes: 0,
    forgotten: 0,
    freezes: 0,
    requests: 0,
    faults: {},
    effects: {},
    paid: 0,
    undecidable: 0,
    duplicates: 0,
    lost: 0,
    quotaBreaks: 0,
    broken: 0,
  }
}

export function addFigures(sum: Figures, one: Figures): void {
  for (const name of NUMBERS) sum[name] += one[name]
  addCounts(sum.effects, one.effects)
  addCounts(sum.faults, one.faults)
}

const NUMBERS = [
  'seeds',
  'turns',
  'crashes',
  'forgotten',
  'freezes',
  'requests',
  'paid',
  'undecidable',
  'duplicates',
  'lost',
  'quotaBreaks',
  'broken',
] as const

function addCounts(sum: Record<string, number>, one: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count
}
