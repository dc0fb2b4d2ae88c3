/**
 * Pure. What a live order's `reference` says: the other service's id of it, or how far its opening
 * came. Nothing written means that its first opening was interrupted.
 */
import type { Charge } from './payments.ts'

export type ChargeStanding =
  | { readonly standing: 'open'; readonly id: string }
  /** Certainly not there yet: to be sent again. */
  | { readonly standing: 'unsent' }
  /** Sent once, and the answer was lost. */
  | { readonly standing: 'doubt'; readonly sinceMs: number }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DOUBT = /^doubt\/([0-9]{1,16})$/

export const UNSENT = 'unsent'

export function doubtSince(nowMs: number): string {
  return `doubt/${nowMs}`
}

export function standingOf({ reference, createdAtMs }: Charge): ChargeStanding {
  if (UUID.test(reference)) return { standing: 'open', id: reference }
  if (reference === UNSENT) return { standing: 'unsent' }
  const since = DOUBT.exec(reference)?.[1]
  return { standing: 'doubt', sinceMs: since === undefined ? createdAtMs : Number(since) }
}
