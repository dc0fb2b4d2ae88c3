/** Every operation of the contract x every standing of a caller: nobody learns what is another's. */
import { describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { detail } from '../../src/contract/problem.ts'
import {
  type Account,
  type Answer,
  MINUTE_MS,
  openBench,
  uncounted,
} from './support/open-service.ts'
import { recordStatements } from './tenants-recorder.ts'
import {
  allIds,
  CANARY_NICKNAME,
  type Ids,
  objectsOf,
  requestOf,
  namesObjects,
  unknownIds,
} from './tenants-world.ts'
import { forFile } from '../support/for-file.ts'

const MANY = 1_000_000
const DAY_MS = 86_400_000
const limits = { ...uncounted, failedKeysPerMinute: MANY }
const STATES = ['expired', 'inactive', 'paid', 'awaiting_payment'] as const
const operations = Object.values<Operation>(api)
const keyed = operations.filter((operation) => operation.public !== true)
const withAccount = keyed.filter((operation) => operation.account)

let fresh = 6_000
const bench = await forFile(openBench({ limits }))
const recorder = recordStatements(bench.pool)
const service = await forFile(bench.again({ pool: recorder.pool }))
/** In each of the states, the last of which is that of `ids`. */
const owned: Ids[] = []
for (const state of STATES) owned.push(await objectsIn(state))
const ids = owned.at(-1) ?? unknownIds(bench.random)
const strangers = [
  await bench.tenant('another account', { brandName: 'own' }),
  await bench.tenant('another brand'),
]
const keyless = [
  await tenantAfter('revoked', `update service.api_key set revoked_at = '-infinity'`),
  await tenantAfter('inactive', 'update service.brand set is_active = false', 'id'),
  await tenantAfter('gone', 'delete from service.api_key'),
]
const closed = await bench.tenant('closed', { brandName: 'own' })
const CLOSE = 'update service.account set is_active = false where id = $1'
await bench.pool.query(CLOSE, [closed.accountId])
// Their first calls note that their keys were used, which later ones do not.
for (const as of [bench.own, ...strangers]) await ask(keyed[0], ids, { as })
const before = await rowsOfOwner()

async function tenantAfter(name: string, change: string, brandColumn = 'brand_id') {
  const tenant = await bench.tenant(name)
  await bench.pool.query(`${change} where ${brandColumn} = $1`, [tenant.brandId])
  return tenant
}

/** A vehicle that was deactivated, or one that is active with an order of that status. */
async function objectsIn(state: (typeof STATES)[number]): Promise<Ids> {
  const made = await objectsOf(bench, bench.own)
  const [vehicle, order] = [`/vehicles/${made.vehicle_id}`, `/orders/${made.order_id}`]
  bench.clock.step(state === 'expired' ? 9 * DAY_MS : MINUTE_MS)
  if (state === 'inactive') await bench.send('DELETE', `/api/v1${vehicle}`)
  if (state === 'paid') await bench.send('POST', `/api/v1${order}/simulate-pix`)
  const { is_active } = (await bench.send('GET', `/api/v1${vehicle}`)).body
  const { status } = (await bench.send('GET', `/api/v1${order}`)).body
  expect(is_active === true ? status : 'inactive').toBe(state)
  return made
}

interface Sent {
  as: Account
  headers?: Record<string, string | undefined>
}

async function ask(operation: Operation | undefined, about: Ids, sent: Sent): Promise<Answer> {
  if (operation === undefined) throw new Error('The contract is empty.')
  const { method, path, body } = requestOf(operation, about, fresh++)
  const options = { ...sent, url: service.url, ...(body === undefined ? {} : { body }) }
  return await bench.send(method, path, options)
}

/** Everything that the database holds of the owner. */
async function rowsOfOwner(): Promise<string> {
  const mine = 'select id from service.payment_order where account_id = $1'
  const texts = [
    ...['vehicle', 'consultation', 'debt_item', 'payment_order'].map(
      (table) => `select t::text as row from service.${table} t where account_id = $1 order by id`,
    ),
    ...['order_item', 'attempt'].map(
      (table) => `select t::text as row from service.${table} t where order_id in (${mine})
        order by order_id, t::text`,
    ),
  ]
  const rows = []
  for (const text of texts) {
    rows.push(...(await bench.pool.query<{ row: string }>(text, [bench.own.accountId])).rows)
  }
  return rows.map(({ row }) => row).join('\n')
}

const OF_THE_CALL = ['date', 'content-length', 'x-request-id', 'ratelimit']

/** What a caller sees, without the ids that the caller sent, and without the hour. */
function seen({ status, text, headers }: Answer, asked: Ids): unknown {
  const bare = allIds(asked).reduce((rest, id) => rest.replaceAll(id, 'ID'), text)
  const shown = [...headers].filter(([name]) => !OF_THE_CALL.includes(name))
  return { status, bare, shown, bytes: text.length }
}

describe.each(keyed.filter(namesObjects))('$method $path by a stranger', (operation) => {
  test('answers the same for whatever the owner has as for what never was', async () => {
    for (const as of strangers) {
      recorder.take()
      const never = unknownIds(bench.random)
      const unknown = await ask(operation, never, { as })
      const statements = recorder.take().map(({ sql }) => sql)
      expect(operation.path.includes('{') ? unknown.status : 404).toBe(404)
      for (const objects of owned) {
        const foreign = await ask(operation, objects, { as })
        expect(seen(foreign, objects)).toEqual(seen(unknown, never))
        // The same work takes the same time.
        expect(recorder.take().map(({ sql }) => sql)).toEqual(statements)
      }
    }
    expect(await rowsOfOwner()).toBe(before)
  })
})

describe.each(keyed.filter((each) => !namesObjects(each)))(
  '$method $path by a stranger',
  (each) => {
    test('shows nothing of the owner', async () => {
      for (const as of strangers) {
        const answer = await ask(each, ids, { as })
        const canaries = [...allIds(ids), CANARY_NICKNAME, bench.own.accountId]
        expect(canaries.filter((canary) => answer.text.includes(canary))).toEqual([])
      }
      expect(await rowsOfOwner()).toBe(before)
    })
  },
)

describe.each(keyed)('the key of $method $path', (operation) => {
  test('missing, unknown, revoked or of an inactive brand gets one 401', async () => {
    const statements: string[][] = []
    for (const as of keyless) {
      recorder.take()
      const answer = await ask(operation, ids, { as })
      expect([answer.status, answer.body]).toEqual([401, { detail: detail.keyInvalid }])
      statements.push(looked())
    }
    expect(new Set(statements.map((each) => each.join(';'))).size).toBe(1)
    expect(statements[0]).toHaveLength(1)
    for (const wrong of [undefined, '', 'svc_live_wrong']) {
      const headers = { 'x-api-key': wrong }
      const answer = await ask(operation, ids, { as: bench.own, headers })
      expect([answer.status, answer.body]).toEqual([401, { detail: detail.keyInvalid }])
    }
    expect(looked()).toEqual([])
  })
})

/** Statements that were sent, but for the counting of wrong keys, which depends on earlier calls. */
function looked(): string[] {
  const sent = recorder.take().map(({ sql }) => sql)
  return sent.filter((sql) => !sql.includes('"failed_key"'))
}

describe.each(withAccount)('the account of $method $path', (operation) => {
  test('unknown, inactive or of another brand gets one 403, none gets 400', async () => {
    const other = strangers[1]?.accountId ?? ''
    const seenOf = []
    for (const accountId of [other, closed.accountId, bench.random.uuid()]) {
      recorder.take()
      const answer = await ask(operation, ids, { as: { ...bench.own, accountId } })
      const statements = recorder.take().map(({ sql }) => sql)
      expect(answer.body).toEqual({ detail: detail.accountDenied })
      seenOf.push({ ...Object(seen(answer, ids)), statements })
    }
    expect(new Set(seenOf.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(seenOf[0]).toMatchObject({ status: 403 })
    for (const none of [undefined, '', 'abc']) {
      const headers = { 'x-account-id': none }
      const answer = await ask(operation, ids, { as: bench.own, headers })
      expect([answer.status, answer.body]).toEqual([400, { detail: detail.accountMissing }])
    }
    expect(await rowsOfOwner()).toBe(before)
  })
})

test('the owner gets through with every operation', async () => {
  const lastly = (operation: Operation): number => (operation.method === 'DELETE' ? 1 : 0)
  for (const operation of operations.toSorted((a, b) => lastly(a) - lastly(b))) {
    const answer = await ask(operation, ids, { as: bench.own })
    expect([operation.id, answer.status]).not.toEqual([
      operation.id,
      expect.toBeOneOf([400, 401, 403, 404, 422, 429]),
    ])
    expect(answer.status).toBeLessThan(500)
  }
})
