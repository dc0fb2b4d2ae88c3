/** When an item of an order is a debt that is owed again. */
import { sql, type RawBuilder } from 'kysely'

/** Item `i` of order `o`: its money came back, its debt `d` is owed, and no person freed it yet. */
export function isRefundedItem(): RawBuilder<boolean> {
  return sql<boolean>`(d.state = 'ordered' and ${isNotFreed('o', 'd')}
    and (o.standing = 'refunded' or o.standing in ('paid', 'settled') and i.settlement <> ''))`
}

/** Of an order of which a person freed some debts, the others are still locked for it. */
export function isNotFreed(order: string, debt: string): RawBuilder<boolean> {
  const [freedAt, plan] = [sql.ref(`${order}.freed_at`), sql.ref(`${order}.plan_id`)]
  const [vehicle, fingerprint, ordinal] = ['vehicle_id', 'fingerprint', 'ordinal'].map((column) =>
    sql.ref(`${debt}.${column}`),
  )
  return sql<boolean>`(${freedAt} is null or exists (select from frota.debt_lock held
    where held.plan_id = ${plan} and held.vehicle_id = ${vehicle}
      and held.scope = ${fingerprint} || '#' || ${ordinal}))`
}
