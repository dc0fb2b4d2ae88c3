/** The statements of the plan store. */
import { sql, type RawBuilder } from 'kysely'
import type {
  Approvable,
  ApprovableBy,
  ConsideredAnswer,
  LeftOutAnswers,
  LivesAgain,
  Plan,
  PlanApprover,
  PlanItemFacts,
  PlanListing,
  PlanRelease,
  PlanToApprove,
  UnconsideredAnswer,
  Withdrawing,
} from './plans.ts'
import { PLANS_LISTED_MAX } from './plans.ts'
import type { CountedSums } from './orders.ts'
import { approvePlans, locksOf } from './plans-approve.ts'
import { considerAnswers } from './plans-consider.ts'
import { commitmentOf, isAsked, openPlanLimits } from './plans-limits.ts'
import { openPlanPreviews } from './plans-preview.ts'
import { release } from './plans-release.ts'
import { giveWay } from './plans-void.ts'
import { withdrawPlan } from './plans-withdraw.ts'
import { orderNeedsPerson } from './order-needs-person.ts'
import { staysInFleet } from './stays-in-fleet.ts'
import type { PlanState } from '../schema/tables-orders.ts'
import { opened, within, type LedgerDb, type Tx } from '../schema/tx.ts'

export type PlanStore = ReturnType<typeof openPlanStore>

export function openPlanStore(db: LedgerDb) {
  return {
    ...openPlanPreviews(db),
    ...openPlanLimits(db),
    /**
     * Latest ready answers of the fleet's vehicles that were not considered, at most `limit`. The
     * answer of a vehicle with an approved plan waits until that plan was ordered or released.
     */
    unconsidered: (fleetId: string, limit: number) => {
      const isFree = sql`not answer.considered and not exists (select from frota.order_plan plan
        where plan.vehicle_id = answer.vehicle_id and plan.state = 'approved')`
      return latestAnswers(db, fleetId, isFree, limit)
    },
    /**
     * Latest ready answers that were considered and made no proposal, or one that ended because the
     * vehicle left the fleet; in the order of asking. Of vehicles with a live plan none.
     */
    leftOut: (fleetId: string, { since, after, limit }: LeftOutAnswers) => {
      // Without a plan, and left out by a rule of orders; or their plan ended with the vehicle.
      const isLeftOut = sql`answer.considered and answer.answered_at >= ${since}
        and answer.seq > coalesce(
          (select last.seq from frota.consultation last where last.id = ${after ?? null}::uuid), 0)
        and not exists (select from frota.order_plan live
          where live.vehicle_id = answer.vehicle_id and live.state in ('proposed', 'approved'))
        and exists (select from frota.considered_answer told
          left join frota.order_plan ended on ended.id = told.plan_id
          where told.consultation_id = answer.id
            and (told.plan_id is null and told.left_out <> '[]' or ended.reason = 'vehicle-left'))`
      return latestAnswers(db, fleetId, isLeftOut, limit)
    },
    /** These answers' ids count as not considered. */
    reconsider: async (consultationIds: readonly string[]) => {
      await sql`update frota.consultation set considered = false
        where id = any(${consultationIds}::uuid[])`.execute(db)
    },
    /**
     * Notes that answers of different vehicles were considered and what was left out; voids older
     * proposals of the vehicles, and moves their debts. The plans' ids; null where none was made:
     * none was given, another worker considered the answer meanwhile, or an approved plan stands.
     */
    consider: (answers: readonly ConsideredAnswer[], at: Date) =>
      db.transaction().execute((open) => considerAnswers(open, answers, at)),
    /** In one transaction: locks and moves debts, approves plans, plans orders. */
    approve: (plans: readonly PlanToApprove[], by: PlanApprover) => approvePlans(db, plans, by),
    /**
     * In one transaction: makes an approved plan whose order was not sent a proposal again, with
     * its debts. A first approval of two is taken back, too.
     */
    withdraw: (planId: string, by: Withdrawing) => withdrawPlan(db, planId, by),
    /**
     * Proposed and previewed plans of vehicles that are in the fleet, with this method and at most
     * this amount (the fee counts where it is known), oldest first. Leaves out plans that wait for
     * a limit and plans of an answer that was flagged or is older than a withdrawal of the vehicle.
     */
    approvable: async (fleetId: string, which: ApprovableBy): Promise<Approvable[]> => {
      const cents = sql<bigint>`coalesce(plan.total_cents, plan.debts_cents)`
      return db
        .selectFrom('frota.order_plan as plan')
        .innerJoin('frota.vehicle as vehicle', 'vehicle.id', 'plan.vehicle_id')
        .innerJoin('frota.consultation as answer', 'answer.id', 'plan.consultation_id')
        .select(['plan.id', 'vehicle.cost_centre as costCentre', cents.as('cents')])
        .select(isHeldElsewhere.as('isHeldElsewhere'))
        .where('plan.fleet_id', '=', fleetId)
        .where(staysInFleet('plan'))
        .where(sql<boolean>`answer.flags = '[]'::jsonb`)
        .where(sql<boolean>`not exists (select from frota.order_plan taken
          where taken.vehicle_id = plan.vehicle_id and taken.withdrawn_at >= answer.answered_at)`)
        .where('plan.state', '=', 'proposed')
        .where('plan.method', '=', which.method)
        .where('plan.preview', '<>', 'pending')
        .where(cents, '<=', which.upToCents)
        .where((is) =>
          is.or([is('plan.waits_until', 'is', null), is('plan.waits_until', '<=', which.at)]),
        )
        .orderBy('plan.created_at')
        .orderBy('plan.id')
        .limit(which.limit)
        .execute()
    },
    find: async (planId: string, tx?: Tx): Promise<Plan | undefined> =>
      (await findPlans(within(db, tx), [planId]))[0],
    /** Those that exist, in no order. */
    findAll: (planIds: readonly string[]) => findPlans(db, planIds),
    /**
     * Ends a plan (rejected, refused, dead) and deletes its locks and its commitment; the caller
     * moves its debts. False, and nothing is changed, when its state is none of `from`.
     */
    release: (planId: string, to: PlanRelease, tx?: Tx) =>
      tx === undefined
        ? db.transaction().execute((open) => release(open, planId, to))
        : release(opened(tx), planId, to),
    /**
     * The order of this plan holds debts again: it has their locks, plans of them that were not
     * sent are void, other orders' pay gates shut. Call what it returns last in the transaction.
     */
    giveWay: (planId: string, of: LivesAgain, tx: Tx) => giveWay(opened(tx), planId, of),
    /** Notes that the order exists at the service and its cost, which the limits count. */
    markOrdered: async (planId: string, of: { totalCents: bigint; at: Date }, tx: Tx) => {
      // Marks the plan as ordered whatever its state: its order exists and holds its debts.
      await sql`
        with ordered as (
          update frota.order_plan set state = 'ordered' where id = ${planId}
        ), locked as (${locksOf([planId], of.at)})
        ${commitmentOf(planId, of)}
      `.execute(opened(tx))
    },
    list: async (fleetId: string, limit: number) => {
      const { rows } = await sql<PlanListing>`
        select plan.id, vehicle.plate, vehicle.renavam, plan.method,
          plan.debts_cents as "debtsCents", plan.preview, plan.fee_cents as "feeCents",
          plan.total_cents as "totalCents", plan.hash, vehicle.cost_centre as "costCentre",
          case when ${needsPerson} then 'order-needs-person' else plan.waits_for end as "waitsFor",
          case when not ${needsPerson} then plan.waits_until end as "waitsUntil",
          (select count(*)::integer from frota.order_plan_item item where item.plan_id = plan.id)
            as items,
          coalesce((select string_agg(word.person, ', ' order by word.approved_at)
            from frota.plan_approval word
            where word.plan_id = plan.id and word.hash = plan.hash), '') as "approvedBy",
          plan.state, plan.decided_by as "decidedBy", plan.reason, plan.created_at as "createdAt"
        from frota.order_plan plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
        where plan.fleet_id = ${fleetId} and plan.state in ('proposed', 'approved')
          and ${staysInFleet('plan')}
        order by plan.created_at desc, vehicle.plate
        limit ${Math.min(limit, PLANS_LISTED_MAX)}
      `.execute(db)
      return rows
    },
    /** Approved plans about whose orders no person has to decide first. */
    toOrder: async (fleetId: string) => {
      const { rows } = await sql<{ plans: number; totalCents: bigint }>`
        select count(*)::integer as plans,
          coalesce(sum(coalesce(total_cents, debts_cents)), 0)::bigint as "totalCents"
        from frota.order_plan plan
        where fleet_id = ${fleetId} and state = 'approved' and not ${needsPerson}
      `.execute(db)
      return rows[0] ?? { plans: 0, totalCents: 0n }
    },
    counts: async (fleetId: string) => {
      const { rows } = await sql<{ state: PlanState; plans: number } & CountedSums>`
        select state, count(*)::integer as plans, sum(debts_cents)::bigint as cents,
          sum(coalesce(total_cents, debts_cents))::bigint as "totalCents"
        from frota.order_plan plan where fleet_id = ${fleetId} and ${staysInFleet('plan')}
        group by state
      `.execute(db)
      const none = { plans: 0, cents: 0n, totalCents: 0n }
      const all = { proposed: none, approved: none, ordered: none, void: none, rejected: none }
      for (const { state, ...sums } of rows) all[state] = sums
      return all
    },
  }
}

async function latestAnswers(
  db: LedgerDb,
  fleetId: string,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<UnconsideredAnswer[]> {
  const { rows } = await sql<UnconsideredAnswer>`
    select answer.id as "consultationId", answer.campaign_id as "campaignId",
      answer.vehicle_id as "vehicleId", vehicle.renavam,
      vehicle.cost_centre as "costCentre",
      (select coalesce(max(plan.fee_cents), 0)::bigint from frota.order_plan plan
        where plan.consultation_id = answer.id) as "feeCents"
    from frota.consultation answer
    join frota.vehicle vehicle on vehicle.id = answer.vehicle_id
    where answer.status = 'ready' and ${which} and not answer.is_former
      and vehicle.fleet_id = ${fleetId} and vehicle.in_fleet
      and not exists (select from frota.consultation newer
        where newer.vehicle_id = answer.vehicle_id and newer.status = 'ready'
          and newer.seq > answer.seq)
    order by answer.seq
    limit ${limit}
  `.execute(db)
  return rows
}

/** A debt's fingerprint has its RENAVAM. Account by account, since the index begins with that. */
const isHeldElsewhere = sql<boolean>`exists (select from frota.order_plan_item mine
  join frota.debt own on own.id = mine.debt_id
  cross join (select distinct account_id from frota.fleet) account
  join frota.vehicle twin on twin.account_id = account.account_id
    and twin.renavam = vehicle.renavam and twin.id <> vehicle.id
  join frota.debt held on held.vehicle_id = twin.id and held.fingerprint = own.fingerprint
  where mine.plan_id = plan.id
    and held.state in ('proposed', 'approved', 'ordered', 'paid', 'settled'))`

const needsPerson = orderNeedsPerson('plan')

async function findPlans(db: LedgerDb, planIds: readonly string[]): Promise<Plan[]> {
  const rows = await db
    .selectFrom('frota.order_plan as plan')
    .innerJoin('frota.vehicle as vehicle', 'vehicle.id', 'plan.vehicle_id')
    .innerJoin('frota.order_plan_item as item', 'item.plan_id', 'plan.id')
    .innerJoin('frota.debt as debt', 'debt.id', 'item.debt_id')
    .select([
      'plan.id',
      'plan.fleet_id as fleetId',
      'plan.campaign_id as campaignId',
      'plan.vehicle_id as vehicleId',
      'plan.consultation_id as consultationId',
      'plan.method',
      'plan.hash',
      'plan.debts_cents as debtsCents',
      'plan.preview',
      'plan.fee_cents as feeCents',
      'plan.total_cents as totalCents',
      'vehicle.cost_centre as costCentre',
      'vehicle.service_id as vehicleServiceId',
      sql<boolean>`(vehicle.in_fleet and vehicle.fleet_id = plan.fleet_id)`.as('inFleet'),
      'plan.state',
      'plan.decided_by as decidedBy',
      'plan.decided_at as decidedAt',
      'plan.reason',
      'plan.created_at as createdAt',
      'vehicle.latest_answer_at as answeredAt',
      isAsked.as('isAsked'),
      sql<boolean>`(select answer.is_former from frota.consultation answer
        where answer.id = plan.consultation_id)`.as('isFormer'),
      sql<number>`(select count(*)::integer from frota.plan_approval word
        where word.plan_id = plan.id and word.hash = plan.hash)`.as('people'),
      sql<
        Omit<PlanItemFacts, 'amountCents'> & { amountCents: string }
      >`json_build_object('itemId', item.item_id, 'debtId', item.debt_id,
        'amountCents', item.amount_cents::text, 'fingerprint', debt.fingerprint,
        'ordinal', debt.ordinal, 'kind', debt.kind, 'group', debt.grp,
        'description', debt.description, 'year', debt.year, 'dueDate', debt.due_date)`.as('item'),
    ])
    .where(sql<boolean>`plan.id = any(${planIds}::uuid[])`)
    .orderBy('debt.fingerprint')
    .orderBy('debt.ordinal')
    .execute()
  const byPlan = Map.groupBy(rows, ({ id }) => id)
  return [...byPlan.values()].flatMap((ofPlan) => {
    const [first] = ofPlan
    if (first === undefined) return []
    const { item: _item, ...plan } = first
    // The amount comes as a text: JSON has no integers of 64 bits.
    const items = ofPlan.map(({ item }) => ({ ...item, amountCents: BigInt(item.amountCents) }))
    return [{ ...plan, items }]
  })
}
