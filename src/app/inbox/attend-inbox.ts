/** The watched folder beside a night's work: reports what happens; its errors stop nothing. */
import { wallClock, type Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import type { Inbox, Looked } from './inbox.ts'
import { inboxLines, type InboxEvent } from './inbox-words.ts'
import { openInbox } from './open-inbox.ts'

const NOTHING: Looked = { taken: 0, waiting: 0, againInMs: undefined }

/** Imports the files that are there before the night begins. Rejects as the ledger does. */
export async function takeInbox(context: AppContext, ledger: OpenLedger): Promise<void> {
  const inbox = await attendInbox(context, ledger)
  if (inbox !== undefined) await lookOnce(inbox, wallClock, context.stop)
}

/**
 * `line`: prints a line of a worker. Undefined where no folder is watched; otherwise never rejects,
 * and warns about the whole folder once while the problem lasts.
 */
export async function attendInbox(
  context: AppContext,
  ledger: OpenLedger,
  line: (text: string) => void = (text) => context.output.line(text),
): Promise<Pick<Inbox, 'look'> | undefined> {
  const { output } = context
  const tell = (event: InboxEvent): void => {
    for (const text of inboxLines(event, output)) {
      if (event.kind === 'trouble') output.warn(text)
      else line(text)
    }
  }
  const inbox = await openInbox(context, ledger, tell)
  if (inbox === undefined) return undefined
  let said = ''
  return {
    look: async (options) => {
      try {
        const looked = await inbox.look(options)
        said = ''
        return looked
      } catch (error) {
        const text = error instanceof Failure ? error.in(output.locale) : String(error)
        if (text !== said) output.warn(text)
        said = text
        return NOTHING
      }
    },
  }
}

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
