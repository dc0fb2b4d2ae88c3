/** Consultations: what was asked, when it is read again, and how it ended. */
import type { ConsultationOrigin, ConsultationStatus } from '../schema/tables.ts'

/** A consultation that exists at the service; `id` is the service's. */
export interface AskedConsultation {
  readonly id: string
  readonly vehicleId: string
  readonly campaignId: string
  readonly effectId: string
  /**
   * The name of the credential, never the key. For a consultation of ours the ledger notes instead
   * the credential whose slot its effect used: another worker may have found the answer.
   */
  readonly credential: string
  readonly origin: ConsultationOrigin
  readonly stage: string
  readonly askedAt: Date
  readonly nextReadAt: Date
  readonly deadlineAt: Date
}

/** A pending consultation with what its answer is judged against. */
export interface UnreadConsultation {
  readonly id: string
  readonly vehicleId: string
  readonly stage: string
  readonly reads: number
  readonly deadlineAt: Date
  /** The vehicle as the service knows it, and as the ledger does. */
  readonly vehicleServiceId: string | null
  readonly renavam: string
  readonly uf: string
}

/** A ready answer without its items, which src/ledger/debts stores. */
export interface ReadyAnswer {
  readonly id: string
  readonly stage: string
  readonly foundNewDebts: boolean
  /** The total of the service and the sum of the items; a difference is one of `flags`. */
  readonly totalCents: bigint
  readonly itemsCents: bigint
  readonly flags: readonly string[]
  readonly at: Date
}

export interface FailedAnswer {
  readonly id: string
  readonly stage: string
  readonly errorCode: string
  readonly errorTitle: string
  readonly errorMessage: string
  readonly errorAction: string
  readonly at: Date
}

export interface Consultation {
  readonly id: string
  readonly status: ConsultationStatus
  readonly errorCode: string
  readonly errorTitle: string
  readonly errorMessage: string
  readonly totalCents: bigint
  readonly askedAt: Date
  readonly answeredAt: Date | null
}

export const CONSULTATIONS_PER_CHUNK = 50

export const CONSULTATIONS_SHOWN_MAX = 100
