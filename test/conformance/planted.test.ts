/** Services that break one promise each: the part that speaks of it tells just that. */
import { expect, test } from 'vitest'
import { type Bench, openBench } from '../service/support/open-service.ts'
import { parts } from './all.ts'
import type { Body } from './support/answer.ts'
import { ask } from './support/ask.ts'
import { ourTarget, unbounded } from './support/ours.ts'
import type { Fetch } from './support/target.ts'
import { forFile } from '../support/for-file.ts'

interface Passing {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  readonly body: Body
}

/** What is answered instead; null passes the answer on as it is. */
type Change = (passing: Passing) => Partial<Pick<Passing, 'status' | 'body'>> | null

const isOne = (path: string, what: string): boolean =>
  new RegExp(`/${what}/[0-9a-f-]{36}$`).test(path)

function broken(change: Change): Fetch {
  return async (url, init) => {
    const reply = await fetch(url, init)
    const { pathname, search } = new URL(url)
    const text = await reply.text()
    const body: Body = text === '' ? {} : Object(JSON.parse(text))
    const passing = {
      method: `${init.method}`,
      path: pathname + search,
      status: reply.status,
      body,
    }
    const changed = change(passing)
    const status = changed?.status ?? reply.status
    const said = changed?.body === undefined ? text : JSON.stringify(changed.body)
    return new Response(status === 204 ? null : said, { status, headers: reply.headers })
  }
}

function withWrongCode(body: Body): Body {
  const attempt: Body = Object(body['latest_attempt'])
  const pix_copy_paste = `${String(attempt['pix_copy_paste'])}0`
  return { ...body, latest_attempt: { ...attempt, pix_copy_paste } }
}

/** The part that is asked, what is broken, the statements that differ, and how it is broken. */
const planted: [part: string, what: string, ids: string[], change: Change][] = [
  [
    'service',
    'resources outside of the prefix',
    ['9.prefix'],
    ({ path }) => (path === '/orders' ? { status: 200, body: { results: [] } } : null),
  ],
  [
    'vehicles',
    'a DELETE with a body',
    ['4.vehicles.delete', 'ours.4.vehicles.deleted'],
    ({ method }) => (method === 'DELETE' ? { status: 200 } : null),
  ],
  [
    'consultations',
    'a total that is not the sum',
    ['3.consultation.ready', 'ours.2.open-debts'],
    ({ path, body }) =>
      isOne(path, 'consultations') && body['status'] === 'ready'
        ? { body: { ...body, total_amount: '0.01' } }
        : null,
  ],
  [
    'vehicle-list',
    'a next page on another origin',
    ['count', 'next', 'page', 'page_size'].map((of) => `4.vehicles.list.${of}`),
    ({ path, body }) =>
      path.endsWith('page_size=1') && typeof body['next'] === 'string'
        ? { body: { ...body, next: 'http://127.0.0.1:1/api/v1/vehicles?page=2' } }
        : null,
  ],
  [
    'orders',
    'an order that takes what cannot be paid',
    [
      '4.orders.create.debt_item_ids.unknown',
      '4.orders.create.debt_item_ids.foreign',
      '4.rule.4',
      '2.item.depends_on.alone',
      'ours.4.orders.vehicles',
      'ours.4.orders.vehicles.same',
      'ours.4.preview.refused',
    ],
    ({ method, path, status }) =>
      method === 'POST' && path.endsWith('/orders') && status === 422 ? { status: 201 } : null,
  ],
  [
    'order-list',
    'days that leave out their own end',
    ['4.orders.list.days'],
    ({ path, body }) =>
      /created_after=(.*)&created_before=\1/.test(path) ? { body: { ...body, results: [] } } : null,
  ],
  [
    'callers',
    'a missing key that is a 403',
    ['ours.5.both', '5.rule.3', '4.key', '5.rule.7'],
    ({ status }) => (status === 401 ? { status: 403 } : null),
  ],
  [
    'cards',
    'a card without its code',
    ['4.pay-card.cvc'],
    ({ path, status, body }) =>
      path.endsWith('/pay-card') && status === 400 && String(body['detail']).includes("'cvc'")
        ? { status: 200, body: {} }
        : null,
  ],
  [
    'pix',
    'a Pix code whose CRC is wrong',
    ['2.attempt.field.pix_copy_paste.code'],
    ({ path, body }) => (isOne(path, 'orders') ? { body: withWrongCode(body) } : null),
  ],
  [
    'fields',
    'an amount as a number',
    ['2.vehicle.field.open_debts_amount'],
    ({ path, body }) =>
      isOne(path, 'vehicles') ? { body: { ...body, open_debts_amount: 0 } } : null,
  ],
  [
    'answers',
    'an error with one key more',
    ['7.body'],
    ({ status, body }) => (status >= 400 ? { body: { ...body, code: 'x' } } : null),
  ],
]

const bench = await forFile(openBench({ limits: unbounded }))

async function differing(of: Bench, part: string, change: Change): Promise<string[]> {
  const target = await ourTarget(of, { fetch: broken(change), hold: () => undefined })
  const lines: string[] = []
  await ask(target, (line) => lines.push(line), { [part]: parts[part] ?? {} })
  return lines.flatMap((line) => /^✗ (\S+): /.exec(line)?.[1] ?? [])
}

test.each(planted)('%s tells of %s', async (part, _what, ids, change) => {
  expect(await differing(bench, part, change)).toEqual(ids)
})

test('limits tells of an hour that lets more pass, and of a 429 without a wait', async () => {
  const loose = { consultationsPerHour: 25, ordersPerHour: 40 }
  await using wide = await openBench({ limits: loose })
  const ids = await differing(wide, 'limits', ({ status }) =>
    status === 429 ? { body: {} } : null,
  )
  expect(ids).toEqual(['8.consultations', '8.orders', 'ours.8.exceeded'])
})

test('there is a planted fault for every part', () => {
  const told = new Set([...planted.map(([part]) => part), 'limits'])
  expect(Object.keys(parts).filter((part) => !told.has(part))).toEqual([])
})
