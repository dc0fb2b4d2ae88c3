/**
 * Pure. Which of the files in the watched folder are complete: those whose size, time and identity
 * were the same at two looks that lie far enough apart.
 */

export interface FoundFile {
  /** Its path inside the watched folder; names it among all that are found. */
  readonly key: string
  /** Absolute. */
  readonly path: string
  /** The folder of its fleet, absolute: results go into folders inside it. */
  readonly home: string
  /** Of the file alone, as it was dropped. */
  readonly name: string
  readonly fleet: string
  readonly size: number
  readonly mtimeMs: number
  /** With the device: another file under the same name is another file. */
  readonly inode: string
  /** Somebody claimed it already and did not come to an end with it. */
  readonly isClaimed: boolean
}

export interface SeenFile {
  readonly size: number
  readonly mtimeMs: number
  readonly inode: string
  /** On the uptime clock: since when it has been as it is. */
  readonly sinceMs: number
}

export type InboxMemory = ReadonlyMap<string, SeenFile>

export interface StillFile {
  readonly file: FoundFile
  readonly stillMs: number
}

export interface Decision {
  /** Those that have not changed for long enough, in the order in which they are taken. */
  readonly still: readonly StillFile[]
  /** How many may still be written. */
  readonly waiting: number
  /** When the first of those may be complete, on the uptime clock. */
  readonly againAtMs: number | undefined
  readonly memory: InboxMemory
}

export function decide(
  found: readonly FoundFile[],
  memory: InboxMemory,
  { nowMs, settleMs }: { nowMs: number; settleMs: number },
): Decision {
  const next = new Map<string, SeenFile>()
  const still: StillFile[] = []
  let waiting = 0
  let againAtMs: number | undefined
  for (const file of found) {
    const before = memory.get(file.key)
    const isSame = before !== undefined && isAsBefore(file, before)
    const sinceMs = isSame ? before.sinceMs : nowMs
    const { size, mtimeMs, inode } = file
    next.set(file.key, { size, mtimeMs, inode, sinceMs })
    // Seen once is never enough, however short the time between two looks is made.
    if (isSame && nowMs - sinceMs >= settleMs) {
      still.push({ file, stillMs: nowMs - sinceMs })
    } else {
      waiting += 1
      againAtMs = Math.min(againAtMs ?? Number.POSITIVE_INFINITY, sinceMs + settleMs)
    }
  }
  return { still: still.toSorted(oldestFirst), waiting, againAtMs, memory: next }
}

function isAsBefore(file: FoundFile, seen: SeenFile): boolean {
  return file.size === seen.size && file.mtimeMs === seen.mtimeMs && file.inode === seen.inode
}

/** A later file says what is right now, so it comes last; what was begun goes first. */
function oldestFirst({ file: one }: StillFile, { file: other }: StillFile): number {
  if (one.isClaimed !== other.isClaimed) return one.isClaimed ? -1 : 1
  if (one.mtimeMs !== other.mtimeMs) return one.mtimeMs - other.mtimeMs
  return one.key < other.key ? -1 : 1
}
