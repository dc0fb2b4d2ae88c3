/** Pure. A round's figures as one line, for the test's annotations and docs/money.md. */
import type { Seen } from '../../support/fault-proxy/fate.ts'

export interface RoundFigures {
  readonly seed: number
  readonly moments: readonly string[]
  readonly resumeMs: readonly number[]
  readonly seen: readonly Seen[]
}

export function roundInWords({ seed, moments, resumeMs, seen }: RoundFigures): string {
  const faults = seen.map(({ fault }) => fault).filter((kind) => kind !== 'none')
  const sorted = resumeMs.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return [
    `seed ${seed}: ${moments.length} kills (${tally(moments)})`,
    `${seen.length} requests, ${faults.length} spoiled (${tally(faults)})`,
    `first work of ${sorted.length} starts after ${seconds(at(0.5))} (median), ${seconds(at(1))} (most)`,
  ].join('; ')
}

function tally(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
