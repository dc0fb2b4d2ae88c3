/** Pure. Chooses faults by data: for the nth request of a shape, or by a seed and shares. */
import type { Random } from '../../../src/random.ts'
import type { Asked, ChooseFault, Fault } from './fate.ts'

const NONE: Fault = { kind: 'none' }

export interface PlannedFault {
  readonly method: string
  readonly path: RegExp
  /** From 1, counted for each entry by itself. */
  readonly nth: number
  readonly fault: Fault
}

/** The first entry whose turn it is acts; every entry counts what fits it. */
export function planned(entries: readonly PlannedFault[]): ChooseFault {
  const met = entries.map(() => 0)
  return (asked) => {
    let chosen: Fault | undefined
    for (const [index, entry] of entries.entries()) {
      if (!fits(entry, asked)) continue
      met[index] = (met[index] ?? 0) + 1
      if (met[index] === entry.nth) chosen ??= entry.fault
    }
    return chosen ?? NONE
  }
}

export interface FaultShares {
  readonly method: string
  readonly path: RegExp
  /** Of the requests that fit, the share that meets each fault, 0 to 1; the rest meets none. */
  readonly shares: readonly (readonly [share: number, fault: Fault])[]
}

/** The first group that fits decides; the same seed and the same requests give the same faults. */
export function seeded(random: Random, groups: readonly FaultShares[]): ChooseFault {
  return (asked) => {
    const drawn = random.next()
    const group = groups.find((each) => fits(each, asked))
    let below = 0
    for (const [share, fault] of group?.shares ?? []) {
      below += share
      if (drawn < below) return fault
    }
    return NONE
  }
}

function fits({ method, path }: { method: string; path: RegExp }, asked: Asked): boolean {
  return asked.method === method && path.test(asked.path)
}
