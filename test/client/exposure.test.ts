import { expect, test } from 'vitest'
import { parseBase } from '../../src/client/origin.ts'
import { redact } from '../../src/client/redact.ts'
import { hostileServer, reply } from './hostile-server.ts'
import { page, setup } from './world.ts'

test.each([
  ['http://localhost:8080', false],
  ['http://127.0.0.1', false],
  ['http://127.9.9.9', false],
  ['http://[::1]:1', false],
  ['http://service.localhost', false],
  ['https://service.example', false],
  ['http://service.example', true],
  ['http://127.0.0.1.example', true],
  ['http://localhost.example', true],
  ['http://10.0.0.1', true],
])('%s is exposed: %s', (url, isExposed) => {
  expect(parseBase(url).isExposed).toBe(isExposed)
})

/** Reached like any address of this machine, but not a loopback address by its name. */
const exposed = (url: string): string => url.replace('127.0.0.1', '0.0.0.0')
const health = (mode: string) => ({ x_lookup: { mode }, payments: { mode: 'mock' } })

test('a live service over plain HTTP never gets the key', async () => {
  await using server = await hostileServer(() => reply(200, health('live')))
  const { client } = setup(exposed(server.url))
  const result = await client.call('listVehicles', {})
  expect(result).toMatchObject({ outcome: 'never-sent', cause: { code: 'configuration' } })
  await expect(client.checkAccess()).rejects.toThrow(/https:\/\//)
  expect(server.received.some((request) => 'x-api-key' in request.headers)).toBe(false)
})

test('a simulated one does, once it said so', async () => {
  await using server = await hostileServer((_, { path }) =>
    reply(200, path === '/health' ? health('mock') : page([], null)),
  )
  const { client } = setup(exposed(server.url))
  await client.checkAccess()
  await client.checkAccess()
  expect(server.received.map(({ path }) => path.split('?')[0])).toEqual([
    '/health',
    '/api/v1/vehicles',
    '/api/v1/vehicles',
  ])
})

test.each([
  ['CPF 529.982.247-25 inválido', 'CPF [number] inválido'],
  ['CNPJ 11.222.333/0001-81.', 'CNPJ [number].'],
  ['documento 11222333000181', 'documento [number]'],
  ['12ABC34501DE35 já existe', '[number] já existe'],
  ['Já existe em 2026', 'Já existe em 2026'],
  ['a\u0000b\u202ec', 'a b c'],
  ['key svc_live_abc', 'key [key]'],
])('%s is told as %s', (text, told) => {
  expect(redact(text)).toBe(told)
})
