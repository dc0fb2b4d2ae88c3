/** What a service says of its modes decides whether answers and payments count as real. */
import { expect, test } from 'vitest'
import { checkService } from '../../src/app/access/service-access.ts'
import type { ServiceHealth } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'

test.each([
  ['live', 'live', false, false],
  ['live', 'live', 'unknown', false],
  ['live', 'live', true, true],
  ['mock', 'live', false, true],
  ['live', 'mock', 'unknown', true],
  ['unknown', 'unknown', 'unknown', false],
] as const)('lookup %s, payments %s, sandbox %s: simulated %s', async (...row) => {
  const [lookup, payments, sandbox, simulated] = row
  const health = async (): Promise<ServiceHealth> => ({ lookup, payments, sandbox })
  const client = { health, checkAccess: async () => undefined }
  const service = { baseUrl: 'https://service.example', client }
  expect(await checkService(readConfig({}, {}), service)).toEqual({ simulated })
})
