/**
 * Takes the approvals of a plan back in one transaction: its order is never sent, its locks and its
 * committed amount go, and it is a proposal again. A worker that is about to send the order writes
 * its intent into the row that is locked here, so only one of the two succeeds.
 */
import { lockFleet } from '../schema/lock-fleet.ts'
import { sql } from 'kysely'
import { openDebtStore } from '../debts/debts-sql.ts'
import type { Effect } from '../effects/effects.ts'
import { eventOf } from '../effects/effects-sql.ts'
import { auditPlan } from './plans-audit.ts'
import { deleteCommitment } from './plans-limits.ts'
import type { Withdrawal, Withdrawing } from './plans.ts'
import type { PlanState } from '../schema/tables-orders.ts'
import type { LedgerDb } from '../schema/tx.ts'

type OrderEffect = Pick<Effect, 'id' | 'state' | 'epoch' | 'doubts'>

export async function withdrawPlan(
  db: LedgerDb,
  planId: string,
  by: Withdrawing,
): Promise<Withdrawal> {
  return db.transaction().execute(async (open): Promise<Withdrawal> => {
    const state = await lockPlan(open, planId)
    if (state === 'approved') {
      const effect = await lockOrder(open, planId)
      if (effect !== undefined && isSent(effect, by.journaled)) return { withdrawn: false, effect }
      if (effect !== undefined) await endEffect(open, effect, by.why)
    }
    const people = await takeWordsBack(open, planId)
    if (state !== 'approved' && (state !== 'proposed' || people.length === 0)) {
      return { withdrawn: false, effect: null }
    }
    if (state === 'approved') await reopenPlan(open, planId, by)
    const actor = { kind: 'person', name: by.person } as const
    const facts = { people, reason: by.reason }
    await auditPlan(open, planId, { what: 'approval-withdrawn', at: by.at, actor, facts })
    return { withdrawn: true, people }
  })
}

/** Locks the vehicle and the fleet first, as approvals and limits do, so that none deadlock. */
async function lockPlan(db: LedgerDb, planId: string): Promise<PlanState | undefined> {
  const of = sql`(select vehicle_id from frota.order_plan where id = ${planId})`
  await sql`select from frota.vehicle where id = ${of} for no key update`.execute(db)
  const ours = sql`(select fleet_id from frota.order_plan where id = ${planId})`
  await lockFleet(db, ours)
  const plan = await db
    .selectFrom('frota.order_plan')
    .select('state')
    .where('id', '=', planId)
    .executeTakeFirst()
  return plan?.state
}

export function lockOrder(db: LedgerDb, planId: string) {
  return db
    .selectFrom('frota.effect')
    .select(['id', 'state', 'epoch', 'doubts', 'sends'])
    .where('plan_id', '=', planId)
    .where('kind', '=', 'order')
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

/** True if the order may have left, by its state, an earlier doubt or an intent in the journal. */
export function isSent(
  { id, state, epoch, doubts }: OrderEffect,
  journaled: Withdrawing['journaled'] = new Map(),
): boolean {
  if ((state !== 'planned' && state !== 'claimed') || doubts > 0) return true
  return (journaled.get(id) ?? Number.NEGATIVE_INFINITY) >= epoch
}

export async function endEffect(db: LedgerDb, { id, state }: OrderEffect, why: string) {
  const to = state === 'quarantined' ? 'rejected' : 'withdrawn'
  await sql`
    with moved as (
      update frota.effect set state = ${to}, active = false, deadline_at = null,
        not_before = null, reason = ${why}, updated_at = frota.ledger_now()
      where id = ${id}
      returning *
    )
    ${eventOf(state, why)}
  `.execute(db)
}

/** Deletes the approvals of all people; the plan needs them all again. */
async function takeWordsBack(db: LedgerDb, planId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('frota.plan_approval')
    .where('plan_id', '=', planId)
    .returning(['person', 'approved_at'])
    .execute()
  return rows
    .toSorted((a, b) => a.approved_at.getTime() - b.approved_at.getTime())
    .map(({ person }) => person)
}

async function reopenPlan(db: LedgerDb, planId: string, by: Withdrawing): Promise<void> {
  await db
    .updateTable('frota.order_plan')
    .set({ state: 'proposed', decided_by: null, decided_at: null, reason: by.why })
    .set({ withdrawn_at: by.at, waits_for: null, waits_until: null, waited_run: null })
    .where('id', '=', planId)
    .execute()
  await sql`delete from frota.debt_lock where plan_id = ${planId}`.execute(db)
  await deleteCommitment(db, planId)
  const items = await db
    .selectFrom('frota.order_plan_item')
    .select('debt_id')
    .where('plan_id', '=', planId)
    .execute()
  const ids = items.map((item) => item.debt_id)
  const why = `plan ${planId}: approval withdrawn`
  await openDebtStore(db).move({ ids, from: ['approved'], to: 'proposed', why, at: by.at })
}
