/** What the watched folder holds of a fleet, for its pages: what waits, what became of the rest. */
import { lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { instant } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { inboxFleets } from './inbox-fleets.ts'
import { DONE, REFUSED, shownName, stampedAtMs } from '../inbox-names.ts'
import { claimFolder, homesIn, listInbox, namesIn } from './list-inbox.ts'
import { sourceOf } from './take-file.ts'

export interface InboxEntry {
  readonly state: 'waiting' | 'working' | 'done' | 'opened' | 'refused'
  /** As it was dropped. */
  readonly name: string
  /** By which a person asks for a file that waits; without line ends, which forms change. */
  readonly key: string | undefined
  /** When it was dropped, or when it was taken. */
  readonly at: string
  /** The path of the file with its verdicts. */
  readonly verdict: string | undefined
  /** Why it was refused, in the language of whoever took it. */
  readonly why: string | undefined
}

export interface OfFleet {
  readonly fleet: string
  /** The embedded service's. */
  readonly account: string
  /** Those of `holders` whose process is gone: what they had claimed waits. */
  readonly gone: (holders: readonly string[]) => Promise<readonly string[]>
}

/** The newest of each state. */
const SHOWN_MAX = 10
const REASON_BYTES_MAX = 4_096
const VERDICT = /\.(?:veredito|verdict)\.(?:csv|xlsx|ods)$/
const REASON = /\.(?:motivo|reason)\.txt$/
const STAMP = /^\d{8}-\d{6}-(?:\d{1,3}-)?/

/** Undefined where no folder is watched. Throws a Failure where it cannot be read. */
export async function inboxOverview(
  config: Config,
  { fleet, account, gone }: OfFleet,
): Promise<InboxEntry[] | undefined> {
  const { FROTA_INBOX_DIR: root, FROTA_TIME_ZONE: zone } = config
  if (root === undefined) return undefined
  const fleets = inboxFleets(config, account)
  let left: readonly string[] = []
  const listing = await listInbox({
    root,
    fleetOf: (folder) => fleets.of(folder),
    claimsOf: async (holders) => {
      left = [...left, ...(await gone(holders)).map(claimFolder)]
      return holders
    },
  })
  const dropped = listing.files.filter((file) => file.fleet === fleet)
  const entries = dropped.slice(0, SHOWN_MAX).map(({ isClaimed, path, ...file }): InboxEntry => ({
    state: isClaimed && !left.includes(basename(dirname(path))) ? 'working' : 'waiting',
    name: shownName(file.name),
    key: encodeURIComponent(file.key),
    at: instant(Math.trunc(file.mtimeMs)),
    verdict: undefined,
    why: undefined,
  }))
  for (const home of await homesIn(root)) {
    if (fleets.of(home === root ? '' : basename(home)) !== fleet) continue
    entries.push(...(await laidIn(join(home, REFUSED), 'refused', zone)))
    entries.push(...(await laidIn(join(home, DONE), 'done', zone)))
  }
  return entries
}

async function laidIn(folder: string, state: 'done' | 'refused', zone: string) {
  // A link in the place of our own folder is not followed.
  if ((await lstat(folder).catch(() => undefined))?.isDirectory() !== true) return []
  const names = await namesIn(folder)
  const laid = names.flatMap((name) => {
    const atMs = VERDICT.test(name) || REASON.test(name) ? undefined : stampedAtMs(name, zone)
    return atMs === undefined ? [] : [{ name, atMs }]
  })
  const newest = laid.toSorted((a, b) => b.atMs - a.atMs).slice(0, SHOWN_MAX)
  return Promise.all(
    newest.map(async ({ name, atMs }): Promise<InboxEntry> => {
      const beside = (ending: RegExp): string | undefined => {
        const found = names.find((each) => each.startsWith(`${name}.`) && ending.test(each))
        return found === undefined ? undefined : join(folder, found)
      }
      const reason = beside(REASON)
      return {
        state: state === 'done' && reason !== undefined ? 'opened' : state,
        key: undefined,
        name: shownName(name.replace(STAMP, '')),
        at: instant(atMs),
        verdict: beside(VERDICT),
        why: reason === undefined ? undefined : await whyIn(reason),
      }
    }),
  )
}

/** The sentence between the file's name and what to do. */
async function whyIn(path: string): Promise<string | undefined> {
  let text = ''
  for await (const piece of sourceOf(path)()) {
    text += Buffer.from(piece).toString()
    if (text.length > REASON_BYTES_MAX) break
  }
  return text.split('\r\n')[2]
}
