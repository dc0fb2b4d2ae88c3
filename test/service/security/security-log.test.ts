/** The operator's log names who uses a revoked key, and who asks for another account's objects. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openLog } from '../../../src/log.ts'
import { register } from '../support/fleet.ts'
import { openBench } from '../support/open-service.ts'
import { forFile } from '../../support/for-file.ts'

let logged = ''
const lines = new PassThrough()
lines.setEncoding('utf8').on('data', (text: string) => (logged += text))
const bench = await forFile(openBench({ limits: {}, log: openLog('info', lines) }))

function linesAbout(requestId: string): Record<string, unknown>[] {
  return logged
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => line['requestId'] === requestId)
}

test('another account’s vehicle is answered like an unknown one, and only the log tells them apart', async () => {
  const stranger = await bench.tenant('stranger')
  const foreign = await register(bench, 60, stranger)
  const ask = async (id: string, requestId: string) => {
    const headers = { 'x-request-id': requestId }
    const { status, body } = await bench.send('GET', `/api/v1/vehicles/${id}`, { headers })
    return { status, body }
  }
  expect(await ask(foreign, 'asks-foreign')).toEqual(await ask(bench.random.uuid(), 'asks-unknown'))
  await expect.poll(() => linesAbout('asks-foreign').length).toBe(2)
  const { apiKey, accountId } = bench.own
  expect(linesAbout('asks-foreign')[1]).toMatchObject({
    level: 'warn',
    msg: 'an object of another account was asked for',
    account: accountId,
    key: apiKey.slice(0, 12),
    route: '/api/v1/vehicles/:vehicle_id',
    address: '127.0.0.1',
  })
  expect(linesAbout('asks-unknown')).toHaveLength(1)
  expect(logged).not.toContain(foreign)
})

test('a revoked key is named by its first characters, and an unknown one is not', async () => {
  const { apiKey, accountId } = await bench.tenant('revoked')
  await bench.pool.query('update service.api_key set revoked_at = $2 where prefix = $1', [
    apiKey.slice(0, 12),
    new Date(bench.clock.now() - 1),
  ])
  const send = (key: string, requestId: string) =>
    bench.send('GET', '/api/v1/vehicles', {
      headers: { 'x-api-key': key, 'x-account-id': accountId, 'x-request-id': requestId },
    })
  expect((await send(apiKey, 'uses-revoked')).status).toBe(401)
  expect((await send(`${apiKey.slice(0, -1)}x`, 'uses-unknown')).status).toBe(401)
  await expect
    .poll(() => linesAbout('uses-revoked').map(({ msg }) => msg))
    .toEqual(['request without a right key', 'a revoked key was used'])
  expect(linesAbout('uses-revoked')[1]).toMatchObject({ key: apiKey.slice(0, 12) })
  expect(linesAbout('uses-unknown')).toHaveLength(1)
  expect(logged).not.toContain(apiKey)
})
