/**
 * Asks the provider about an account's due pending consultations. It runs before every read that
 * shows them, so no timer is needed and a restart loses nothing.
 */
import type { ServiceTools } from '../service-tools.ts'
import type { ConsultationRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import {
  claimConsultations,
  type DueAmong,
  dueConsultations,
  LEASE_MS,
  recordProgress,
} from './claim-consultations.ts'
import { finishConsultation } from './finish-consultation.ts'
import { lookupQuestion, QUESTION_COLUMNS } from './lookup-question.ts'
import { awaitProvider } from '../await-provider.ts'
import { ownedBy } from '../tenants/owned-by.ts'

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
  for (const row of rows) {
    const progress = await look(tools, scope, row)
    if (progress !== null) await recordProgress(tools.db, row, progress, progress.lookAtMs)
  }
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
    if (progress === null) return
    const nowMs = tools.clock.now()
    const goesOn = progress.lookAtMs <= nowMs && steps < LIVE_STEPS_MAX
    const lookAtMs = goesOn ? nowMs + LEASE_MS : progress.lookAtMs
    const recorded = await recordProgress(tools.db, row, progress, lookAtMs)
    if (!goesOn || recorded === null) return
    row = recorded
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
  const askedAtMs = row.created_at.getTime()
  const question = await lookupQuestion(tools, scope, vehicle, askedAtMs)
  const nowMs = tools.clock.now()
  const progress = await tools.lookup.look(question, row.provider_reference, nowMs)
  const { pendingMsMax = Infinity } = tools.lookup
  const isOver = progress.state === 'pending' && nowMs - askedAtMs >= pendingMsMax
  if (progress.state === 'pending' && !isOver) {
    // A pause begins when its request ended; else, after a time limit, it would be over already.
    return { ...progress, lookAtMs: progress.lookAtMs + tools.clock.now() - nowMs }
  }
  await finishConsultation(tools, row, progress.state === 'pending' ? TIMEOUT : progress)
  return null
}
