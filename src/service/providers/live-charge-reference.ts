/**
 * Pure. What a live order's `reference` says: the other service's id of it, or how far its opening
 * came. Without either its first opening was interrupted.
 */
import { isUuid } from '../../contract/scalar.ts'
import type { Charge } from './payments.ts'

const DOUBT = /^doubt\/([0-9]{1,16})$/

/** Certainly not there yet: to be sent again. */
export const UNSENT = 'unsent'

export function doubtSince(nowMs: number): string {
  return `doubt/${nowMs}`
}

/** When it was sent, or was made if it has not been. */
export function waitsSinceMs({ reference, createdAtMs }: Charge): number {
  return Number(DOUBT.exec(reference)?.[1] ?? createdAtMs)
}

/** How a call names the order there; undefined before its id is known. */
export function openedAs({ reference }: Charge) {
  return isUuid(reference) ? { order_id: reference } : undefined
}
