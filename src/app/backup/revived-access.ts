/** Who gets in again by a restoration: people and API keys that were changed since the backup. */
import type { Pool } from '../../database/pool.ts'

/** Of each table what commands call a row by, and what decides whether and where it gets in. */
const ACCESS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'frota.person': ['name', 'id', 'role', 'fleets', 'password', 'factor', 'recovery_codes'],
  'service.api_key': ['prefix', 'id', 'revoked_at'],
}

/** Names by facts. The ledger may be of an older version, without a column or a whole table. */
export type Access = ReadonlyMap<string, string>

export async function accessIn(database: Pick<Pool, 'query'>): Promise<Access> {
  const found = new Map<string, string>()
  for (const [table, [name, ...facts]] of Object.entries(ACCESS)) {
    const is = await database.query('SELECT FROM pg_class WHERE oid = to_regclass($1)', [table])
    if (is.rows.length === 0) continue
    const { rows } = await database.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(one) AS row FROM ${table} one ORDER BY ${name}`,
    )
    for (const { row } of rows) {
      found.set(JSON.stringify(facts.map((fact) => row[fact] ?? null)), String(row[name]))
    }
  }
  return found
}

/** Undefined where there is no former ledger to compare with. */
export function revivedIn(restored: Access, former: Access): readonly string[] | undefined {
  const revived = [...restored].filter(([facts]) => !former.has(facts)).map(([, name]) => name)
  return former.size === 0 && revived.length > 0 ? undefined : revived
}
