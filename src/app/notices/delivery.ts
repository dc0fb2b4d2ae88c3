/** What is sent to a receiver, and how that went. */
import type { Message } from './message.ts'

/** `permanent`: trying again would end the same. */
export type Delivery =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly why: string; readonly isPermanent: boolean }

/** The same at each try, so that a receiver can tell that it has it already. */
export interface Sent extends Message {
  readonly id: string
}

export interface Receiver {
  readonly kind: 'webhook' | 'mail'
  /** The kind and a hash, since an address may be a person's: the ledger keeps this. */
  readonly name: string
  /** Never rejects. */
  readonly send: (message: Sent) => Promise<Delivery>
}
