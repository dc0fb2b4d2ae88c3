/** Services that break one rule each, of lists, records and payments: the probe tells just that. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from '../service/support/open-service.ts'
import { breakingProxy, type Change, type Passing } from './breaking-proxy.ts'
import { differing, probe } from './probing.ts'

let bench: Bench

beforeAll(async () => {
  // Many probes in a row send more wrong keys than one address may.
  const limits = { consultationsPerHour: 500, ordersPerHour: 500, failedKeysPerMinute: 10_000 }
  bench = await openBench({ limits })
})

afterAll(() => bench[Symbol.asyncDispose]())

const VEHICLES = '/api/v1/vehicles'
const ORDERS = '/api/v1/orders'
const isVehicle = /^\/api\/v1\/vehicles\/[0-9a-f-]{36}$/
const isConsultation = /^\/api\/v1\/consultations\/[0-9a-f-]{36}$/
const isOrder = /^\/api\/v1\/orders\/[0-9a-f-]{36}$/

type Body = Record<string, unknown>

function bodyOf({ json }: Passing): Body {
  return { ...Object(json) }
}

function isList({ method, path, status }: Passing): boolean {
  return method === 'GET' && path === VEHICLES && status === 200
}

/** What a client registered, by id, as the service answered it. */
function registry() {
  const bodies = new Map<string, { answered: Body; asked: Body }>()
  const note = (passing: Passing): void => {
    const { method, path, status, asked } = passing
    if (method !== 'POST' || path !== VEHICLES || status !== 201) return
    const answered = bodyOf(passing)
    bodies.set(String(answered['id']), { answered, asked: Object(JSON.parse(asked)) })
  }
  const named = (path: string) => bodies.get(path.slice(VEHICLES.length + 1))
  return { note, named }
}

function listingTheDeleted(): Change {
  const { note, named } = registry()
  const gone: Body[] = []
  return (passing) => {
    note(passing)
    const vehicle = passing.method === 'DELETE' ? named(passing.path) : undefined
    if (vehicle !== undefined) gone.push({ ...vehicle.answered, is_active: false })
    if (!isList(passing) || passing.search !== '?page_size=100') return null
    const body = bodyOf(passing)
    return { json: { ...body, results: [body['results'], gone].flat() } }
  }
}

function tellingTheOwner(): Change {
  const { note, named } = registry()
  return (passing) => {
    note(passing)
    const isRead = passing.method === 'GET' && passing.status === 200
    const vehicle = isRead ? named(passing.path) : undefined
    if (vehicle === undefined) return null
    const document = String(vehicle.asked['owner_document'])
    const written = `${document.slice(0, 3)}.${document.slice(3, 6)}.${document.slice(6)}`
    return { json: { ...bodyOf(passing), owner: written } }
  }
}

const planted: [string, string[], () => Change][] = [
  ['a deactivated vehicle that is listed', ['4.vehicles.delete.unlisted'], listingTheDeleted],
  ['a document under another name', ['2.vehicle.document.never-returned'], tellingTheOwner],
  [
    'a next page on another origin',
    ['4.vehicles.list.next'],
    () => (passing) => {
      const body = bodyOf(passing)
      if (!isList(passing) || body['next'] === null) return null
      return { json: { ...body, next: 'http://127.0.0.1:1/api/v1/vehicles?page=2' } }
    },
  ],
  [
    'a count of the page alone',
    ['4.vehicles.list.count'],
    () => (passing) => {
      const body = bodyOf(passing)
      if (!isList(passing) || !passing.search.includes('page_size=1')) return null
      return { json: { ...body, count: [body['results']].flat().length } }
    },
  ],
  [
    'a deactivated vehicle that says it is active',
    ['3.vehicle.deleted.kept', '4.rule.2'],
    () => (passing) =>
      isVehicle.test(passing.path) && passing.method === 'GET' && passing.status === 200
        ? { json: { ...bodyOf(passing), is_active: true } }
        : null,
  ],
  [
    'a debt of a kind that nobody knows',
    ['2.item.kind.words'],
    () => (passing) => {
      const body = bodyOf(passing)
      if (!isConsultation.test(passing.path) || body['status'] !== 'ready') return null
      const items = [body['items']].flat()
      const toll = { ...Object(items.at(-1)), kind: 'toll' }
      return items.length === 0 ? null : { json: { ...body, items: [...items.slice(0, -1), toll] } }
    },
  ],
  [
    'days that leave out their own end',
    ['4.orders.list.days.inclusive'],
    () => (passing) => {
      const asked = new URLSearchParams(passing.search)
      const day = asked.get('created_before')
      if (passing.path !== ORDERS || day === null || day !== asked.get('created_after')) return null
      return { json: { ...bodyOf(passing), count: 0, results: [] } }
    },
  ],
  [
    'a second Pix code beside a valid one',
    ['3.order.pix.valid.refused', '4.rule.5.valid'],
    () => {
      let refusals = 0
      return ({ path, status }) => {
        // The first refusal is of the valid code; later ones are of other orders and states.
        if (path.endsWith('/pix') && status === 409) refusals += 1
        const isFirst = path.endsWith('/pix') && status === 409 && refusals === 1
        return isFirst ? { status: 200, json: {} } : null
      }
    },
  ],
  [
    'a boleto whose line has a wrong digit',
    ['ours.4.orders.boleto.line'],
    () => (passing) => {
      const body = bodyOf(passing)
      const attempt = Object(body['latest_attempt'])
      if (!isOrder.test(passing.path) || typeof attempt.boleto_line !== 'string') return null
      const digit = (Number(attempt.boleto_line[0]) + 1) % 10
      const line = `${digit}${attempt.boleto_line.slice(1)}`
      return { json: { ...body, latest_attempt: { ...attempt, boleto_line: line } } }
    },
  ],
]

test.each(planted)(
  '%s is told, and nothing else',
  { timeout: 60_000 },
  async (_name, ids, change) => {
    await using broken = await breakingProxy(bench.url, change())
    const found = differing(await probe(bench, { url: broken.url, seed: 21 }))
    expect(found.map(({ id }) => id)).toEqual(ids)
  },
)
