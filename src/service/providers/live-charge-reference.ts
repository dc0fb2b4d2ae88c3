/**
 * Pure. What a live order's `reference` says: the other service's id of it, or how far its opening
 * came. Without either its first opening was interrupted.
 */
import { isUuid } from '../../contract/scalar.ts'
import type { Charge } from './payments.ts'

export type ChargeStanding =
  | { readonly standing: 'open'; readonly id: string }
  /** Certainly not there yet: to be sent again. */
  | { readonly standing: 'unsent' }
  /** Sent once, and the answer was lost. */
  | { readonly standing: 'doubt'; readonly sinceMs: number }

const DOUBT = /^doubt\/([0-9]{1,16})$/

export const UNSENT = 'unsent'

export function doubtSince(nowMs: number): string {
  return `doubt/${nowMs}`
}

export function standingOf({ reference, createdAtMs }: Charge): ChargeStanding {
  if (isUuid(reference)) return { standing: 'open', id: reference }
  if (reference === UNSENT) return { standing: 'unsent' }
  const since = DOUBT.exec(reference)?.[1]
  return { standing: 'doubt', sinceMs: since === undefined ? createdAtMs : Number(since) }
}
