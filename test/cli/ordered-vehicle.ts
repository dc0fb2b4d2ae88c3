/** A vehicle of a fleet whose debts stand in one order, as the ledger keeps it after a refund. */
import type { Rows } from '../support/run-frota.ts'

const ACCOUNT = '00000000-0000-4000-8000-000000000001'

export interface Ordered {
  readonly orderId: string
  readonly vehicleId: string
}

let renavam = 0

/** A vehicle with `tickets` in one order of that `standing`; its last answer has `shown` of them. */
export async function orderedVehicle(
  query: (sql: string, values: unknown[]) => Promise<Rows>,
  standing: string,
  given: { tickets?: number; shown?: number; fleet?: string } = {},
): Promise<Ordered> {
  const { tickets = 1, shown = tickets, fleet = 'principal' } = given
  renavam += 1
  const [row] = await query(
    `with fleet as (
       insert into frota.fleet (name, account_id, created_at) values ($1, $2, now())
       on conflict (name) do update set account_id = excluded.account_id returning id
     ), campaign as (
       insert into frota.campaign (fleet_id, opened_at, closed_at)
         select id, now(), now() from fleet returning id
     ), vehicle as (
       insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, owner_hash,
           owner_masked, created_at, updated_at)
         select id, $2, $3, 'ABC1D23', 'SP', 'x', 'x', now(), now() from fleet
         returning id, fleet_id
     ), consultation as (
       insert into frota.consultation (id, vehicle_id, campaign_id, credential, origin, status,
           stage, deadline_at, asked_at)
         select gen_random_uuid(), vehicle.id, campaign.id, 'c', 'asked', 'ready', 'ready', now(),
           now() from vehicle, campaign returning id, vehicle_id
     ), debt as (
       insert into frota.debt (vehicle_id, fingerprint, ordinal, kind, grp, description,
           amount_cents, is_payable, state, state_since, shown, first_seen_at, last_seen_at,
           first_consultation_id, last_consultation_id)
         select vehicle_id, 'ticket', ordinal, 'multa', 'multas', 'Multa', 8600, true, 'ordered',
           now(), ordinal < $6, now(), now(), id, id
         from consultation, generate_series(0, $4 - 1) as ordinal returning *
     ), answer as (
       insert into frota.debt_item (consultation_id, item_id, position, debt_id, change, kind, grp,
           description, amount_cents, is_payable)
         select last_consultation_id, gen_random_uuid(), ordinal, id, 'new', kind, grp,
           description, amount_cents, true from debt where shown
     ), plan as (
       insert into frota.order_plan (fleet_id, campaign_id, vehicle_id, consultation_id, method,
           hash, debts_cents, state, created_at)
         select vehicle.fleet_id, campaign.id, vehicle.id, consultation.id, 'pix', 'h', 8600,
           'ordered', now() from vehicle, campaign, consultation returning *
     ), locks as (
       insert into frota.debt_lock (vehicle_id, scope, plan_id, taken_at)
         select debt.vehicle_id, 'ticket#' || debt.ordinal, plan.id, now() from debt, plan
     ), effect as (
       insert into frota.effect (kind, key, fleet_id, vehicle_id, plan_id, state, created_at,
           updated_at)
         select 'order', 'order ' || $3, fleet_id, vehicle_id, id, 'done', now(), now() from plan
         returning *
     ), made as (
       insert into frota.payment_order (id, fleet_id, vehicle_id, plan_id, effect_id, method,
           status, standing, debts_cents, fee_cents, total_cents, refunded_cents, created_at,
           updated_at)
         select gen_random_uuid(), fleet_id, vehicle_id, plan_id, id, 'pix', $5, $5, 8600, 990,
           9590, 8600, now(), now() from effect returning id, vehicle_id
     ), items as (
       insert into frota.order_item (order_id, item_id, debt_id, amount_cents, settlement)
         select made.id, gen_random_uuid(), debt.id, debt.amount_cents, 'failed' from made, debt
     ) select id, vehicle_id from made`,
    [fleet, ACCOUNT, String(renavam).padStart(11, '0'), tickets, standing, shown],
  )
  return { orderId: String(row?.['id']), vehicleId: String(row?.['vehicle_id']) }
}
