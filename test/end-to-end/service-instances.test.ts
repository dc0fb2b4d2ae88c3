/**
 * Two processes of `frota service` on one PostgreSQL behind a round robin are one service: limits,
 * refused keys, idempotency and states are exact, whichever of them answers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import {
  CONSULTATIONS_PER_HOUR,
  ORDER_REQUESTS_PER_HOUR as ORDERS_PER_HOUR,
} from '../../src/contract/limits.ts'
import type { Order } from '../../src/contract/order.ts'
import { serviceLimits } from '../../src/service/quota/service-limits.ts'
import { newVehicle } from '../service/support/fleet.ts'
import { free } from '../service/support/ordering.ts'
import { testEngine } from '../support/database.ts'
import { openRoundRobin, type RoundRobin } from '../support/round-robin.ts'
import { openWorld, startService } from '../support/run-frota.ts'
import type { Running, ServiceFacts, World } from '../support/run-frota.ts'
import { callService } from '../support/call-service.ts'

const AT_ONCE = 200
const WRONG_KEYS_MAX = serviceLimits.failedKeysPerMinute
const VEHICLES_MAX = 10
const MOVING: ReadonlySet<string> = new Set(['awaiting_payment', 'processing', 'paid', 'settling'])
/** Reserved for documentation (RFC 5737). */
const GUESSING = '198.51.100.7'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

interface Budget {
  readonly name: string
  readonly used: number
}

interface Sent {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Past the round robin, to one instance. */
  readonly to?: string
}

/** How many answers have each status. */
const statuses = (answers: readonly Answer[]): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, each]) => [
      status,
      each?.length,
    ]),
  ) as Record<number, number>

const hasCode = ({ latest_attempt }: Order): boolean =>
  latest_attempt?.pix_copy_paste?.startsWith('000201') === true

/** Reads again until it is so; the simulated provider takes seconds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}

describe.runIf(testEngine() === 'postgresql')('two instances behind a round robin', () => {
  let world: World
  let instances: readonly string[]
  let proxy: RoundRobin
  let facts: ServiceFacts
  let last: Running
  let item: string
  beforeAll(async () => {
    world = await openWorld({ SERVICE_TRUSTED_PROXIES: '127.0.0.1' })
    const { facts: first } = await startService(world)
    const second = await startService(world)
    facts = first
    last = second.running
    instances = [first.url, second.facts.url]
    proxy = await openRoundRobin(instances)
  })
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  async function send(
    method: string,
    path: string,
    { body, headers, to }: Sent = {},
  ): Promise<Answer> {
    const asked = { ...facts, url: to ?? proxy.url }
    const reply = await callService(asked, method, `/api/v1${path}`, { body, headers })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, text, body: Object(JSON.parse(text)) }
  }

  const sendAtOnce = (count: number, path: string, sent: Sent = {}): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => send('POST', path, sent)))

  /** What both instances say, which must be the same. */
  async function readByBoth(path: string): Promise<Record<string, unknown>> {
    const [one, other] = await Promise.all(instances.map((to) => send('GET', path, { to })))
    expect(other?.text).toBe(one?.text)
    return one?.body ?? {}
  }

  async function used(budget: string): Promise<number> {
    const { budgets } = await readByBoth('/limits')
    return (budgets as Budget[]).find(({ name }) => name === budget)?.used ?? Number.NaN
  }

  /** Asks about vehicles until one owes something that can be ordered by itself. */
  async function itemToOrder(): Promise<string> {
    for (let number = 1; number <= VEHICLES_MAX; number++) {
      const vehicle = await send('POST', '/vehicles', { body: newVehicle(number) })
      const asked = await send('POST', `/vehicles/${String(vehicle.body['id'])}/consultations`)
      const path = `/consultations/${String(asked.body['id'])}`
      await until(async () => (await send('GET', path)).body['status'] !== 'pending')
      const { items } = await readByBoth(path)
      const found = (items as DebtItem[]).find(free)
      if (found !== undefined) return found.id
    }
    throw new Error('No vehicle of the simulated world owes anything.')
  }

  async function orders(): Promise<Order[]> {
    return (await send('GET', '/orders?page_size=100')).body['results'] as Order[]
  }

  test('of 200 consultations at once exactly as many pass as the hour has left', async () => {
    const vehicle = await send('POST', '/vehicles', { body: newVehicle(VEHICLES_MAX + 1) })
    const path = `/vehicles/${String(vehicle.body['id'])}/consultations`
    item = await itemToOrder()
    const left = CONSULTATIONS_PER_HOUR - (await used('consultations'))
    const before = [...proxy.counts]
    const answers = await sendAtOnce(AT_ONCE, path)
    const [here = 0, there = 0] = proxy.counts.map((count, at) => count - (before[at] ?? 0))
    expect([here, there]).toEqual([AT_ONCE / 2, AT_ONCE / 2])
    expect(statuses(answers)).toEqual({ 201: left, 429: AT_ONCE - left })
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await used('consultations')).toBe(CONSULTATIONS_PER_HOUR)
    for (const to of instances) expect((await send('GET', path, { to })).body['count']).toBe(left)
  })

  test('one Idempotency-Key makes one order, and both tell its reply', async () => {
    const body = { debt_item_ids: [item], method: 'pix' }
    const keyed = { body, headers: { 'idempotency-key': 'two-instances' } }
    const answers = await sendAtOnce(AT_ONCE / 5, '/orders', keyed)
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    for (const to of instances) {
      const replayed = await send('POST', '/orders', { ...keyed, to })
      expect([replayed.status, replayed.text]).toEqual([201, made[0]?.text])
      expect(replayed.headers.get('idempotent-replayed')).toBe('true')
      const other = { ...keyed, body: { ...body, method: 'boleto' }, to }
      expect((await send('POST', '/orders', other)).status).toBe(422)
    }
    expect(await used('orders')).toBe(1)
  })

  test('of 200 orders at once the rest of thirty pass, and one of them pays the debt', async () => {
    const answers = await sendAtOnce(AT_ONCE, '/orders', {
      body: { debt_item_ids: [item], method: 'pix' },
    })
    const left = ORDERS_PER_HOUR - 1
    expect(statuses(answers)).toEqual({ 201: left, 429: AT_ONCE - left })
    await until(async () => (await orders()).every(hasCode))
    const all = await orders()
    expect(all).toHaveLength(ORDERS_PER_HOUR)
    const paid = await Promise.all(all.map(({ id }) => sendAtOnce(4, `/orders/${id}/simulate-pix`)))
    for (const each of paid) expect(statuses(each)).toEqual({ 200: 1, 409: 3 })
    await until(async () => (await orders()).every(({ status }) => !MOVING.has(status)))
    const { results } = await readByBoth('/orders?page_size=100')
    const ended = results as Order[]
    expect(ended.filter(({ status }) => status === 'settled')).toHaveLength(1)
    for (const { status, total_amount, refunded_amount } of ended) {
      expect(refunded_amount).toBe(status === 'settled' ? '0.00' : total_amount)
    }
  })

  test('an address that sends wrong keys waits at both, and still after a kill', async () => {
    const wrong = (address: string, to?: string) => {
      const headers = { 'x-api-key': 'svc_live_wrong', 'x-forwarded-for': address }
      return send('GET', '/coverage', { headers, ...(to === undefined ? {} : { to }) })
    }
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => wrong(GUESSING)))
    expect(statuses(answers)).toEqual({ 401: WRONG_KEYS_MAX, 429: AT_ONCE - WRONG_KEYS_MAX })
    // The minute is put off, so that a slow restart still falls into it.
    await world.query("UPDATE service.failed_key SET began_at = began_at + interval '1 hour'")
    last.kill('SIGKILL')
    await last.ended
    const { facts: again } = await startService(world)
    for (const to of [instances[0], again.url]) {
      expect((await wrong(GUESSING, to)).status).toBe(429)
      expect((await wrong('203.0.113.9', to)).status).toBe(401)
      const headers = { 'x-forwarded-for': GUESSING }
      expect((await send('GET', '/coverage', { headers, to: to ?? '' })).status).toBe(200)
    }
  })
})
