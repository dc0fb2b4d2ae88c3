import { expect, test } from 'vitest'
import { contractCall } from '../../src/client/contract-call.ts'
import { hostileServer, reply, reset, type Behaviour } from './hostile-server.ts'
import { newVehicle, setup, vehicle } from './world.ts'

async function outcome(behaviour: Behaviour) {
  await using server = await hostileServer(() => behaviour)
  const { client } = setup(server.url)
  const result = await contractCall(client)('createVehicle', { body: newVehicle })
  await client.close()
  return result
}

test('a documented answer keeps its status, an undocumented 4xx says so', async () => {
  expect(await outcome(reply(201, vehicle))).toMatchObject({
    outcome: 'answered',
    reply: { status: 201, body: { plate: 'ABC1D23' } },
  })
  expect(await outcome(reply(409, { detail: 'Já existe.' }))).toEqual({
    outcome: 'answered',
    reply: { status: 409, body: { detail: 'Já existe.' } },
    retryAfterMs: null,
  })
  expect(await outcome(reply(418, { detail: 'x' }, { 'retry-after': '2' }))).toEqual({
    outcome: 'undocumented',
    status: 418,
    detail: 'x',
    retryAfterMs: 2_000,
  })
})

test('whatever may have been processed is in doubt', async () => {
  expect(await outcome(reset)).toMatchObject({ outcome: 'in_doubt', status: null })
  expect(await outcome(reply(504))).toMatchObject({ outcome: 'in_doubt', status: 504 })
  expect(await outcome(reply(302))).toMatchObject({ outcome: 'in_doubt', status: 302 })
})

test('a refused connection was not sent', async () => {
  const { client } = setup('http://127.0.0.1:1')
  const result = await contractCall(client)('createVehicle', { body: newVehicle })
  expect(result.outcome).toBe('not_sent')
})
