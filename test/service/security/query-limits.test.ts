/** A query is small, known by name and said once; whatever is in it is text. */
import { describe, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { fillPath } from '../../../src/contract/fill-path.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { newVehicle } from '../support/fleet.ts'
import { type Answer, openBench } from '../support/open-service.ts'
import { forFile } from '../../support/for-file.ts'

const reads = Object.values<Operation>(api).filter(({ method }) => method === 'GET')
const asking = reads.filter(({ query }) => query !== undefined)
const ID = '00000000-0000-4000-8000-000000000000'
const UNKNOWN = { vehicle_id: ID, consultation_id: ID, order_id: ID }

const bench = await forFile(openBench())
const nicknames = ['100% paid', '100 percent', 'a_b', 'axb', 'c\\d', 'cd']
for (const [at, nickname] of nicknames.entries()) {
  const body = { ...newVehicle(at), nickname }
  await bench.send('POST', '/api/v1/vehicles', { body })
}

function get(operation: Operation, search: string): Promise<Answer> {
  return bench.send('GET', `${fillPath(operation.path, UNKNOWN)}?${search}`)
}

describe.each(reads)('GET $path', (operation) => {
  test.each([
    ['an unknown parameter', 'colour=red'],
    ['a parameter in other letters', 'Page=1'],
    ['a list in brackets', 'page[]=1'],
    ['an object in brackets', 'q[a]=1'],
    ['the name of a prototype', '__proto__=1'],
    ['a part of a prototype', 'constructor.prototype.x=1'],
    ['a parameter without a name', '=1'],
    ['1,500 parameters', Array.from({ length: 1_500 }, (_, at) => `p${at}=1`).join('&')],
    ['one parameter 1,500 times', Array.from({ length: 1_500 }, () => 'page=1').join('&')],
  ])('refuses %s', async (_what, search) => {
    const answer = await get(operation, search)
    expect([answer.status, answer.text.length < 200]).toEqual([400, true])
  })
})

describe.each(asking)('a list at GET $path', (operation) => {
  const { properties } = operation.query as unknown as { properties: Record<string, unknown> }

  test('refuses each of its parameters when it is said twice, by its name', async () => {
    for (const name of Object.keys(properties)) {
      for (const search of [`${name}=1&${name}=1`, `${name}=1&${name}=2`]) {
        const answer = await get(operation, search)
        expect([answer.status, answer.body['detail']]).toEqual([
          400,
          expect.stringContaining(`'${name}`),
        ])
      }
    }
  })

  const counted = { page: [10_000, 10_001], page_size: [100, 101], q: [64, 65] } as const
  const bounds = Object.entries(counted).filter(([name]) => Object.hasOwn(properties, name))
  test.each(bounds)('bounds %s', async (name, [most, more]) => {
    const value = (size: number) => (name === 'q' ? 'x'.repeat(size) : size)
    const fits = await get(operation, `${name}=${value(most)}`)
    // An unknown vehicle has no consultations to list.
    expect(fits.status).toBe(operation.path.includes('{') ? 404 : 200)
    const over = await get(operation, `${name}=${value(more)}`)
    expect([over.status, over.body['detail']]).toEqual([400, expect.stringContaining(`'${name}'`)])
  })

  const numbers = ['0', '-1', '1.5', '1e3', '0x10', ' 1', '1 ', '', '9'.repeat(9), '9'.repeat(400)]
  test.each(numbers)('page and page_size refuse "%s"', async (number) => {
    for (const name of ['page', 'page_size'].filter((each) => Object.hasOwn(properties, each))) {
      const answer = await get(operation, `${name}=${encodeURIComponent(number)}`)
      expect([name, answer.status]).toEqual([name, 400])
    }
  })
})

test.each([
  ['%', ['100% paid']],
  ['0% p', ['100% paid']],
  ['a_b', ['a_b']],
  ['_', ['a_b']],
  ['c\\d', ['c\\d']],
  ['\\', ['c\\d']],
  ['%%', []],
  ['a%b', []],
  ['c_d', []],
])('%s in q is text, and no wildcard', async (q, nicknames) => {
  const found = await bench.send('GET', `/api/v1/vehicles?q=${encodeURIComponent(q)}`)
  const results = found.body['results'] as { nickname: string }[]
  expect(results.map(({ nickname }) => nickname)).toEqual(nicknames)
  const orders = await bench.send('GET', `/api/v1/orders?q=${encodeURIComponent(q)}`)
  expect([orders.status, orders.body['count']]).toEqual([200, 0])
})

test.each([
  ['GET', '/api/v1/vehicles'],
  ['GET', '/openapi.json'],
  ['GET', '/health'],
])('a query of more than a head may hold is 431 at %s %s', async (method, path) => {
  const answer = await bench.send(method, `${path}?q=${'x'.repeat(20_000)}`)
  expect(answer.status).toBe(431)
})

test.each([
  ['uf=XX', "Campo 'uf': informe a sigla de um estado."],
  ['uf=%C5%BFp', "Campo 'uf': informe a sigla de um estado."],
  ['uf=', "Campo 'uf': informe a sigla de um estado."],
])('a state that is none is refused with the cure: %s', async (query, sentence) => {
  const answer = await bench.send('GET', `/api/v1/vehicles?${query}`)
  expect([answer.status, answer.body['detail']]).toEqual([400, sentence])
  expect((await bench.send('GET', '/api/v1/vehicles?uf=sp')).status).toBe(200)
})

test.each([
  { plate: 'ſbc1d23', uf: 'SP' },
  { plate: 'SBC1D23', uf: 'ſp' },
])('a letter that is none of the alphabet makes no vehicle: %j', async (fields) => {
  const body = { ...newVehicle(76), ...fields }
  expect((await bench.send('POST', '/api/v1/vehicles', { body })).status).toBe(422)
})

test('a CPF where the Renavam belongs is refused', async () => {
  const vehicle = { ...newVehicle(77), renavam: '52998224725' }
  const answer = await bench.send('POST', '/api/v1/vehicles', { body: vehicle })
  expect([answer.status, answer.body['detail']]).toEqual([
    422,
    "Campo 'renavam': isto parece um CPF; informe o Renavam do CRLV.",
  ])
})
