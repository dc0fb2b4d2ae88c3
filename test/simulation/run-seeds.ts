/** Lives the worlds of many seeds on one kind of ledger, one after the other. */
import type { Counts, Story } from './chronicle.ts'
import type { Ledger } from './ledger/ledger.ts'
import { openMemoryLedger } from './ledger/open-memory.ts'
import { openSqlLedgers } from './ledger/open-sql.ts'
import type { Rows } from './ledger/rows.ts'
import { smallWorld, type Parameters } from './parameters.ts'
import type { Scheduler } from './scheduler.ts'
import { runWorld, type WorldOptions } from './world.ts'

export type Engine = 'memory' | 'pglite'

export type Live = (options: Omit<WorldOptions, 'openLedger'>) => Promise<Story>

export interface Worlds extends AsyncDisposable {
  readonly live: Live
}

/** `changes`: what a world on this engine is like, whatever its seed says. */
export async function openWorlds(engine: Engine): Promise<Worlds> {
  if (engine === 'memory') {
    return { live: inMemory(), [Symbol.asyncDispose]: async () => undefined }
  }
  const ledgers = await openSqlLedgers()
  return {
    live: (options) => {
      const changes: Partial<Parameters> = { ...smallWorld, ...options.changes }
      const openLedger = (scheduler: Scheduler): Promise<Ledger> =>
        ledgers.next(() => scheduler.nowMs())
      return runWorld({ ...options, changes, openLedger })
    },
    [Symbol.asyncDispose]: () => ledgers[Symbol.asyncDispose](),
  }
}

/** `replace` is for a bug that is planted into the tables. */
export function inMemory(replace?: (rows: Rows) => Rows): Live {
  return (options) =>
    runWorld({
      ...options,
      openLedger: async (scheduler) => {
        const now = (): number => scheduler.nowMs()
        return openMemoryLedger({ clock: { now, uptime: now, sleep: async () => {} } }, replace)
      },
    })
}

export interface Result {
  readonly counts: Counts
  readonly failed: readonly Story[]
  /** Of the hashes of all logs, in order. */
  readonly hashes: readonly string[]
}

export async function liveSeeds(
  live: Live,
  seeds: Iterable<number>,
  each: (story: Story) => boolean = () => true,
): Promise<Result> {
  const counts: Counts = {}
  const failed: Story[] = []
  const hashes: string[] = []
  for (const seed of seeds) {
    const story = await live({ seed })
    for (const [what, count] of Object.entries(story.counts)) {
      counts[what] = (counts[what] ?? 0) + count
    }
    hashes.push(story.hash)
    if (story.broken.length > 0) failed.push(story)
    if (!each(story)) break
  }
  return { counts, failed, hashes }
}

export function* range(from: number, count: number, step = 1): Generator<number> {
  for (let index = 0; index < count; index += 1) yield from + index * step
}
