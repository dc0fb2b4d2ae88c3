/** How many rows a statement finds. */
import type { SelectQueryBuilder } from 'kysely'
import type { ServiceTables } from '../tables.ts'

export async function countOf<Table extends keyof ServiceTables>(
  found: SelectQueryBuilder<ServiceTables, Table, object>,
): Promise<number> {
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
