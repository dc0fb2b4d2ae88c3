import { openTestDatabase } from '../support/database.ts'
import { databaseConformance } from './conformance.ts'

databaseConformance('PGlite', () => openTestDatabase({ engine: 'pglite' }))

if (process.env.DATABASE_URL !== undefined) {
  databaseConformance('PostgreSQL', () => openTestDatabase({ engine: 'postgresql' }))
}
