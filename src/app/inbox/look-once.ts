/** Imports what is in the watched folder now, by two looks that are the settling time apart. */
import type { Clock } from '../../clock.ts'
import type { Inbox } from './inbox.ts'

/** Files that keep being dropped must not keep a night from beginning. */
const LOOKS_MAX = 20

/** Returns how many files wait for a later look. */
export async function lookOnce(
  inbox: Pick<Inbox, 'look'>,
  clock: Clock,
  stop: AbortSignal,
): Promise<number> {
  const first = await inbox.look({ takes: true })
  if (first.againInMs === undefined) return first.waiting
  await clock.sleep(first.againInMs, stop)
  let { waiting } = first
  for (let looks = 0; looks < LOOKS_MAX && !stop.aborted; looks++) {
    const looked = await inbox.look({ takes: true })
    waiting = looked.waiting
    if (looked.taken === 0 || waiting === 0) break
  }
  return waiting
}
