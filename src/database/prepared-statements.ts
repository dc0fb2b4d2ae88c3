/**
 * Lets the database plan each statement once, a server for each connection and the embedded engine
 * for all: planning the joins of a read costs the service four times what running them does.
 */
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { SHARED_PREFIX } from './embedded/statement-names.ts'
import type { Pool, PoolClient } from './pool.ts'

/** Bounds what one opening has the database keep: each list length of ids is another statement. */
const NAMED_MAX = 300

export function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= NAMED_MAX) return known
    // A hash of the text, because two services may share the connections of one pool.
    const name = SHARED_PREFIX + createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  return {
    connect: async () => namedClient(await pool.connect(), nameOf),
    end: () => pool.end(),
    options: pool.options,
  }
}

function namedClient(
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  const query = (text: unknown, values?: readonly unknown[]): unknown => {
    if (typeof text !== 'string') throw new Error('Rows are not streamed.')
    const name = values === undefined || values.length === 0 ? undefined : nameOf(text)
    return client.query({ text, values: [...(values ?? [])], ...(name ? { name } : {}) })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It streams no cursor.
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}
