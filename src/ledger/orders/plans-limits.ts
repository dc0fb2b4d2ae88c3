/**
 * Sums of what was ordered so far, and the one place where an order commits its amount: under the
 * row lock of its fleet, so that two processes at once cannot exceed a limit together.
 */
import { sql, type RawBuilder } from 'kysely'
import { costCentreKey } from '../../fleet/cost-centre.ts'
import { lockFleet } from '../schema/lock-fleet.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Sums over the fleet, without the order that is asked about. */
export interface Spent {
  /** In the run that is going on; 0 outside a run. */
  readonly runCents: bigint
  readonly dayCents: bigint
  /** For the order's cost centre, since the period began. */
  readonly costCentreCents: bigint
}

/** Plain dates (YYYY-MM-DD) where the fleet is: today, and since when a cost centre's counts. */
export interface SpendingPeriod {
  readonly day: string
  readonly from: string
}

interface CommitRequest {
  readonly cents: bigint
  readonly period: SpendingPeriod
  readonly at: Date
}

export type Commitment =
  | { readonly committed: true }
  /** What `over` said, or `plan-not-approved`. */
  | { readonly committed: false; readonly why: string }

/** Why a plan waits and until when at the latest. */
export interface Waiting {
  /** A code of src/reconciliation/orders/order-reasons.ts. */
  readonly why: string
  readonly until: Date
}

/** Which answers are too old at an instant, and until when their plans wait. */
export interface AnswerWait {
  readonly answeredSince: Date
  readonly at: Date
  readonly until: Date
}

export function openPlanLimits(db: LedgerDb) {
  return {
    /**
     * Commits the order's amount, or makes it wait: `over` is given what others committed and
     * returns the limit that this order would exceed, if any. An earlier commitment of the same
     * order does not count, and stays while it waits: an earlier request may have been processed.
     * Without `over` no limit is looked at, so no lock is needed.
     */
    commit: (
      planId: string,
      request: CommitRequest,
      over?: (spent: Spent) => Waiting | undefined,
    ) => {
      if (over === undefined) return take(db, planId, request)
      return db.transaction().execute(async (open): Promise<Commitment> => {
        const ours = sql`(select fleet_id from frota.order_plan where id = ${planId})`
        await lockFleet(open, ours)
        // If the approval was withdrawn meanwhile, whoever prepares the order lost its claim.
        const spent = await spentBeside(open, planId, request.period)
        if (spent === undefined) return { committed: false, why: 'plan-not-approved' }
        const waiting = over(spent)
        if (waiting !== undefined) {
          await wait(open, planId, waiting)
          return { committed: false, why: waiting.why }
        }
        return take(open, planId, request)
      })
    },
    /** The sums that are committed, and each approved plan without a commitment. */
    expected: async (fleetId: string, period: SpendingPeriod) => {
      const { rows } = await sql<SumsOfCentre & { planId: string | null }>`
        with run as (select ${runningRun(sql`${fleetId}::uuid`)} as id), taken as (
          select cost_centre, cents, run_id = run.id as of_run, day = ${period.day}::date as of_day,
            day >= ${period.from}::date as of_period, null::uuid as plan_id
          from frota.order_commitment, run
          where fleet_id = ${fleetId} and (day >= ${period.from}::date or run_id = run.id)
          union all
          select vehicle.cost_centre, coalesce(plan.total_cents, plan.debts_cents),
            true, true, true, plan.id
          from frota.order_plan plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
          where plan.fleet_id = ${fleetId} and plan.state = 'approved'
            and not exists (select from frota.order_commitment own where own.plan_id = plan.id)
        )
        select cost_centre as "costCentre", plan_id as "planId",
          coalesce(sum(cents) filter (where of_run), 0)::bigint as run,
          coalesce(sum(cents) filter (where of_day), 0)::bigint as day,
          coalesce(sum(cents) filter (where of_period), 0)::bigint as period
        from taken group by cost_centre, plan_id
      `.execute(db)
      const approved = rows
        .filter(({ planId }) => planId !== null)
        .map(({ costCentre, period: cents }) => ({ costCentre, cents }))
      return { ...sumUp(rows.filter(({ planId }) => planId === null)), approved }
    },
    /** Makes a proposal wait that exceeds a limit now: no policy approves it before `until`. */
    wait: (planId: string, waiting: Waiting) => wait(db, planId, waiting),
    /**
     * Ends the waits that an earlier run set, because the policy may have changed since, and makes
     * plans wait for an answer whose vehicle is about to be asked or was answered before
     * `answeredSince`, which the next sweep after `until` renews. Says of how many orders the time
     * changed.
     */
    renewWaits: (fleetId: string, wait: AnswerWait) => renewWaits(db, fleetId, wait),
  }
}

/** The fleet's run that is going on; null outside one. */
const runningRun = (fleet: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select run.id from frota.run run where run.fleet_id = ${fleet} and run.state = 'running'
  order by run.number desc limit 1)`

/** Locks the plan, so that a withdrawal at that moment comes before it or after it. */
async function take(
  db: LedgerDb,
  planId: string,
  { cents, period, at }: CommitRequest,
): Promise<Commitment> {
  const { numAffectedRows = 0n } = await sql`
    with plan as (
      select id, fleet_id, vehicle_id from frota.order_plan
      where id = ${planId} and state = 'approved' for no key update
    ), woken as (
      update frota.order_plan woken set waits_for = null, waits_until = null, waited_run = null
      from plan where woken.id = plan.id and woken.waits_for is not null
    )
    insert into frota.order_commitment
      (plan_id, fleet_id, run_id, day, cost_centre, cents, committed_at)
    select plan.id, plan.fleet_id, ${runningRun(sql`plan.fleet_id`)}, ${period.day}::date,
      vehicle.cost_centre, ${cents}::bigint, ${at}::timestamptz
    from plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
    on conflict (plan_id) do update set run_id = excluded.run_id, day = excluded.day,
      cost_centre = excluded.cost_centre, cents = excluded.cents,
      committed_at = excluded.committed_at
  `.execute(db)
  return numAffectedRows > 0n ? { committed: true } : { committed: false, why: 'plan-not-approved' }
}

/** Undefined when the plan is not approved. */
async function spentBeside(
  db: LedgerDb,
  planId: string,
  period: SpendingPeriod,
): Promise<Spent | undefined> {
  const { rows } = await sql<SumsOfCentre & { ours: string }>`
    select mine.cost_centre as ours, coalesce(taken.cost_centre, '') as "costCentre",
      coalesce(sum(taken.cents) filter (where taken.run_id = mine.run_id), 0)::bigint as run,
      coalesce(sum(taken.cents) filter (where taken.day = ${period.day}::date), 0)::bigint as day,
      coalesce(sum(taken.cents) filter (where taken.day >= ${period.from}::date), 0)::bigint
        as period
    from (
      select plan.fleet_id, vehicle.cost_centre, ${runningRun(sql`plan.fleet_id`)} as run_id
      from frota.order_plan plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
      where plan.id = ${planId} and plan.state = 'approved'
    ) mine
    left join frota.order_commitment taken on taken.fleet_id = mine.fleet_id
      and taken.plan_id <> ${planId}::uuid
      and (taken.day >= ${period.from}::date or taken.run_id = mine.run_id)
    group by mine.cost_centre, taken.cost_centre
  `.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  const { byCostCentre, ...all } = sumUp(rows)
  return { ...all, costCentreCents: byCostCentre.get(costCentreKey(first.ours)) ?? 0n }
}

/** Of one spelling of a cost centre, in cents. */
interface SumsOfCentre {
  readonly costCentre: string
  readonly run: bigint
  readonly day: bigint
  readonly period: bigint
}

/** All spellings of a cost centre count as one (`costCentreKey`). */
function sumUp(rows: readonly SumsOfCentre[]) {
  const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n)
  const byKey = Map.groupBy(rows, ({ costCentre }) => costCentreKey(costCentre))
  return {
    runCents: sum(rows.map(({ run }) => run)),
    dayCents: sum(rows.map(({ day }) => day)),
    byCostCentre: new Map(
      [...byKey].map(([key, of]) => [key, sum(of.map(({ period }) => period))]),
    ),
  }
}

async function wait(db: LedgerDb, planId: string, { why, until }: Waiting): Promise<void> {
  await sql`
    update frota.order_plan plan set waits_for = ${why}, waits_until = ${until}::timestamptz,
      waited_run = ${runningRun(sql`plan.fleet_id`)}
    where plan.id = ${planId}
  `.execute(db)
}

/** True while an open campaign asks about the plan's vehicle; `plan`: the alias. */
export const isAsked = sql<boolean>`exists (select from frota.campaign_member member
  join frota.campaign campaign on campaign.id = member.campaign_id and campaign.closed_at is null
  where member.vehicle_id = plan.vehicle_id and member.state = 'open')`

async function renewWaits(db: LedgerDb, fleetId: string, wait: AnswerWait) {
  const { answeredSince, at, until } = wait
  const run = runningRun(sql`${fleetId}::uuid`)
  const awaits = sql`(${isAsked} or exists (select from frota.vehicle vehicle
    where vehicle.id = plan.vehicle_id and vehicle.latest_answer_at < ${answeredSince}))`
  const isAwaiting = sql`plan.waits_for is not distinct from 'answer-old'`
  const changes = sql`plan.fleet_id = ${fleetId} and plan.state in ('proposed', 'approved')
    and case when ${awaits}
      then not ${isAwaiting} or plan.waits_until is null or plan.waits_until <= ${at}
      else ${isAwaiting} or plan.waits_until is not null
        and plan.waited_run is distinct from ${run} and ${run} is not null end`
  const { rows } = await sql`
    select from frota.order_plan plan where ${changes} limit 1
  `.execute(db)
  if (rows.length === 0) return 0
  return db.transaction().execute(async (open) => {
    // A withdrawal locks the fleet, then the order, then the plan; the same order avoids deadlocks.
    await lockFleet(open, fleetId)
    const renewed = await sql`
      with renewed as (
        update frota.order_plan plan set waited_run = ${run},
          waits_until = case when ${awaits} then ${until}::timestamptz end,
          waits_for = case when ${awaits} then 'answer-old'
            when not ${isAwaiting} then plan.waits_for end
        where ${changes}
        returning plan.id, plan.waits_until
      )
      update frota.effect effect set not_before = renewed.waits_until,
        updated_at = frota.ledger_now()
      from renewed
      where effect.plan_id = renewed.id and effect.kind = 'order' and effect.active
        and effect.state = 'planned'
      returning effect.id
    `.execute(open)
    return renewed.rows.length
  })
}

export async function deleteCommitment(db: LedgerDb, planId: string): Promise<void> {
  await sql`delete from frota.order_commitment where plan_id = ${planId}`.execute(db)
}

/** The order exists: from now on its real cost counts, on the day on which it was found. */
export function commitmentOf(
  planId: string,
  of: { readonly totalCents: bigint; readonly at: Date },
): RawBuilder<unknown> {
  return sql`
    insert into frota.order_commitment
      (plan_id, fleet_id, run_id, day, cost_centre, cents, committed_at)
    select plan.id, plan.fleet_id, ${runningRun(sql`plan.fleet_id`)},
      (${of.at}::timestamptz at time zone 'UTC')::date, vehicle.cost_centre,
      greatest(${of.totalCents}::bigint, 0), ${of.at}::timestamptz
    from frota.order_plan plan join frota.vehicle vehicle on vehicle.id = plan.vehicle_id
    where plan.id = ${planId}
    on conflict (plan_id) do update set cents = excluded.cents`
}
