/** The contract against the tables of the interface: its routes, and where a version stands. */
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import {
  CONSULTATIONS_PER_HOUR,
  INSTALLMENTS_MAX,
  ORDER_REQUESTS_PER_HOUR,
  PAGE_SIZE_MAX,
} from '../../src/contract/limits.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { serviceDocument } from '../../src/service/pages/service-document.ts'

/** Part 4: method, path, what it needs beside a key, and the status of its success. */
const ROUTES = [
  // Ours.
  'GET /api/v1/limits key 200',
  'GET /health public 200',
  'GET /api/v1/coverage key 200',
  'POST /api/v1/vehicles account 201',
  'GET /api/v1/vehicles account 200',
  'GET /api/v1/vehicles/summary account 200',
  'GET /api/v1/vehicles/{vehicle_id} account 200',
  'PATCH /api/v1/vehicles/{vehicle_id} account 200',
  'DELETE /api/v1/vehicles/{vehicle_id} account 204',
  'POST /api/v1/vehicles/{vehicle_id}/consultations account 201',
  'GET /api/v1/vehicles/{vehicle_id}/consultations account 200',
  'GET /api/v1/vehicles/{vehicle_id}/consultations/latest account 200',
  'GET /api/v1/consultations/{consultation_id} account 200',
  'POST /api/v1/orders account 201',
  'GET /api/v1/orders account 200',
  'GET /api/v1/orders/summary account 200',
  'GET /api/v1/orders/{order_id} account 200',
  'POST /api/v1/orders/{order_id}/pay-card account 200',
  'POST /api/v1/orders/{order_id}/pix account 200',
  'POST /api/v1/checkout/preview account 200',
  'POST /api/v1/orders/{order_id}/simulate-pix account 200',
]

const operations = Object.values<Operation>(api)

test('the routes are those of the interface, with its needs and successes', () => {
  const ours = operations.map((operation) => {
    const caller = operation.account ? 'account' : 'key'
    const needs = operation.public === true ? 'public' : caller
    const successes = Object.keys(operation.replies).filter((status) => Number(status) < 300)
    return `${operation.method} ${operation.path} ${needs} ${successes.join()}`
  })
  expect(ours.toSorted()).toEqual(ROUTES.toSorted())
})

test('the counted routes are those of the two limits, and the limits are those of the interface', () => {
  const counted = operations.flatMap(({ id, quota }) => (quota === undefined ? [] : [[id, quota]]))
  expect(counted).toEqual([
    ['createConsultation', 'consultations'],
    ['createOrder', 'orders'],
    ['payCard', 'orders'],
  ])
  expect([CONSULTATIONS_PER_HOUR, ORDER_REQUESTS_PER_HOUR]).toEqual([20, 30])
  expect([PAGE_SIZE_MAX, INSTALLMENTS_MAX]).toEqual([100, 12])
})

test('every business route stands under /api/v1, and health alone outside it', () => {
  const outside = operations.filter(({ path }) => !path.startsWith('/api/v1/'))
  expect(outside.map(({ id }) => id)).toEqual(['health'])
})

test('both environments have the same paths, and nothing calls back', () => {
  const document = serviceDocument({
    publicBaseUrl: 'https://debitos.test',
    devBaseUrl: 'https://dev.debitos.test',
  })
  expect(document.servers).toHaveLength(2)
  for (const item of Object.values<object>(document.paths)) {
    expect(item).not.toHaveProperty('servers')
    for (const operation of Object.values(item)) expect(operation).not.toHaveProperty('callbacks')
  }
  expect(document).not.toHaveProperty('webhooks')
})
