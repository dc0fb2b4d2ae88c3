/** `frota service` that is killed: what it had promised stands, and what it had not is not counted. */
import { expect, test } from 'vitest'
import { ORDER_REQUESTS_PER_HOUR } from '../../src/contract/limits.ts'
import { openWorld, startService, type ServiceFacts, type World } from '../support/run-frota.ts'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import { newVehicle } from '../service/support/fleet.ts'
import { free } from '../service/support/ordering.ts'
import { callService } from '../support/call-service.ts'

/** Twice what an hour has, so that both the killed and the next service meet the limit. */
const AT_ONCE = 60

/** Sends one request; undefined when the service died before it answered. */
async function send(facts: ServiceFacts, method: string, path: string, body?: object) {
  try {
    const reply = await callService(facts, method, `/api/v1${path}`, { body })
    return { status: reply.status, body: Object(await reply.json()) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

/** An item of the first vehicle that owes something. */
async function itemOf(facts: ServiceFacts): Promise<string> {
  for (let number = 1; number < 20; number++) {
    const made = await send(facts, 'POST', '/vehicles', newVehicle(number))
    const asked = await send(facts, 'POST', `/vehicles/${String(made?.body['id'])}/consultations`)
    const path = `/consultations/${String(asked?.body['id'])}`
    let read = await send(facts, 'GET', path)
    while (read?.body['status'] === 'pending') read = await send(facts, 'GET', path)
    const items = (read?.body['items'] ?? []) as DebtItem[]
    const found = items.find(free)
    if (found !== undefined) return found.id
  }
  throw new Error('No vehicle of the simulated world owes anything.')
}

async function orders(facts: ServiceFacts): Promise<number> {
  return Number((await send(facts, 'GET', '/orders'))?.body['count'])
}

async function killedAmidOrders(world: World): Promise<{ facts: ServiceFacts; body: object }> {
  const { running, facts } = await startService(world)
  const body = { debt_item_ids: [await itemOf(facts)], method: 'pix' }
  const sent = Array.from({ length: AT_ONCE }, () => send(facts, 'POST', '/orders', body))
  await Promise.race(sent)
  running.kill('SIGKILL')
  await running.ended
  await Promise.all(sent)
  return { facts, body }
}

test('a service that is killed amid sixty orders has used a slot for each it made', async () => {
  await using world = await openWorld()
  const { facts, body } = await killedAmidOrders(world)
  const { facts: again } = await startService(world)
  const now = { ...facts, url: again.url }
  const before = await orders(now)
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => send(now, 'POST', '/orders', body)),
  )
  const made = answers.filter((answer) => answer?.status === 201).length
  expect(before + made).toBe(ORDER_REQUESTS_PER_HOUR)
  expect(await orders(now)).toBe(ORDER_REQUESTS_PER_HOUR)
})
