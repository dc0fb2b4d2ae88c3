/**
 * Ends work that would need more memory than this process may use, while a sentence can still be
 * said: the kernel and V8 end a process without one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Bilingual } from './bilingual.ts'
import { Failure } from './failure.ts'

export interface MemoryUse {
  readonly usedBytes: number
  readonly limitBytes: number
  /** Of the limit; what is above is left to one more chunk, and to the statement that keeps it. */
  readonly shareMax: number
}

export interface MemoryRoom {
  /** Of the process and of V8's heap, each with its limit. */
  uses(): readonly MemoryUse[]
  /** V8 keeps garbage while there is room, which must not count as need. */
  collect(): void
}

const MB = 1024 * 1024
const PROCESS_STATUS = '/proc/self/status'
const PROCESS_SHARE_MAX = 0.9
/** From four fifths on V8 ends the process as soon as its collections free little. */
const HEAP_SHARE_MAX = 0.7

/** Bytes that this process may use: the container's limit, else the machine's memory. */
export function memoryLimit(): number {
  const limit = process.constrainedMemory()
  const total = totalmem()
  // Without a limit some kernels tell an enormous one.
  return limit > 0 && limit < total ? limit : total
}

export const processMemory: MemoryRoom = {
  uses: () => {
    const heap = getHeapStatistics()
    return [
      { usedBytes: residentBytes(), limitBytes: memoryLimit(), shareMax: PROCESS_SHARE_MAX },
      {
        usedBytes: heap.used_heap_size,
        limitBytes: heap.heap_size_limit,
        shareMax: HEAP_SHARE_MAX,
      },
    ]
  },
  collect: () => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect()
  },
}

/** Pages of files can be dropped and read again, so Linux tells those that cannot apart. */
function residentBytes(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss()
  // Where no /proc is mounted nothing is known, and the heap's own limit has to be enough.
  if (!existsSync(PROCESS_STATUS)) return 0
  const kb = /^RssAnon:\s+(\d+)/m.exec(readFileSync(PROCESS_STATUS, 'latin1'))?.[1]
  return kb === undefined ? process.memoryUsage.rss() : Number(kb) * 1024
}

/** Throws `memory-short`. `undone`: what was left undone, and what to do besides giving more. */
export function requireMemory(room: MemoryRoom, undone: Bilingual): void {
  if (tightest(room) === undefined) return
  room.collect()
  const tight = tightest(room)
  if (tight === undefined) return
  const limit = `${Math.floor(tight.limitBytes / MB)} MB`
  throw new Failure('memory-short', {
    pt: `A memória não basta: este processo pode usar ${limit}. ${undone.pt}`,
    en: `Memory is too short: this process may use ${limit}. ${undone.en}`,
  })
}

function tightest(room: MemoryRoom): MemoryUse | undefined {
  const isTight = ({ usedBytes, limitBytes, shareMax }: MemoryUse): boolean =>
    usedBytes > limitBytes * shareMax
  return room.uses().find(isTight)
}

/** Passes on what it is given, and requires memory before each piece. */
export async function* withMemory<T>(
  pieces: AsyncIterable<T>,
  room: MemoryRoom,
  undone: Bilingual,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    requireMemory(room, undone)
    yield piece
  }
}
