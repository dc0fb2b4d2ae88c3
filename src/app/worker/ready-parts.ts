/** Notes the parts of a night for other workers, once each account is at work or has ended. */
import type { NightPart } from './night-work.ts'

/** `note`: called once, with at least one part. */
export function readyParts(
  count: number,
  note: (parts: readonly [NightPart, ...NightPart[]]) => Promise<void>,
) {
  const parts: NightPart[] = []
  let awaited = count
  const one = async (): Promise<void> => {
    awaited -= 1
    const [first, ...others] = parts
    if (awaited === 0 && first !== undefined) await note([first, ...others])
  }
  return {
    ready: (part: NightPart): Promise<void> => {
      parts.push(part)
      return one()
    },
    /** Call it when one account's part has ended; `hasBeenReady`: whether it had begun to work. */
    over: (hasBeenReady: boolean): void => {
      // An error of the ledger is ignored: the other parts report it from their own work.
      if (!hasBeenReady) void one().catch(() => undefined)
    },
  }
}
