/** The states of a consultation and the moves between them; no statement makes any other move. */
import { CONSULTATION_STATUSES, type ConsultationStatus } from '../../contract/consultation.ts'

export const consultationMoves = {
  pending: ['ready', 'failed'],
  ready: [],
  failed: [],
} as const satisfies Record<ConsultationStatus, readonly ConsultationStatus[]>

/** Pure. The states from which `to` may be reached, for the `where` of an update. */
export function consultationBefore(to: ConsultationStatus): ConsultationStatus[] {
  return CONSULTATION_STATUSES.filter((from) => consultationMoves[from].some((next) => next === to))
}
