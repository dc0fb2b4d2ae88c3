/**
 * Asks the provider about an account's due pending consultations. It runs before every read that
 * shows them, so no timer is needed and a restart loses nothing.
 */
import { instant } from '../../clock.ts'
import type { LookupProgress } from '../debt-lookup.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { ConsultationRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import {
  claimConsultations,
  type DueAmong,
  dueConsultations,
  renewClaim,
} from './claim-consultations.ts'
import { finishConsultation } from './finish-consultation.ts'
import { lookupQuestion, QUESTION_COLUMNS } from './lookup-question.ts'
import { awaitProvider } from '../await-provider.ts'
import { ownedBy } from '../tenants/owned-by.ts'

type Pending = Extract<LookupProgress, { state: 'pending' }>

/** Consultations that one read advances; the next read takes the rest. */
const ADVANCED_MAX = 500
/** Consultations about which one read asks a live provider at the same time. */
const LIVE_PARALLEL_MAX = 4
/** Steps of one consultation in one read: find the vehicle, ask, look for a lost answer, read. */
const LIVE_STEPS_MAX = 4

/** The failure of a consultation that stayed pending longer than the provider's `pendingMsMax`. */
const TIMEOUT = {
  state: 'failed',
  code: 'lookup_timeout',
  title: 'Tempo esgotado',
  message: 'A consulta ficou sem resposta por tempo demais e foi encerrada.',
  action: 'Consulte de novo; nenhum dado precisa ser corrigido.',
} as const

export async function advanceConsultations(
  tools: ServiceTools,
  scope: AccountScope,
  only: DueAmong = {},
): Promise<void> {
  if (tools.lookup.mode === 'live') {
    return await awaitProvider(tools, advanceLive(tools, scope, only), only)
  }
  const due = dueConsultations(tools.db, scope, only, tools.clock.now())
  const rows = await due.selectAll().limit(ADVANCED_MAX).execute()
  for (const row of rows) await recordStage(tools, row, await look(tools, scope, row))
}

async function advanceLive(tools: ServiceTools, scope: AccountScope, only: DueAmong) {
  // All workers take from this one iterator.
  const waiting = (await claimConsultations(tools, scope, only)).values()
  const work = async (): Promise<void> => {
    for (const row of waiting) await takeSteps(tools, scope, row)
  }
  await Promise.all(Array.from({ length: LIVE_PARALLEL_MAX }, work))
}

async function takeSteps(tools: ServiceTools, scope: AccountScope, claimed: ConsultationRow) {
  let row = claimed
  for (let steps = 1; ; steps++) {
    const progress = await look(tools, scope, row)
    const isDue = progress !== null && progress.lookAtMs <= tools.clock.now()
    if (!isDue || steps >= LIVE_STEPS_MAX) return await recordStage(tools, row, progress)
    const renewed = await renewClaim(tools, row, progress)
    if (renewed === null) return
    row = renewed
  }
}

/** Asks the provider; returns its progress, or null once a final answer is written. */
async function look(tools: ServiceTools, scope: AccountScope, row: ConsultationRow) {
  const vehicle = await tools.db
    .selectFrom('service.vehicle')
    .select(QUESTION_COLUMNS)
    .where('id', '=', row.vehicle_id)
    .where(ownedBy(scope))
    .executeTakeFirstOrThrow()
  const asked = { id: row.id, askedAtMs: row.created_at.getTime() }
  const question = await lookupQuestion(tools, scope, vehicle, asked)
  const nowMs = tools.clock.now()
  const progress = await tools.lookup.look(question, row.provider_reference, nowMs)
  const { pendingMsMax = Infinity } = tools.lookup
  const isOver = progress.state === 'pending' && nowMs - asked.askedAtMs >= pendingMsMax
  if (progress.state === 'pending' && !isOver) {
    // A pause begins when its request ended; else, after a time limit, it would be over already.
    return { ...progress, lookAtMs: progress.lookAtMs + tools.clock.now() - nowMs }
  }
  await finishConsultation(tools, row, progress.state === 'pending' ? TIMEOUT : progress)
  return null
}

/** Updates only while `look_at` is as it was read, so that a claim that ran out writes nothing. */
async function recordStage(tools: ServiceTools, row: ConsultationRow, progress: Pending | null) {
  if (progress === null) return
  await tools.db
    .updateTable('service.consultation')
    .set({
      stage: progress.stage,
      look_at: instant(progress.lookAtMs),
      ...(progress.reference === undefined ? {} : { provider_reference: progress.reference }),
    })
    .where('id', '=', row.id)
    .where(ownedBy(row))
    .where('status', '=', 'pending')
    .where('look_at', '=', row.look_at)
    .execute()
}
