/**
 * Requests whose answer was lost and that are processed later. They wait in memory, without a
 * timer: the first request after their time processes them before itself. A restart drops them.
 */
import type { Clock } from '../../clock.ts'
import { Refusal } from '../http/refusal.ts'

export type LateRequests = ReturnType<typeof openLateRequests>

/** Beyond this number the oldest is dropped, as if the request itself had been lost. */
const WAITING_MAX = 1_000

/** Late work has no caller left, so a Refusal is dropped; `onBug` gets any other error. */
export function openLateRequests(clock: Pick<Clock, 'now'>, onBug?: (error: unknown) => void) {
  let waiting: { dueMs: number; work: () => Promise<void> }[] = []
  return {
    add: (ms: number, work: () => Promise<void>): void => {
      waiting.push({ dueMs: clock.now() + ms, work })
      if (waiting.length > WAITING_MAX) waiting.shift()
    },
    runDue: async (): Promise<void> => {
      if (waiting.length === 0) return
      const nowMs = clock.now()
      const due = waiting.filter(({ dueMs }) => dueMs <= nowMs)
      // Taken off before the first one runs, so that no other request runs it too.
      waiting = waiting.filter(({ dueMs }) => dueMs > nowMs)
      for (const { work } of due) {
        await work().catch((error: unknown) => {
          if (!(error instanceof Refusal)) onBug?.(error)
        })
      }
    },
  }
}
