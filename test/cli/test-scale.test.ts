/** FROTA_TEST_SCALE would break a real service's quota: it is refused before a key is sent. */
import { expect, test } from 'vitest'
import { hostileServer, reply } from '../client/hostile-server.ts'
import { fleet, openWorld } from '../support/run-frota.ts'

const modes = (mode: string) => ({ x_lookup: { mode }, payments: { mode } })
const ENGLISH = 'is only for tests against a simulated service on loopback; remove it.'
const PORTUGUESE = 'só serve para testes contra um serviço simulado em loopback; retire-a.'

test.concurrent.each([
  ['a real service on loopback', 'live', '127.0.0.1', ['--locale', 'en'], ENGLISH],
  // Reached like any address of this machine, but not a loopback address by its name.
  ['a simulated service elsewhere', 'mock', '0.0.0.0', [], PORTUGUESE],
])('a run with a test scale is refused by %s', async (_name, mode, host, locale, words) => {
  await using server = await hostileServer(() => reply(200, modes(mode)))
  await using world = await openWorld({
    FROTA_API_URL: server.url.replace('127.0.0.1', host),
    FROTA_API_KEY: 'svc_live_any',
    FROTA_ACCOUNT_ID: '00000000-0000-4000-8000-000000000001',
    FROTA_TEST_SCALE: '2',
  })
  const { code, stderr } = await world.run(['reconcile', fleet('small.csv'), ...locale])
  expect({ code, stderr }).toEqual({ code: 2, stderr: `frota: FROTA_TEST_SCALE ${words}\n` })
  expect(server.received.filter((request) => 'x-api-key' in request.headers)).toEqual([])
})
