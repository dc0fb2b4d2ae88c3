/**
 * Consultations that were asked before the service knew the vehicle's present plate and state: they
 * are noted, answer no member, and the member is asked again under its next ordinal.
 */
import { sql, type RawBuilder } from 'kysely'
import { consultationKey } from './campaigns-plan.ts'
import type { AskedConsultation } from './consultations.ts'
import type { LedgerDb } from '../schema/tx.ts'

/**
 * Locks the vehicle's row until the consultation is noted. A consultation of ours is as old as its
 * intent; one that existed before is as old as the service says.
 */
export function former(asked: AskedConsultation): RawBuilder<{ former: boolean }> {
  const isOurs = asked.origin === 'asked' || asked.origin === 'adopted'
  const left = sql`(select intent_at from frota.effect where id = ${asked.effectId})`
  const askedAt = isOurs ? left : sql`${asked.askedAt}::timestamptz`
  return sql<{ former: boolean }>`
    select (not vehicle.identity_told
      or vehicle.identity_since is not null
        and coalesce(${askedAt}, '-infinity') < vehicle.identity_since
      or exists (select from frota.consultation known
        where known.id = ${asked.id} and known.is_former)) as former
    from frota.vehicle vehicle where vehicle.id = ${asked.vehicleId}
    for share of vehicle`
}

export async function isFormer(db: LedgerDb, asked: AskedConsultation): Promise<boolean> {
  const { rows } = await former(asked).execute(db)
  return rows[0]?.former ?? false
}

export async function recordFormer(db: LedgerDb, asked: AskedConsultation): Promise<void> {
  await sql`
    insert into frota.consultation (id, vehicle_id, campaign_id, effect_id, credential, origin,
      status, stage, problem, deadline_at, asked_at, is_former)
    values (${asked.id}, ${asked.vehicleId}, ${asked.campaignId}, ${asked.effectId},
      ${asked.credential}, ${asked.origin}, 'stuck', ${asked.stage}, 'identity-changed',
      ${asked.deadlineAt}, ${asked.askedAt}, true)
    on conflict (id) do nothing
  `.execute(db)
  await sql`
    update frota.campaign_member member set ordinal = member.ordinal + 1
    from frota.effect effect
    where effect.id = ${asked.effectId} and effect.key = ${consultationKey}
      and member.campaign_id = ${asked.campaignId} and member.vehicle_id = ${asked.vehicleId}
      and member.state = 'open'
  `.execute(db)
}
