/**
 * Pure. Which of the files in the watched folder are complete: those whose size, time and identity
 * were the same at two looks that lie far enough apart.
 */

export interface FoundFile {
  /** Path inside the watched folder; unique among the files found. */
  readonly key: string
  /** Absolute path. */
  readonly path: string
  /** The folder of its fleet, absolute: results go into folders inside it. */
  readonly home: string
  /** The file's name alone, as it was dropped. */
  readonly name: string
  readonly fleet: string
  readonly size: number
  readonly mtimeMs: number
  /** Device and inode, by which a replaced file of the same name is noticed. */
  readonly inode: string
  /** True if a process claimed it and did not finish with it. */
  readonly isClaimed: boolean
}

export interface SeenFile {
  readonly size: number
  readonly mtimeMs: number
  readonly inode: string
  /** Uptime in ms at which it was first seen unchanged. */
  readonly sinceMs: number
}

export type InboxMemory = ReadonlyMap<string, SeenFile>

export interface StillFile {
  readonly file: FoundFile
  readonly stillMs: number
}

export interface Decision {
  /** Files that have not changed for long enough, in the order in which they are imported. */
  readonly still: readonly StillFile[]
  /** How many files may still be incomplete. */
  readonly waiting: number
  /** Uptime in ms at which the first of those may be complete. */
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
    // Two looks are always needed, even when `settleMs` is very short.
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

/** The newest file is imported last, because it is the current one; claimed files go first. */
function oldestFirst({ file: one }: StillFile, { file: other }: StillFile): number {
  if (one.isClaimed !== other.isClaimed) return one.isClaimed ? -1 : 1
  if (one.mtimeMs !== other.mtimeMs) return one.mtimeMs - other.mtimeMs
  return one.key < other.key ? -1 : 1
}
