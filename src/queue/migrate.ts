/** Brings BullMQ's own tables (schema `bullmq`) up to date; its backend leaves that to us. */
import {
  assertSchemaCompatibility,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
} from 'bullmq'
import { Failure } from '../failure.ts'
import type { QueuePool } from './listening-pool.ts'

/** BullMQ's backend uses this schema, and no other, when it is given a pool. */
const SCHEMA = 'bullmq'

/**
 * A single read when up to date. Several processes may call it at once: BullMQ takes an
 * advisory lock. Throws Failure `database-newer` when a later frota migrated the same database.
 */
export async function migrateQueue(pool: QueuePool): Promise<void> {
  if ((await versionOf(pool)) >= LATEST_SCHEMA_VERSION) return
  // BullMQ's migration holds a transaction and a lock, so it needs one session, not the pool.
  const session = await pool.connect()
  try {
    await runMigrations(session, SCHEMA)
  } finally {
    session.release()
  }
}

async function versionOf(pool: QueuePool): Promise<number> {
  try {
    return await assertSchemaCompatibility(pool, SCHEMA)
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return 0
    if (error instanceof SchemaVersionMismatchError) {
      throw new Failure(
        'database-newer',
        {
          pt:
            'A fila neste banco de dados é de um frota mais novo: use aquela versão ou apague o ' +
            `esquema ${SCHEMA}, que não guarda nada que o livro-razão não saiba.`,
          en:
            'The queue in this database was made by a newer frota: use that version, or drop the ' +
            `schema ${SCHEMA}, which holds nothing that the ledger does not know.`,
        },
        { cause: error },
      )
    }
    throw error
  }
}
