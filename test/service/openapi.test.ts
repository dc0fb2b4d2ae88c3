/** The document as the service serves it: public, true to its addresses, bounds and moves. */
import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../src/contract/openapi/document-shape.ts'
import { BODY_BYTES_TOLD } from '../../src/contract/openapi/introduction.ts'
import { preview } from '../../src/contract/openapi/examples/example-order.ts'
import * as vehicle from '../../src/contract/openapi/examples/example-vehicle.ts'
import { parseCents } from '../../src/fleet/money.ts'
import { attemptMoves, itemMoves, orderMoves } from '../../src/service/order-state.ts'
import { installmentGrid } from '../../src/service/orders/installment-grid.ts'
import { plateRules } from '../../src/service/faults/plate-rules.ts'
import { TEST_CARDS } from '../../src/service/providers/mock-payments-card.ts'
import { faultLetters } from '../../src/service/pages/simulation-words.ts'
import { serviceDocument } from '../../src/service/pages/service-document.ts'
import { webLimits } from '../../src/web/web-limits.ts'
import { openBench } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench())

const nobody = { headers: { 'x-api-key': undefined, 'x-account-id': undefined } }

async function document(url = bench.url): Promise<OpenApiDocument> {
  const answer = await bench.send('GET', '/openapi.json', { ...nobody, url })
  expect(answer.status).toBe(200)
  return answer.body as unknown as OpenApiDocument
}

test('anybody may read the document, and keep it for a while', async () => {
  const answer = await bench.send('GET', '/openapi.json', nobody)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(answer.body['openapi']).toMatch(/^3\.1\./)
})

test('without a configured address it names the one that was called', async () => {
  expect((await document()).servers).toEqual([{ url: bench.url, description: 'This service.' }])
})

test('configured addresses stand in it, and the version of the program', async () => {
  await using other = await bench.again({
    publicBaseUrl: 'https://debitos.test/',
    devBaseUrl: 'https://dev.debitos.test',
    version: '9.8.7',
  })
  const { servers, info } = await document(other.url)
  expect(servers.map(({ url }) => url)).toEqual([
    'https://debitos.test',
    'https://dev.debitos.test',
  ])
  expect(info.version).toBe('9.8.7')
})

test('every move of the tables of states is told, and the final states are called so', async () => {
  const { schemas } = (await document()).components
  const tables = { OrderStatus: orderMoves, AttemptStatus: attemptMoves, ItemSettlement: itemMoves }
  for (const [name, moves] of Object.entries(tables)) {
    for (const [state, next] of Object.entries<readonly string[]>(moves)) {
      const lines = schemas[name]?.description?.split('\n') ?? []
      const line = lines.find((each) => each.startsWith(`- \`${state}\`: `))
      const ways = next.map((each) => `\`${each}\``).join(', ')
      expect(line).toMatch(next.length === 0 ? /Final\.$/ : / Moves to .*\.$/)
      expect(line).toContain(ways)
    }
  }
})

test('the bounds and the instalments that it tells are those of the service', () => {
  expect(BODY_BYTES_TOLD).toBe(`${webLimits.bodyBytesMax.toLocaleString('en-US')} bytes`)
  const total = parseCents(preview.total_amount)
  const told = preview.installments.map((row) => [
    row.installments,
    parseCents(row.installment_amount),
    parseCents(row.total_amount),
  ])
  const grid = installmentGrid(total.ok ? total.value : 0n)
  const good = (value: bigint) => ({ ok: true, value })
  expect(told).toEqual(
    grid.map((row) => [row.installments, good(row.eachCents), good(row.totalCents)]),
  )
})

test('the document tells of which method the instalments of a preview are', async () => {
  const { schemas } = (await document()).components
  const told = JSON.stringify([schemas['PreviewRequest'], schemas['Preview']])
  expect(told).toMatch(/Without it the instalments are those of a card.*by Pix or boleto in one/)
})

test('its example registers a vehicle, and the answer is the example of the answer', async () => {
  const body = vehicle.newVehicle
  const answer = await bench.send('POST', '/api/v1/vehicles', { body })
  const { id, created_at, ...told } = vehicle.registeredVehicle
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({ ...told, id: answer.body['id'], created_at: expect.any(String) })
  expect([typeof id, typeof created_at]).toEqual(['string', 'string'])
})

test('the modes of the example are those of a service that was started as it comes', async () => {
  const told = serviceDocument({}).paths['/health']?.['get']?.responses['200']
  const answer = await bench.send('GET', '/health', nobody)
  expect(told).toHaveProperty(
    ['content', 'application/json', 'examples', 'simulated', 'value'],
    answer.body,
  )
})

test('every test card and every plate that calls for a fault is told', async () => {
  const { description } = (await document()).info
  for (const { number } of TEST_CARDS) expect(description).toContain(`- \`${number}\`: `)
  const prefixes = new Set(plateRules.map((rule) => rule.when.plate))
  expect(new Set(faultLetters.map((letter) => `ZZ${letter}`))).toEqual(prefixes)
  for (const prefix of prefixes) expect(description).toContain(`- \`${prefix}\`: `)
})
