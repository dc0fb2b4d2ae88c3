/** Services that break one promise each: the probe tells it, and tells nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from '../service/support/open-service.ts'
import { breakingProxy, type Change, type Passing } from './breaking-proxy.ts'
import { differing, probe } from './probing.ts'

let bench: Bench

beforeAll(async () => {
  // Eighteen probes in a row send more wrong keys than one address may.
  const limits = { consultationsPerHour: 500, ordersPerHour: 500, failedKeysPerMinute: 10_000 }
  bench = await openBench({ limits })
})

afterAll(() => bench[Symbol.asyncDispose]())

const VEHICLES = '/api/v1/vehicles'
const isVehicle = /^\/api\/v1\/vehicles\/[0-9a-f-]{36}$/
const isConsultation = /^\/api\/v1\/consultations\/[0-9a-f-]{36}$/
const isOrder = /^\/api\/v1\/orders\/[0-9a-f-]{36}$/

function fields({ json }: Passing): Record<string, unknown> {
  return Object(json)
}

/** Every body below 400 at a path, rewritten. */
function rewriting(
  where: (passing: Passing) => boolean,
  rewrite: (body: Record<string, unknown>) => unknown,
): Change {
  return (passing) =>
    where(passing) && passing.status < 400 ? { json: rewrite({ ...fields(passing) }) } : null
}

const planted: [string, RegExp, Change][] = [
  [
    'creation answers 200',
    /^(4\.vehicles\.create\.|8\.renavam\.|ours\.4\.vehicles\.create\.)/,
    ({ method, path, status }) =>
      method === 'POST' && path === VEHICLES && status === 201 ? { status: 200 } : null,
  ],
  [
    'a Renavam that is not padded',
    /^(2\.vehicle\.renavam\.|4\.vehicles\.read\.same|8\.renavam\.)/,
    rewriting(
      ({ method, path }) => method === 'POST' && path === VEHICLES,
      (body) => ({ ...body, renavam: String(body['renavam']).replace(/^0+/, '') }),
    ),
  ],
  [
    'a document in the clear',
    /^2\.write-only$/,
    rewriting(
      ({ path }) => isVehicle.test(path),
      (body) => ({ ...body, owner_document: '529.982.247-25' }),
    ),
  ],
  [
    'a missing field',
    /^2\.vehicle\.field\.open_debts_count$/,
    rewriting(
      ({ path }) => path === VEHICLES || isVehicle.test(path),
      ({ open_debts_count: _gone, ...body }) => body,
    ),
  ],
  [
    'an amount as a number',
    /^2\.consultation\.field\.total_amount$/,
    rewriting(
      ({ path }) => isConsultation.test(path),
      (body) => ({ ...body, total_amount: Number(body['total_amount']) }),
    ),
  ],
  [
    'a total that is not the sum',
    /^3\.consultation\.ready\.total$/,
    rewriting(
      ({ path }) => isConsultation.test(path),
      (body) => (body['status'] === 'ready' ? { ...body, total_amount: '0.01' } : body),
    ),
  ],
  [
    'a consultation that begins ready',
    /^(3\.consultation\.created\.pending|4\.rule\.3)$/,
    rewriting(
      ({ method, path }) => method === 'POST' && path.endsWith('/consultations'),
      (body) => ({ ...body, status: 'ready' }),
    ),
  ],
  [
    'an order that is not awaiting payment',
    /^(3\.order\.created\.awaiting|4\.orders\.list\.status)$/,
    rewriting(
      ({ method, path }) => method === 'POST' && path === '/api/v1/orders',
      (body) => ({ ...body, status: 'open' }),
    ),
  ],
  [
    'a total without the fee',
    /^(2\.order\.total\.sum|2\.attempt\.pix-code|4\.(orders\.create\..*|preview)\.sums)$/,
    rewriting(
      ({ path }) => path === '/api/v1/orders' || isOrder.test(path),
      (body) => ({ ...body, total_amount: body['debts_amount'] }),
    ),
  ],
  [
    'a Pix code whose CRC is wrong',
    /^2\.attempt\.pix-code$/,
    rewriting(
      ({ path }) => path === '/api/v1/orders' || isOrder.test(path),
      (body) => {
        const attempt = Object(body['latest_attempt'])
        const code = String(attempt.pix_copy_paste ?? '')
        if (code === '') return body
        const last = code.endsWith('0') ? '1' : '0'
        return { ...body, latest_attempt: { ...attempt, pix_copy_paste: code.slice(0, -1) + last } }
      },
    ),
  ],
  [
    'a DELETE with a body',
    /^(ours\.)?4\.vehicles\.delete\./,
    ({ method, status }) =>
      method === 'DELETE' && status === 204 ? { status: 200, text: '{}' } : null,
  ],
  [
    'an error with another shape',
    /^(ours\.)?(5\.key|7)\./,
    ({ status, json }) => (status >= 400 ? { json: { error: Object(json).detail } } : null),
  ],
  [
    'an error with one key more',
    /^7\.errors\.detail$/,
    ({ status, json }) => (status >= 400 ? { json: { ...Object(json), code: 'x' } } : null),
  ],
  [
    'a missing key that is a 403',
    /^(ours\.)?(5\.key|7)\./,
    ({ status }) => (status === 401 ? { status: 403 } : null),
  ],
  [
    'a list without its count',
    /^(4\.vehicles\.list\.|ours\.4\.vehicles\.summary\.total)/,
    rewriting(
      ({ method, path }) => method === 'GET' && path === VEHICLES,
      ({ count: _gone, ...body }) => body,
    ),
  ],
  [
    'a summary without states',
    /^(ours\.)?4\.vehicles\.summary\./,
    rewriting(
      ({ path }) => path === `${VEHICLES}/summary`,
      ({ by_uf: _gone, ...body }) => body,
    ),
  ],
  [
    'a preview whose grid ends at eleven',
    /^ours\.4\.preview\.installments\.rows$/,
    rewriting(
      ({ path }) => path === '/api/v1/checkout/preview',
      (body) => ({ ...body, installments: [body['installments']].flat().slice(0, 11) }),
    ),
  ],
  [
    'a latest consultation that is never missing',
    /^(4\.consultations|7\.404)\.latest\./,
    ({ path, status }) =>
      path.endsWith('/latest') && status === 404 ? { status: 200, text: '{}', json: {} } : null,
  ],
]

test.each(planted)('%s is told', { timeout: 60_000 }, async (_name, ids, change) => {
  await using broken = await breakingProxy(bench.url, change)
  const found = differing(await probe(bench, { url: broken.url, seed: 21 }))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ id }) => !ids.test(id))).toEqual([])
})

test('a limit that is not twenty an hour, and a 429 without Retry-After, are told', async () => {
  await using loose = await openBench({ limits: { consultationsPerHour: 25 } })
  await using silent = await breakingProxy(loose.url, ({ status, headers }) => {
    const { 'retry-after': _gone, ...others } = headers
    return status === 429 ? { headers: others } : null
  })
  const ids = differing(await probe(loose, { url: silent.url, limits: true })).map(({ id }) => id)
  const told = ['8.consultations.hour', 'ours.8.consultations.429', 'ours.8.orders.429']
  expect(ids.toSorted()).toEqual(told)
})
