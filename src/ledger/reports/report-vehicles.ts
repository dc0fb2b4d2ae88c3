/** Vehicles with what they owe, as report rows, one page of vehicles at a time. */
import { sql, type RawBuilder } from 'kysely'
import { inWindow, jsonRows, utc, vehicleWindows, type Window } from './report-pages.ts'
import type { ReportDebt, ReportVehicle } from './report-rows.ts'
import {
  isScopedDebt,
  isScopedVehicle,
  newestAnswer,
  readLeftOut,
  scopedVehicles,
} from './report-scope.ts'
import type { ReportScope } from './report-scope.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { isRefundedItem } from '../debts/refunded-item.ts'

export async function* vehiclePages(
  db: LedgerDb,
  scope: ReportScope,
): AsyncGenerator<ReportVehicle[]> {
  for await (const window of vehicleWindows(db, scope.fleetId)) {
    const vehicles = await readVehicles(db, scope, window)
    const byId = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
    const isHere = sql`v.fleet_id = ${scope.fleetId}::uuid and ${inWindow(window)}`
    const leftOut = await readLeftOut(db, isHere)
    const { refunded, orders } = await readOrdersOfDebts(db, scope, window)
    for (const { vehicleId, ...debt } of await readDebts(db, scope, window)) {
      const leftOutWhy = debt.state === 'open' && debt.shown ? leftOut.get(debt.id) : undefined
      byId.get(vehicleId)?.debts.push({
        ...debt,
        leftOutWhy: leftOutWhy ?? null,
        isRefunded: refunded.has(debt.id),
        orderId: orders.get(debt.id) ?? null,
      })
    }
    if (vehicles.length > 0) yield vehicles
  }
}

function readVehicles(db: LedgerDb, scope: ReportScope, window: Window) {
  return jsonRows<ReportVehicle>(
    db,
    sql`select v.id as "vehicleId", v.plate, v.renavam, v.uf, v.nickname,
        v.cost_centre as "costCentre", v.owner_masked as "ownerMasked",
        v.owner_cnpj as "ownerCnpj", v.in_fleet as "inFleet",
        v.state, v.refusal, ${extrasOf(scope)} as "extras",
        case when m.state is not null then json_build_object('state', m.state,
          'reason', m.reason, 'rank', m.rank) end as "member",
        case when asked.id is not null then json_build_object('id', asked.id,
          'status', asked.status, 'askedAt', ${utc('asked.asked_at')}) end as "consultation",
        ${utc('answer.answered_at')} as "answeredAt", '[]'::json as "debts"
      from ${scopedVehicles(scope)} ${newestAnswer()}
      left join lateral (
        select c.id, c.status, c.asked_at from frota.consultation c
        where c.vehicle_id = v.id and not c.is_former
          and (c.campaign_id = ${scope.campaignId}::uuid or c.status = 'ready')
        order by (c.campaign_id = ${scope.campaignId}::uuid) desc, c.asked_at desc, c.seq desc
        limit 1
      ) asked on true
      where ${isScopedVehicle(scope)} and ${inWindow(window)}
      order by v.seq`,
  )
}

/**
 * Characters read of one cell of the sheet's other columns: what a report shows plus a document's
 * length, since a document that begins before the cut must be masked whole.
 */
const EXTRA_CHARACTERS_MAX = 520

function extrasOf({ extras }: ReportScope): RawBuilder<unknown> {
  if (extras.length === 0) return sql`'[]'::json`
  return sql`(select json_agg(
      left(v.extras ->> named.name, ${EXTRA_CHARACTERS_MAX})
      order by named.place)
    from unnest(${extras}::text[]) with ordinality as named(name, place))`
}

type DebtRow = Omit<ReportDebt, 'leftOutWhy' | 'isRefunded' | 'orderId'> & { vehicleId: string }

function readDebts(db: LedgerDb, scope: ReportScope, window: Window) {
  return jsonRows<DebtRow>(
    db,
    sql`select v.id as "vehicleId", d.id, d.kind, d.grp as "group", d.description,
        d.year, to_char(d.due_date, 'YYYY-MM-DD') as "dueDate",
        d.amount_cents::text as "amountCents",
        d.previous_amount_cents::text as "previousAmountCents", d.is_payable as "isPayable",
        partner.debt_id as "dependsOnDebtId",
        coalesce(item.depends_on_description, '') as "dependsOnDescription", d.state,
        ${utc('d.first_seen_at')} as "firstSeenAt", ${utc('seen.answered_at')} as "lastSeenAt",
        d.last_consultation_id as "lastConsultationId",
        d.shown, item.change, ${isScopedDebt(scope)} as "listed"
      from ${scopedVehicles(scope)}
      join frota.debt d on d.vehicle_id = v.id
      join frota.consultation seen on seen.id = d.last_consultation_id
      left join lateral (
        select i.depends_on, i.depends_on_description, i.change from frota.debt_item i
        where i.debt_id = d.id and i.consultation_id = d.last_consultation_id
        order by i.position limit 1
      ) item on true
      left join frota.debt_item partner
        on partner.consultation_id = d.last_consultation_id and partner.item_id = item.depends_on
      where ${isScopedVehicle(scope)} and ${inWindow(window)}
        and (${isScopedDebt(scope)} or (d.state = 'settled' and d.grp = 'ipva'))
      order by v.seq, d.due_date nulls last, d.grp collate "C", d.kind collate "C", d.year,
        d.fingerprint collate "C", d.ordinal`,
  )
}

/** What their orders say of debts: which came back and is not freed, and the newest live order. */
async function readOrdersOfDebts(db: LedgerDb, scope: ReportScope, window: Window) {
  type Item = { debtId: string; orderId: string; isRefunded: boolean; isLive: boolean }
  const items = await jsonRows<Item>(
    db,
    sql`select i.debt_id as "debtId", o.id as "orderId", ${isRefundedItem()} as "isRefunded",
        o.standing <> 'dead' as "isLive"
      from frota.vehicle v
      join frota.payment_order o on o.vehicle_id = v.id
      join frota.order_item i on i.order_id = o.id
      join frota.debt d on d.id = i.debt_id
      where v.fleet_id = ${scope.fleetId}::uuid and ${inWindow(window)}
      order by o.created_at, o.seq`,
  )
  const refunded = items.filter(({ isRefunded }) => isRefunded)
  const live = items.filter(({ isLive }) => isLive)
  return {
    refunded: new Set(refunded.map(({ debtId }) => debtId)),
    orders: new Map(live.map(({ debtId, orderId }) => [debtId, orderId])),
  }
}
