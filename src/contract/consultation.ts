/** Consultations: one question about a vehicle's debts and its answer. */
import { Type, type Static } from 'typebox'
import { DebtItem } from './debt-item.ts'
import { Amount, openWord, Timestamp, Uuid } from './scalar.ts'

export const CONSULTATION_STATUSES = ['pending', 'ready', 'failed'] as const
export type ConsultationStatus = (typeof CONSULTATION_STATUSES)[number]

/** `queued` and `ready` are the interface's; `searching` and `collecting` are ours. */
const CONSULTATION_STAGES = ['queued', 'searching', 'collecting', 'ready', 'failed'] as const
export type ConsultationStage = (typeof CONSULTATION_STAGES)[number]

/** Part 2, Consultation; `created_at` and `finished_at` are additions of this service. */
export const Consultation = Type.Object({
  id: Uuid,
  vehicle_id: Uuid,
  plate: Type.String(),
  status: openWord(CONSULTATION_STATUSES),
  stage: openWord(CONSULTATION_STAGES),
  found_new_debts: Type.Boolean(),
  error_message: Type.String(),
  error_code: Type.String(),
  error_title: Type.String(),
  error_action: Type.String(),
  total_amount: Amount,
  items: Type.Array(DebtItem),
  created_at: Type.Optional(Timestamp),
  finished_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
})
export type Consultation = Static<typeof Consultation>
