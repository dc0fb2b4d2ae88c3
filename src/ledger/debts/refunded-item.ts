/** When an item of an order is a debt that is owed again. */
import { sql, type RawBuilder } from 'kysely'

/** Item `i` of order `o`: its money came back, its debt `d` is owed, and no person freed it yet. */
export function isRefundedItem(): RawBuilder<boolean> {
  return sql<boolean>`(o.freed_at is null and d.state = 'ordered'
    and (o.standing = 'refunded' or o.standing = 'settled' and i.settlement <> ''))`
}
