import { expect, test } from 'vitest'
import { FailingClient } from '../../src/database/failing-client.ts'

test('a socket that its owner has taken away is a database that does not answer', async () => {
  const client = new FailingClient({ host: '/nowhere', user: 'frota', database: 'frota' })
  await expect(client.connect()).rejects.toMatchObject({ code: 'database-unreachable' })
})
