/** What a limiter's runs come to: refusals by kind of server, speed, the worst rolling hour. Pure. */
import { HOUR_MS, judge } from './server-windows.ts'
import type { Verdict } from './server-windows.ts'
import type { Outcome } from './world.ts'

export interface Figures {
  /** Requests that the servers of the run answered with 429, for each 1,000 vehicles. */
  readonly refusedPerThousand: number
  /** What each kind of server would have refused of the same arrivals, for each 1,000 vehicles. */
  readonly rollingPerThousand: number
  readonly fixedPerThousand: number
  readonly bucketPerThousand: number
  readonly weightedPerThousand: number
  /** Of any run and credential. */
  readonly mostInRollingHour: number
  readonly optimumHours: number
  /** Of the slowest run. */
  readonly hours: number
  readonly shareOfOptimum: number
  /** When each credential had sent its first `max`, at the latest. */
  readonly firstMs: number
}

/** `outcomes`: of the same task with different seeds. */
export function measure(
  outcomes: readonly Outcome[],
  task: { readonly vehicles: number; readonly max: number },
): Figures {
  const { vehicles, max } = task
  const perCredential = outcomes.flatMap(({ arrivals }) => arrivals)
  const verdicts = perCredential.map((arrivals) => judge(arrivals, max))
  const perThousand = (total: number): number => (total * 1000) / vehicles / outcomes.length
  const refused = (kind: keyof Verdict): number =>
    perThousand(verdicts.reduce((sum, verdict) => sum + verdict[kind], 0))
  const credentials = outcomes[0]?.arrivals.length ?? 1
  const optimumHours = Math.ceil(vehicles / (max * credentials)) - 1
  const hours = Math.max(...perCredential.map((arrivals) => arrivals.at(-1) ?? 0)) / HOUR_MS
  return {
    refusedPerThousand: perThousand(outcomes.reduce((sum, outcome) => sum + outcome.refused, 0)),
    rollingPerThousand: refused('rolling'),
    fixedPerThousand: refused('fixed'),
    bucketPerThousand: refused('bucket'),
    weightedPerThousand: refused('weighted'),
    mostInRollingHour: Math.max(...verdicts.map((verdict) => verdict.mostInRollingHour)),
    optimumHours,
    hours,
    shareOfOptimum: optimumHours / hours,
    firstMs: Math.max(...perCredential.map((arrivals) => arrivals[max - 1] ?? 0)),
  }
}

/** Whether a server that counts, in whichever of the three ways, would have refused anything. */
export function breaksRule(figures: Figures, max: number): boolean {
  const { rollingPerThousand, fixedPerThousand, bucketPerThousand, mostInRollingHour } = figures
  const refused = rollingPerThousand + fixedPerThousand + bucketPerThousand
  return refused > 0 || mostInRollingHour > max
}
