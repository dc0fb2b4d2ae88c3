import { describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { close, hang, hostileServer, raw, reply, reset, type Behaviour } from './hostile-server.ts'
import { ACCOUNT, KEY, newVehicle, setup, vehicle } from './world.ts'

async function post(behaviour: Behaviour) {
  await using server = await hostileServer(() => behaviour)
  const { client } = setup(server.url, { limits: { responseBytesMax: 10_000 } })
  const result = await client.call('createVehicle', { body: newVehicle })
  return { result, requests: server.received.length }
}

test('a vehicle that was created is answered with its checked body', async () => {
  await using server = await hostileServer(() =>
    reply(201, { ...vehicle, surprise: 1, latest_consultation_status: 'a word of tomorrow' }),
  )
  const { client } = setup(server.url)
  const result = await client.call('createVehicle', { body: newVehicle })
  expect(result).toMatchObject({ outcome: 'answered', ok: true, status: 201 })
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    path: '/api/v1/vehicles',
    headers: { 'x-api-key': KEY, 'x-account-id': ACCOUNT, connection: 'close' },
  })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(newVehicle)
})

test('a client that closes leaves a request on the way in doubt, and sends no further one', async () => {
  const arrived = Promise.withResolvers<void>()
  await using server = await hostileServer(() => () => arrived.resolve())
  const patient = { headersMsMax: 60_000, bodyMsMax: 60_000, totalMsMax: 60_000 }
  const { client } = setup(server.url, { limits: patient })
  const onTheWay = client.call('createVehicle', { body: newVehicle })
  await arrived.promise
  await client.close()
  expect(await onTheWay).toMatchObject({ outcome: 'in-doubt' })
  const late = await client.call('createVehicle', { body: newVehicle })
  expect(late).toMatchObject({ outcome: 'never-sent' })
  expect(server.received).toHaveLength(1)
})

test('each POST has a connection of its own', async () => {
  await using server = await hostileServer(() => reply(201, vehicle))
  const { client } = setup(server.url)
  const body = newVehicle
  await Promise.all([
    client.call('createVehicle', { body }),
    client.call('createVehicle', { body }),
  ])
  await client.call('createVehicle', { body })
  expect(server.connections()).toBe(3)
})

describe('in doubt, and never repeated:', () => {
  const head = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\n'
  const cases: readonly (readonly [string, Behaviour])[] = [
    ['reset after the request was read', reset],
    ['closed without an answer', close],
    ['no answer in time', hang],
    ['reset inside the headers', raw('HTTP/1.1 201 Crea', 'reset')],
    ['a body that is cut', raw(`${head}content-length: 500\r\n\r\n{"id":`)],
    ['a body that stops', raw(`${head}content-length: 500\r\n\r\n{"id":`, 'hang')],
    ['a body that is reset', raw(`${head}content-length: 500\r\n\r\n{"id":`, 'reset')],
    ['a chunked body that is cut', raw(`${head}transfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n`)],
    ['a 2xx that is not JSON', reply(201, '<html>created</html>')],
    ['a 2xx without a body', reply(201)],
    ['a 2xx of another shape', reply(201, { id: 17 })],
    ['money as a float', reply(201, { ...vehicle, open_debts_amount: 12.5 })],
    ['an answer that is not HTTP', raw('SSH-2.0-OpenSSH_9.9\r\n')],
    ['an answer without end', reply(201, { ...vehicle, nickname: 'x'.repeat(20_000) })],
  ]
  test.each(cases)('%s', async (_name, behaviour) => {
    const { result, requests } = await post(behaviour)
    expect(result.outcome).toBe('in-doubt')
    expect(requests).toBe(1)
  })
})

describe('answered, and never repeated:', () => {
  test.each([301, 302, 307, 308, 400, 403, 404, 405, 408, 409, 410, 415, 422, 425, 500, 502, 503])(
    'status %i',
    async (status) => {
      const headers = { location: '/elsewhere' }
      const { result, requests } = await post(reply(status, { detail: 'não' }, headers))
      expect(result).toMatchObject({ outcome: 'answered', ok: false, status, detail: 'não' })
      expect(requests).toBe(1)
    },
  )

  test('a 429 with and without Retry-After', async () => {
    const late = await post(reply(429, { detail: 'x' }, { 'retry-after': '120' }))
    expect(late.result).toMatchObject({ status: 429, retryAfterMs: 120_000 })
    const bare = await post(reply(429, 'busy'))
    expect(bare.result).toMatchObject({ status: 429, detail: '' })
    expect(bare.result).not.toHaveProperty('retryAfterMs')
  })

  test('a wrong key stops the run and is not told to anybody', async () => {
    const { result } = await post(reply(401, { detail: `Chave ${KEY} inválida` }))
    expect(result).toMatchObject({ status: 401, stop: { code: 'wrong-key' } })
    expect(JSON.stringify(result) + String(Reflect.get(result, 'stop'))).not.toContain(KEY)
  })

  test('a wrong account stops the run, whatever its status', async () => {
    const denied = await post(reply(403, { detail: 'Conta não encontrada' }))
    expect(denied.result).toMatchObject({ stop: { code: 'wrong-account' } })
    const missing = await post(reply(400, { detail: 'Informe X-Account-Id' }))
    expect(missing.result).toMatchObject({ stop: { code: 'wrong-account' } })
  })
})

describe('certainly never sent:', () => {
  test('a refused connection', async () => {
    const { client } = setup(`http://127.0.0.1:${await freePort()}`)
    const result = await client.call('createVehicle', { body: newVehicle })
    expect(result).toMatchObject({
      outcome: 'never-sent',
      cause: { code: 'service-unreachable' },
    })
  })

  test('a name that nobody knows', async () => {
    const { client } = setup('https://nowhere.invalid')
    const result = await client.call('createVehicle', { body: newVehicle })
    expect(result.outcome).toBe('never-sent')
  })

  test('a TLS handshake that fails', async () => {
    await using server = await hostileServer(() => reset)
    const { client } = setup(server.url.replace('http:', 'https:'))
    const result = await client.call('createVehicle', { body: newVehicle })
    expect(result.outcome).toBe('never-sent')
  })

  test('a request that may not leave any more, asked once the connection stands', async () => {
    await using server = await hostileServer(() => reply(201, vehicle))
    const { client } = setup(server.url)
    const asked: number[] = []
    const mayLeave = (): boolean => {
      asked.push(server.received.length)
      return false
    }
    const result = await client.call('createVehicle', { body: newVehicle }, { mayLeave })
    expect(result.outcome).toBe('never-sent')
    expect([asked, server.received.length]).toEqual([[0], 0])
  })

  test('a call that was given up before it began', async () => {
    await using server = await hostileServer(() => reply(201, vehicle))
    const { client } = setup(server.url)
    const signal = AbortSignal.abort()
    const result = await client.call('createVehicle', { body: newVehicle }, { signal })
    expect(result.outcome).toBe('never-sent')
    expect(server.received).toHaveLength(0)
  })
})

test('a request that is given up on the wire is in doubt', async () => {
  const given = new AbortController()
  await using server = await hostileServer(() => () => given.abort())
  const { client } = setup(server.url)
  const { signal } = given
  const result = await client.call('createVehicle', { body: newVehicle }, { signal })
  expect(result.outcome).toBe('in-doubt')
})

test('what the service says is shortened and stripped of keys and documents', async () => {
  const detail = `a\r\nb 123.456.789-09 c 4111 1111 1111 1111 d 12.ABC.345/01DE-35 ${KEY} ${'z'.repeat(400)}`
  const { result } = await post(reply(422, { detail }))
  const said = result.outcome === 'answered' && !result.ok ? result.detail : ''
  expect(said).toMatch(/^a b \[number\] c \[number\] d \[number\] \[key\] z+…$/)
  expect(said.length).toBeLessThanOrEqual(201)
})
