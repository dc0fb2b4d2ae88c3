import { describe, expect, test } from 'vitest'
import { close, hostileServer, raw, reply, reset } from './hostile-server.ts'
import { ACCOUNT, healthyWith, KEY, page, setup, vehicle } from './world.ts'

/** The service answers the same id in small letters. */
const params = { vehicle_id: vehicle.id.toUpperCase() }

describe('a read', () => {
  test('is repeated after a reset, a close and a 503, with growing waits', async () => {
    const behaviours = [reset, close, reply(503), reply(200, vehicle)]
    await using server = await hostileServer((number) => behaviours[number - 1] ?? reset)
    const { client, waits } = setup(server.url)
    expect(await client.read('getVehicle', { params })).toMatchObject({ plate: 'ABC1D23' })
    expect(waits).toHaveLength(3)
    expect(waits[0]).toBeGreaterThanOrEqual(250)
    expect(waits[2]).toBeGreaterThanOrEqual(1_000)
  })

  test('gives up after five repetitions', async () => {
    await using server = await hostileServer(() => reply(500, { detail: 'Erro interno.' }))
    const { client } = setup(server.url)
    const failing = client.read('getVehicle', { params })
    await expect(failing).rejects.toMatchObject({ code: 'service-refused' })
    expect(server.received).toHaveLength(6)
  })

  test('waits as long as Retry-After says, unless that is too long', async () => {
    const limited = (seconds: string) => reply(429, '', { 'retry-after': seconds })
    await using server = await hostileServer((number) => limited(number === 1 ? '7' : '900'))
    const { client, waits } = setup(server.url)
    const result = await client.call('getVehicle', { params })
    expect(result).toMatchObject({ status: 429, retryAfterMs: 900_000 })
    expect(waits).toEqual([7_000])
  })

  test('of something unknown is null', async () => {
    await using server = await hostileServer(() => reply(404, { detail: 'Não encontrado.' }))
    const { client } = setup(server.url)
    expect(await client.read('latestConsultation', { params })).toBeNull()
  })

  test('does not follow a redirect', async () => {
    await using server = await hostileServer(() =>
      reply(302, '', { location: 'http://127.0.0.2:1/api/v1/vehicles' }),
    )
    const { client } = setup(server.url)
    await expect(client.read('getVehicle', { params })).rejects.toMatchObject({
      code: 'service-refused',
      message: expect.stringMatching(/redirects to http:\/\/127\.0\.0\.2:1\. .*FROTA_API_URL/),
    })
    expect(server.received).toHaveLength(1)
    const moved = /status 302 from \/health, which redirects to http:\/\/127\.0\.0\.2:1\./
    await expect(client.health()).rejects.toMatchObject({
      code: 'wrong-service',
      message: expect.stringMatching(moved),
    })
  })

  test('of another shape is the wrong service', async () => {
    await using server = await hostileServer(() => reply(200, { hello: 'world' }))
    const { client } = setup(server.url)
    await expect(client.read('getVehicle', { params })).rejects.toMatchObject({
      code: 'wrong-service',
    })
  })

  test.each([
    [{ renavam: 12 }, 'renavam: ***'],
    [{ open_debts_amount: '1e3' }, 'open_debts_amount: "1e3"'],
    [{ open_debts_count: '123.456.789-01' }, 'open_debts_count: "[number]"'],
    [{ is_active: undefined }, 'missing: is_active'],
    [{ latest_consultation_id: { of: 'somebody' } }, 'latest_consultation_id: {…}'],
    [{ created_at: '2026-11-27T17-03' }, 'created_at: "2026-11-27T17-03"'],
    [{ id: ACCOUNT }, `the answer is about another: id: "${ACCOUNT}"`],
  ])('of the service, but with %j, is told of that one thing by its field', async (odd, unfit) => {
    const bent = { ...vehicle, ...odd }
    await using server = await hostileServer(healthyWith(bent))
    const { client } = setup(server.url)
    const failing = client.read('getVehicle', { params })
    await expect(failing).rejects.toMatchObject({
      code: 'answer-unfit',
      cause: `getVehicle: ${unfit}`,
    })
  })

  test('of the service, but with an odd vehicle in a list, does not refuse the account', async () => {
    const list = { count: 1, next: null, previous: null, results: [{ ...vehicle, plate: null }] }
    await using server = await hostileServer(healthyWith(list))
    const { client } = setup(server.url)
    await client.checkAccess()
    await expect(client.pages('listVehicles', {}).next()).rejects.toMatchObject({
      code: 'answer-unfit',
      cause: 'listVehicles: results[0].plate: null',
    })
  })

  test('of bytes that are not UTF-8 is not taken with other letters in it', async () => {
    const inLatin1 = async (status: number, body: object) => {
      const head = `HTTP/1.1 ${status} x\r\nconnection: close\r\n\r\n`
      const bytes = Buffer.from(head + JSON.stringify(body), 'latin1')
      await using server = await hostileServer(() => raw(bytes))
      return await setup(server.url).client.call('getVehicle', { params })
    }
    const unfit = 'the body is not UTF-8'
    const read = await inLatin1(200, { ...vehicle, nickname: 'Caminhão' })
    expect(read).toMatchObject({ outcome: 'in-doubt', status: 200, unfit })
    const refused = await inLatin1(409, { detail: 'Não.' })
    expect(refused).toMatchObject({ outcome: 'answered', ok: false, status: 409 })
  })

  test('puts parameters where they cannot leave their place', async () => {
    await using server = await hostileServer(() => reply(404))
    const { client } = setup(server.url)
    await client.read('getVehicle', { params: { vehicle_id: '../../health?x=1#' } })
    expect(server.received[0]?.path).toBe('/api/v1/vehicles/..%2F..%2Fhealth%3Fx%3D1%23')
  })

  test('uses the key of the moment', async () => {
    await using server = await hostileServer(() => reply(404))
    const keys = ['svc_live_old', 'svc_live_new']
    let now = 0
    const { client } = setup(server.url, { apiKey: () => keys[now] ?? '' })
    await client.read('getVehicle', { params })
    now = 1
    await client.read('getVehicle', { params })
    expect(server.received.map((request) => request.headers['x-api-key'])).toEqual(keys)
  })
})

describe('the pages of a list', () => {
  test('are all read, by number only', async () => {
    const link = (path: string) => (number: number) => `${path}?page=${number}&page_size=1&q=x`
    const next = link('/somewhere/else')
    await using server = await hostileServer((number) =>
      reply(200, page([vehicle], number < 3 ? next(number + 1) : null, 3)),
    )
    const { client } = setup(server.url)
    const found = await Array.fromAsync(client.pages('listVehicles', { query: { q: 'ABC' } }))
    expect(found.flat()).toHaveLength(3)
    expect(server.received.map((request) => request.path)).toEqual(
      [1, 2, 3].map((number) => `/api/v1/vehicles?page_size=100&q=ABC&page=${number}`),
    )
  })

  test.each([
    ['http://127.0.0.2:9/api/v1/vehicles?page=2', 2],
    ['//evil.example/?page=2', 2],
    ['https://127.0.0.1/?page=2', 2],
    ['javascript:alert(1)', 1],
    ['?page=1', 1],
    ['?page=-2', 1],
    ['?cursor=abc', 1],
    ['http://[', 1],
  ])('are asked of the one origin when the next one is %s: %i', async (next, asked) => {
    await using server = await hostileServer(() => reply(200, page([vehicle], next)))
    const { client } = setup(server.url)
    const reading = Array.fromAsync(client.pages('listVehicles', {}))
    const cause = 'listVehicles: it does not tell its next page'
    await expect(reading).rejects.toMatchObject({ code: 'layout-unfit', cause })
    expect(server.received.map(({ path }) => path)).toEqual(
      [1, 2].slice(0, asked).map((number) => `/api/v1/vehicles?page_size=100&page=${number}`),
    )
  })

  test('are not the whole list when one of them is missing', async () => {
    await using server = await hostileServer((number) =>
      number === 1 ? reply(200, page([vehicle], '?page=2')) : reply(404, { detail: 'x' }),
    )
    const { client } = setup(server.url)
    const reading = Array.fromAsync(client.pages('listVehicles', {}))
    await expect(reading).rejects.toMatchObject({ code: 'service-refused' })
  })
})

describe('health', () => {
  const told = async (status: number, body: unknown) => {
    await using server = await hostileServer(() => reply(status, body))
    const { client } = setup(server.url)
    return { health: await client.health(), headers: server.received[0]?.headers }
  }

  test('is read under any prefix of the first key, and never shown the key', async () => {
    const { health, headers } = await told(200, {
      xyz_lookup: { mode: 'live' },
      payments: { mode: 'mock', sandbox: true },
    })
    expect(health).toEqual({ lookup: 'live', payments: 'mock', sandbox: true })
    expect(headers).not.toHaveProperty('x-api-key')
  })

  test('tolerates words and flags that it does not know', async () => {
    const { health } = await told(200, { lookup: { mode: 'half' }, payments: { mode: 'live' } })
    expect(health).toEqual({ lookup: 'unknown', payments: 'live', sandbox: 'unknown' })
  })

  test.each([
    [200, { status: 'ok' }],
    [200, '<html>hello</html>'],
    [404, { detail: 'x' }],
  ])('of something else is the wrong service (%i)', async (status, body) => {
    await expect(told(status, body)).rejects.toMatchObject({ code: 'wrong-service' })
  })

  test('names the origin and the cure when nobody answers', async () => {
    const { client } = setup('http://127.0.0.1:1')
    await expect(client.health()).rejects.toMatchObject({
      code: 'service-unreachable',
      message: expect.stringMatching(/http:\/\/127\.0\.0\.1:1 .*FROTA_API_URL/),
    })
  })
})

describe('access', () => {
  test.each([
    [200, page([], null), undefined],
    [401, { detail: 'x' }, 'wrong-key'],
    [403, { detail: 'x' }, 'wrong-account'],
    [404, { detail: 'x' }, 'wrong-account'],
    [422, { detail: 'x' }, 'wrong-account'],
    [200, { other: true }, 'wrong-service'],
    [500, { detail: 'x' }, 'service-refused'],
  ])('with status %i', async (status, body, code) => {
    await using server = await hostileServer(() => reply(status, body))
    const { client } = setup(server.url)
    const checked = await client.checkAccess().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(code === undefined ? checked : Reflect.get(Object(checked), 'code')).toBe(code)
    expect(String(checked)).not.toContain(KEY)
  })
})

test('the log has the operation and its ending, and neither key nor query', async () => {
  await using server = await hostileServer(() => reply(200, page([], null)))
  const lines: object[] = []
  const log = { debug: (fields: object) => lines.push(fields) }
  const { client } = setup(server.url, { log })
  await Array.fromAsync(client.pages('listVehicles', { query: { q: '00639884962' } }))
  expect(lines).toMatchObject([{ route: 'listVehicles', method: 'GET', status: 200, attempt: 1 }])
  expect(JSON.stringify(lines)).not.toMatch(/svc_live|00639884962/)
})

describe('an address', () => {
  test.each(['', 'service', 'ftp://x', 'http://user:pw@x', 'https://x/?a=1', 'https://x/#a'])(
    'like "%s" is refused without being quoted',
    (baseUrl) => {
      expect(() => setup(baseUrl)).toThrow(expect.objectContaining({ code: 'configuration' }))
      expect(() => setup(baseUrl)).not.toThrow(/pw@/)
    },
  )

  test('may have a path before the interface’s own', async () => {
    await using server = await hostileServer(() => reply(404))
    const { client } = setup(`${server.url}/vdi/`)
    await client.read('getVehicle', { params })
    await expect(client.health()).rejects.toThrow('status 404 from /vdi/health')
    expect(server.received[0]?.path).toBe(`/vdi/api/v1/vehicles/${params.vehicle_id}`)
  })
})
