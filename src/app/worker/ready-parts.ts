/** Notes the parts of a night for other workers, once each account is at work or has ended. */
import type { NightPart } from './night-work.ts'

export interface ReadyParts {
  ready(part: NightPart): Promise<void>
  /** Call it when one account's part has ended; `hasBeenReady`: whether it had begun to work. */
  over(hasBeenReady: boolean): void
}

/** `note`: called once, with at least one part. */
export function readyParts(
  count: number,
  note: (parts: readonly [NightPart, ...NightPart[]]) => Promise<void>,
): ReadyParts {
  const parts: NightPart[] = []
  let awaited = count
  const one = async (): Promise<void> => {
    awaited -= 1
    const [first, ...others] = parts
    if (awaited === 0 && first !== undefined) await note([first, ...others])
  }
  return {
    ready: (part) => {
      parts.push(part)
      return one()
    },
    over: (hasBeenReady) => {
      // An error of the ledger is ignored: the other parts report it from their own work.
      if (!hasBeenReady) void one().catch(() => undefined)
    },
  }
}
