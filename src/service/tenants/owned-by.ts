/**
 * The condition by which a statement finds the rows of one account alone, in place of row-level
 * security (docs/decisions/005-tenant-predicates.md).
 */
import { sql } from 'kysely'

/** A caller, or a row that bears its owner. */
export type Owner =
  | { readonly brandId: string; readonly accountId: string }
  | { readonly brand_id: string; readonly account_id: string }

/** `table`: its alias, where several tables of the statement have these columns. */
export function ownedBy(owner: Owner, table?: string) {
  const [brandId, accountId] =
    'brandId' in owner ? [owner.brandId, owner.accountId] : [owner.brand_id, owner.account_id]
  const of = table === undefined ? '' : `${table}.`
  const [brand, account] = [sql.ref(`${of}brand_id`), sql.ref(`${of}account_id`)]
  return sql<boolean>`(${brand} = ${brandId} and ${account} = ${accountId})`
}
