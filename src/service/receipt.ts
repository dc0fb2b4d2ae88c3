/** What a call holds while it is answered, and leaves in the transaction of what it makes. */
import { PROVIDER_CALL_MS_MAX } from './providers/payments.ts'
import type { Budget } from './tables.ts'

/**
 * Longer than any call takes. What was held so long without being kept is that of a process which
 * died: its slot comes back, and its key may be used again.
 */
export const CALL_HELD_MS_MAX = 2 * PROVIDER_CALL_MS_MAX

/** A slot counts from when it is taken, and is only held until it is kept. */
export interface Slot {
  readonly useId: string
  readonly usedAtMs: number
  readonly credentialId: string
  readonly budget: Budget
}

/** The claim of a call on its Idempotency-Key. */
export interface IdempotentCall {
  readonly id: string
  readonly brandId: string
  readonly accountId: string
}

export interface Receipt {
  /** Null for an operation without a budget. */
  readonly slot: Slot | null
  /** Null for a call without a key. */
  readonly idempotent: IdempotentCall | null
}

/** Of a call that nobody made. */
export const NO_RECEIPT: Receipt = { slot: null, idempotent: null }
