import { openTestDatabase } from '../support/database.ts'
import { databaseConformance } from './conformance.ts'
import { copyConformance } from './copy-conformance.ts'

const onPglite = () => openTestDatabase({ engine: 'pglite' })
const onServer = () => openTestDatabase({ engine: 'postgresql' })

databaseConformance('PGlite', onPglite)
copyConformance('PGlite', onPglite)

if (process.env['DATABASE_URL'] !== undefined) {
  databaseConformance('PostgreSQL', onServer)
  copyConformance('PostgreSQL', onServer)
}
