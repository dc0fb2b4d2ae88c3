/**
 * Moves on what is due among an account's pending consultations. It runs before every read that
 * shows them, so no timer is needed and a restart loses nothing.
 */
import { instant } from '../../clock.ts'
import type { LookupProgress } from '../providers/debt-lookup.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { ConsultationRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { finishConsultation } from './finish-consultation.ts'
import { lookupQuestion, QUESTION_COLUMNS } from './lookup-question.ts'

/** Consultations that one read moves on; the next read goes on from there. */
const ADVANCED_MAX = 500

export async function advanceConsultations(
  tools: ServiceTools,
  scope: AccountScope,
  only: { consultationId?: string; vehicleId?: string } = {},
): Promise<void> {
  const nowMs = tools.clock.now()
  let due = tools.db
    .selectFrom('service.consultation')
    .selectAll()
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
    .where('status', '=', 'pending')
    .where('look_at', '<=', new Date(nowMs))
  if (only.consultationId !== undefined) due = due.where('id', '=', only.consultationId)
  if (only.vehicleId !== undefined) due = due.where('vehicle_id', '=', only.vehicleId)
  const rows = await due.orderBy('look_at').orderBy('ordinal').limit(ADVANCED_MAX).execute()
  for (const row of rows) await advance(tools, scope, row, nowMs)
}

async function advance(
  tools: ServiceTools,
  scope: AccountScope,
  row: ConsultationRow,
  nowMs: number,
): Promise<void> {
  const vehicle = await tools.db
    .selectFrom('service.vehicle')
    .select(QUESTION_COLUMNS)
    .where('id', '=', row.vehicle_id)
    .where('account_id', '=', scope.accountId)
    .executeTakeFirstOrThrow()
  const asked = { id: row.id, askedAtMs: row.created_at.getTime() }
  const question = await lookupQuestion(tools, scope, vehicle, asked)
  const progress = await tools.lookup.look(question, row.provider_reference, nowMs)
  if (progress.state === 'pending') await recordStage(tools, row, progress)
  else await finishConsultation(tools, row, progress)
}

async function recordStage(
  tools: ServiceTools,
  row: ConsultationRow,
  progress: Extract<LookupProgress, { state: 'pending' }>,
): Promise<void> {
  await tools.db
    .updateTable('service.consultation')
    .set({ stage: progress.stage, look_at: instant(progress.lookAtMs) })
    .where('id', '=', row.id)
    .where('account_id', '=', row.account_id)
    .where('status', '=', 'pending')
    .execute()
}
