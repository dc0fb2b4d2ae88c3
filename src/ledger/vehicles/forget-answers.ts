/**
 * Ends what a change of a vehicle's plate or state makes untrue: its answers, the debts that they
 * showed, its proposals. It is consulted again once the service knows of the change. Orders made or
 * approved before stay, and the order gate refuses approved ones.
 */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { ordinalsUsed } from '../consultations/campaigns-plan.ts'
import { leaveOut } from '../debts/debts-apply.ts'
import { voidProposals } from '../orders/plans-void.ts'
import type { Tables } from '../schema/tables.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Why a debt left, a consultation ended and a proposal is void. */
const WHY = 'identity-changed'

/** Call it last in a transaction that locks the vehicles; `person`: who changed them by hand. */
export async function forgetAnswers(
  db: Transaction<Tables>,
  vehicleIds: readonly string[],
  person?: string,
): Promise<void> {
  if (vehicleIds.length === 0) return
  await sql`
    update frota.vehicle
    set latest_answer_at = null, identity_told = identity_told and state <> 'registered'
    where id = any(${vehicleIds}::uuid[])
  `.execute(db)
  await endConsultations(db, vehicleIds)
  await askMembersAnew(db, vehicleIds, sql<boolean>`member.state <> 'excluded'`)
  await leaveDebtsOut(db, vehicleIds)
  await voidProposals(db, vehicleIds, WHY, person)
}

async function endConsultations(db: LedgerDb, vehicleIds: readonly string[]): Promise<void> {
  await sql`
    update frota.consultation
    set is_former = true, next_read_at = null,
      problem = case when status = 'pending' then ${WHY} else problem end,
      status = case when status = 'pending' then 'stuck' else status end
    where vehicle_id = any(${vehicleIds}::uuid[]) and not is_former
  `.execute(db)
}

/** Does not open a closed campaign again: a run decides later whether a new one is due. */
export async function askMembersAnew(
  db: LedgerDb,
  vehicleIds: readonly string[],
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    update frota.campaign_member member
    set state = 'open', reason = null, closed_at = null,
      ordinal = member.ordinal + ${ordinalsUsed}
    from frota.campaign campaign
    where campaign.id = member.campaign_id and campaign.closed_at is null
      and member.vehicle_id = any(${vehicleIds}::uuid[]) and ${which}
  `.execute(db)
  await sql`
    update frota.campaign_member member set is_outdated = true
    from frota.campaign campaign
    where campaign.id = member.campaign_id and campaign.closed_at is not null
      and member.vehicle_id = any(${vehicleIds}::uuid[])
      and member.state in ('answered', 'failed', 'stuck') and ${which}
  `.execute(db)
}

/** Debts that are ordered or paid keep their state, which only their order may change. */
async function leaveDebtsOut(db: LedgerDb, vehicleIds: readonly string[]): Promise<void> {
  await leaveOut(
    db,
    sql`
      select id, case when state in ('ordered', 'paid', 'settled') then state else 'gone' end
          as "toState", frota.ledger_now() as at, null::uuid as "consultationId", ${WHY} as why
      from frota.debt where vehicle_id = any(${vehicleIds}::uuid[]) and shown
      order by id for update
    `,
  )
}
