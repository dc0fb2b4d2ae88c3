/** The port to a provider of debts; providers/{mock,live}-lookup.ts implement it. */
import type { ConsultationStage, ConsultationStatus } from '../contract/consultation.ts'
import type { Mode } from '../contract/health.ts'
import type { DebtGroup, DebtKind } from '../contract/debt-item.ts'

export interface LookupQuestion {
  readonly vehicle: {
    readonly plate: string
    /** Eleven digits. */
    readonly renavam: string
    readonly uf: string
    /** Decrypts the owner's CPF or CNPJ; only a live provider needs it. */
    readonly ownerDocument: () => string
  }
  readonly askedAtMs: number
  /** Fingerprints of debts settled by this service, for a provider that has no other source. */
  readonly settled: readonly string[]
}

/** `dependsOn`: index of another item in the same answer. */
export interface AnsweredItem {
  readonly kind: DebtKind
  readonly group: DebtGroup
  readonly description: string
  readonly amountCents: bigint
  readonly dueDate: string | null
  readonly year: number
  readonly dependsOn: number | null
  readonly isPayable: boolean
  /** The debt's identity (src/fleet/debt-identity.ts). */
  readonly fingerprint: string
  /** The provider's id of the debt, for paying through it; empty when it gives none. */
  readonly providerReference: string
}

export type LookupProgress =
  | {
      readonly state: 'pending'
      readonly stage: PendingStage
      readonly lookAtMs: number
      /** The provider's id of the consultation, once it has one. */
      readonly reference?: string
    }
  | { readonly state: 'ready'; readonly items: readonly AnsweredItem[] }
  | FailedLookup

/** Why no answer came: a code for programs, and words for people in Portuguese. */
export interface LookupFailure {
  readonly code: string
  readonly title: string
  readonly message: string
  readonly action: string
}

export type FailedLookup = { readonly state: 'failed' } & LookupFailure

/** How a consultation ends. */
export type FinalAnswer = Exclude<LookupProgress, { state: 'pending' }>

export type PendingStage = Exclude<ConsultationStage, ConsultationStatus>

export interface DebtLookup {
  readonly mode: Mode
  /** A consultation that is still pending after this many milliseconds fails; absent: never. */
  readonly pendingMsMax?: number
  /** Opens the question; `reference` is stored with the consultation and given to `look`. */
  begin(question: LookupQuestion): Promise<{ reference: string; lookAtMs: number }>
  look(question: LookupQuestion, reference: string, nowMs: number): Promise<LookupProgress>
}
