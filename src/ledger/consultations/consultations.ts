/**
 * Consultations: what was asked, when it is read again, and how it ended. The interface of the
 * store; the statements are in consultations-sql.ts.
 */
import type { DueChunk } from '../schema/due-chunk.ts'
import type { ConsultationOrigin, ConsultationStatus } from '../schema/tables.ts'
import type { Tx } from '../schema/tx.ts'

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

/** The consultations with something to read: chunks that are due now, and when the next one is. */
export interface DueConsultations {
  readonly chunks: readonly DueChunk[]
  /** Null when nothing is pending beyond what is due. */
  readonly nextReadAt: Date | null
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

export interface ConsultationStore {
  /** Everything that `work` writes with its `Tx` is there, or nothing is. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Stores a consultation as pending. One that was stuck or failed is read again for the new
   * campaign; one that is ready already answers its member at once (`ended`). One that belongs to
   * another vehicle fails the member. One that was asked before the service knew the vehicle's
   * present plate and state answers no member, and the member is asked again.
   */
  record(asked: AskedConsultation, tx?: Tx): Promise<'pending' | 'ended'>
  due(fleetId: string, at: Date): Promise<DueConsultations>
  /** Those of a chunk that are due, at most `CONSULTATIONS_PER_CHUNK`. */
  chunk(fleetId: string, chunk: string, at: Date): Promise<UnreadConsultation[]>
  /** The next read of a chunk, due or not; null when nothing in it is pending. */
  nextRead(fleetId: string, chunk: string): Promise<Date | null>
  /** The answer is not ready yet: counts the read and stores when the next one is due. */
  postpone(
    id: string,
    next: { stage: string; nextReadAt: Date; problem: string },
    tx?: Tx,
  ): Promise<void>
  /**
   * Ends consultations of different vehicles, answers their members and dates the vehicles'
   * answers. The ids of those that were pending: if another worker recorded an answer, nothing may
   * be written twice.
   */
  ready(answers: readonly ReadyAnswer[], tx: Tx): Promise<ReadonlySet<string>>
  failed(answer: FailedAnswer, tx?: Tx): Promise<boolean>
  /** Given up: the deadline passed. `problem` says what the last read saw. */
  stuck(id: string, ended: { problem: string; at: Date }, tx?: Tx): Promise<boolean>
  /** Those about its present plate and state, newest first, at most `CONSULTATIONS_SHOWN_MAX`. */
  ofVehicle(vehicleId: string): Promise<Consultation[]>
}

export const CONSULTATIONS_SHOWN_MAX = 100
