/**
 * A pool that recreates the queue's schema when somebody dropped it, as our messages allow, and
 * repeats the statement: the schema holds nothing that the ledger does not know.
 */
import { migrateQueue } from './migrate.ts'
import type { QueuePool } from './listening-pool.ts'

/** The schema may be dropped again while it is recreated. */
const RESTORES_MAX = 3
/**
 * undefined_table, invalid_schema_name, undefined_function, undefined_object; deadlock_detected,
 * since the one who drops holds what a statement waits for.
 */
const GONE: ReadonlySet<unknown> = new Set(['42P01', '3F000', '42883', '42704', '40P01'])
/** Messages of errors that a statement gets while the drop is under way. */
const GOING = /^(cache lookup failed|could not open relation|tuple concurrently)/

export function restoringPool(pool: QueuePool): QueuePool {
  let restoring: Promise<void> | undefined
  const restore = (): Promise<void> => {
    restoring ??= migrateQueue(pool).finally(() => {
      restoring = undefined
    })
    return restoring
  }
  return {
    // Each BullMQ statement is its own transaction, so a failed one can be repeated.
    query: async (text, params) => {
      for (let restores = 0; ; restores += 1) {
        try {
          return await pool.query(text, params)
        } catch (error) {
          if (!isGone(error) || restores >= RESTORES_MAX) throw error
          await restore().catch((cause: unknown) => {
            if (!isGone(cause)) throw cause
          })
        }
      }
    },
    connect: () => pool.connect(),
  }
}

function isGone(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return GONE.has(error.code) || GOING.test(error.message)
}
