/** A queue whose schema somebody drops goes on; any other error is told as it is. */
import { expect, test } from 'vitest'
import { migrateQueue } from '../../src/queue/migrate.ts'
import { restoringPool } from '../../src/queue/restoring-pool.ts'
import { openTestDatabase } from '../support/database.ts'

const COUNT = 'SELECT count(*)::int AS jobs FROM bullmq.job'

test('a statement that finds no schema makes it and is said again', async () => {
  await using database = await openTestDatabase()
  await migrateQueue(database.queuePool)
  const pool = restoringPool(database.queuePool)
  await database.pool.query('DROP SCHEMA bullmq CASCADE')
  const counted = Array.from({ length: 3 }, () => pool.query(COUNT))
  for (const { rows } of await Promise.all(counted)) expect(rows).toEqual([{ jobs: 0 }])
})

test('what no schema would fix is thrown at once', async () => {
  await using database = await openTestDatabase()
  const pool = restoringPool(database.queuePool)
  await expect(pool.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
  await expect(pool.query('SELECT * FROM frota.nowhere')).rejects.toThrow('does not exist')
})
