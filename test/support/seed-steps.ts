/**
 * Everything that the embedded database's seed must hold; the seed's test checks it against this.
 */
import { migrate, type MigrationSet } from '../../src/database/migrate.ts'
import type { SeedStep } from './seed/make.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { migrateQueue } from '../../src/queue/migrate.ts'
import { serviceMigrations } from '../../src/service/migrations.ts'

export const seedMigrations: readonly MigrationSet[] = [ledgerMigrations, serviceMigrations]

export const seedSteps: readonly SeedStep[] = [
  ...seedMigrations.map((set): SeedStep => async ({ pool }) => {
    await migrate(pool, set)
  }),
  async ({ queuePool }) => {
    await migrateQueue(queuePool)
  },
]
