/**
 * Claims due consultations for one reader while it asks a provider over the network: they become
 * due again only after LEASE_MS, so that two readers never ask about the same one at once.
 */
import { instant } from '../../clock.ts'
import type { ServiceDb } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { ConsultationRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** Longer than all requests of one step may take; after a crash, readers wait this long. */
export const LEASE_MS = 120_000
/** Consultations that one read asks about; the next read takes the next ones. */
const CLAIMED_MAX = 8

export interface DueAmong {
  readonly consultationId?: string
  readonly vehicleId?: string
}

export function dueConsultations(
  db: ServiceDb,
  scope: AccountScope,
  only: DueAmong,
  nowMs: number,
) {
  let due = db
    .selectFrom('service.consultation')
    .where(ownedBy(scope))
    .where('status', '=', 'pending')
    .where('look_at', '<=', new Date(nowMs))
    .orderBy('look_at')
    .orderBy('ordinal')
  if (only.consultationId !== undefined) due = due.where('id', '=', only.consultationId)
  if (only.vehicleId !== undefined) due = due.where('vehicle_id', '=', only.vehicleId)
  return due
}

export async function claimConsultations(
  { db, clock }: ServiceTools,
  scope: AccountScope,
  only: DueAmong,
): Promise<ConsultationRow[]> {
  const nowMs = clock.now()
  const chosen = dueConsultations(db, scope, only, nowMs).select('id').limit(CLAIMED_MAX)
  return await db
    // Materialized, because PostgreSQL may run a plain subquery again and lock more than the limit.
    .with(
      (name) => name('chosen').materialized(),
      () => chosen.forUpdate().skipLocked(),
    )
    .updateTable('service.consultation')
    .set({ look_at: instant(nowMs + LEASE_MS) })
    .where('id', 'in', (query) => query.selectFrom('chosen').select('id'))
    .where(ownedBy(scope))
    .returningAll()
    .execute()
}

/**
 * Records how far a consultation has come and when it is due again, only while `look_at` is as it
 * was read: null where its claim ran out, and another reader has it.
 */
export async function recordProgress(
  db: ServiceDb,
  row: ConsultationRow,
  progress: { readonly stage: string; readonly reference?: string },
  lookAtMs: number,
): Promise<ConsultationRow | null> {
  const recorded = await db
    .updateTable('service.consultation')
    .set({
      stage: progress.stage,
      provider_reference: progress.reference ?? row.provider_reference,
      look_at: instant(lookAtMs),
    })
    .where('id', '=', row.id)
    .where(ownedBy(row))
    .where('status', '=', 'pending')
    .where('look_at', '=', row.look_at)
    .returningAll()
    .executeTakeFirst()
  return recorded ?? null
}
