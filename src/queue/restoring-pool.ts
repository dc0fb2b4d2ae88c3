/**
 * The queue's pool when somebody drops its schema, as its own messages allow: it is made again and
 * the statement repeated, since the schema holds nothing that the ledger does not know.
 */
import { migrateQueue } from './migrate.ts'
import type { QueuePool } from './listening-pool.ts'

/** It may be dropped again while it is made. */
const RESTORES_MAX = 3
/**
 * undefined_table, invalid_schema_name, undefined_function, undefined_object; deadlock_detected,
 * since the one who drops holds what a statement waits for.
 */
const GONE: ReadonlySet<unknown> = new Set(['42P01', '3F000', '42883', '42704', '40P01'])
/** What a statement in the middle of a drop is told instead. */
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
    // BullMQ's statements stand alone, so one that found nothing there may be said again.
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
