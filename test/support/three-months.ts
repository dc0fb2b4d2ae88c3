/**
 * Lives three months of a fleet by commands, beside a service in a process of its own that is
 * started at each instant, and closes each month.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { payingPlate } from './fleet-file.ts'
import { recomputeMonth, type RecomputedMonth } from './recompute-months.ts'
import { openWorld, REPOSITORY, startingAt, startService } from './run-frota.ts'
import type { Running, ServiceFacts } from './run-frota.ts'
import { sheet } from './three-months-fleet.ts'
import { callService } from './call-service.ts'

export const VEHICLES = 24
/** Those from here on change their cost centre in July; payments begin with the first plates. */
const MOVED_FROM = 16
const SCENARIO = join(REPOSITORY, 'fixtures/scenarios/three-months.json')
const FAST = {
  FROTA_TEST_SCALE: '3600',
  FROTA_CSV_FLAVOUR: 'machine',
  FROTA_LOCALE: 'en',
  FROTA_PERSON: 'Ana Souza',
}
const ORDERING = ['--order-method', 'pix', '--approve-up-to', '50000']

export interface ServiceOrder {
  readonly id: string
  readonly plate: string
  readonly status: string
  readonly total_amount: string
  readonly refunded_amount: string
}

export async function liveThreeMonths() {
  const home = await openWorld(FAST)
  const world = await openWorld(FAST)
  let service: { running: Running; facts: ServiceFacts } | undefined
  let env: Record<string, string> = {}
  let key = ''
  const months: Record<string, RecomputedMonth> = {}
  const told: Record<string, Record<string, unknown>> = {}

  await liveAt('2026-06-10T10:00:00-03:00')
  const june = join(world.dir, 'june.csv')
  await writeFile(
    june,
    sheet((index) => (index % 2 === 0 ? 'Obras' : 'Vendas'), VEHICLES),
  )
  await frota('reconcile', june, ...ORDERING)
  for (const at of [0, 1, 2, 4, 5]) await pay(payingPlate(at))
  await frota('resume')
  await frota('retry')

  // Paid on the last day of June, and seen in July.
  await liveAt('2026-06-30T20:00:00-03:00')
  await frota('reconcile', ...ORDERING)
  await payOne()

  await liveAt('2026-07-06T10:00:00-03:00')
  await frota('resume')
  await closeMonth('2026-06')
  const july = join(world.dir, 'july.csv')
  // One vehicle is gone, some have another cost centre.
  await writeFile(
    july,
    sheet((index) => (index >= MOVED_FROM || index % 2 === 1 ? 'Vendas' : 'Obras'), VEHICLES - 1),
  )
  await frota('reconcile', july, ...ORDERING)
  const open = (await serviceOrders()).filter((one) => one.status === 'awaiting_payment')
  for (const one of open.slice(0, 3)) await call(`/orders/${one.id}/simulate-pix`, 'POST')
  await frota('resume')

  // Paid in July, and not read before July is closed.
  await liveAt('2026-07-31T12:00:00-03:00')
  await frota('reconcile', ...ORDERING)
  await payOne()
  await liveAt('2026-08-03T10:00:00-03:00')
  await closeMonth('2026-07', '--stored')
  await frota('reconcile', ...ORDERING)
  await frota('resume')

  await liveAt('2026-09-02T10:00:00-03:00')
  await frota('resume')
  await closeMonth('2026-08')
  return {
    world,
    /** As they were closed, from their files. */
    months,
    /** What `frota close --json` said of each. */
    told,
    call,
    serviceOrders,
    frota,
    /** For `world.run`: each command in a process of its own, at the last instant. */
    inProcess,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]()
      await home[Symbol.asyncDispose]()
    },
  }

  /** Ends the service and starts it at another instant, with the ledger's clock beside it. */
  async function liveAt(then: string): Promise<void> {
    if (service !== undefined) {
      service.running.kill('SIGTERM')
      await service.running.ended
    }
    const at = startingAt(then)
    service = await startService(home, { env: { ...at, SERVICE_SCENARIO_FILE: SCENARIO } })
    if (service.facts.apiKey !== undefined) key = service.facts.apiKey
    const keyFile = join(world.dir, 'key')
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 })
    const { url, accountId } = service.facts
    env = { ...at, FROTA_API_URL: url, FROTA_API_KEY_FILE: keyFile, FROTA_ACCOUNT_ID: accountId }
  }

  async function call(path: string, method = 'GET'): Promise<unknown> {
    if (service === undefined) throw new Error('the service was not started')
    const answer = await callService({ ...service.facts, apiKey: key }, method, `/api/v1${path}`)
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.json()
  }

  async function serviceOrders(): Promise<ServiceOrder[]> {
    const { results } = (await call('/orders?page_size=100')) as { results: ServiceOrder[] }
    return results.toSorted((a, b) => (a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : 0))
  }

  async function payOne(): Promise<void> {
    const one = (await serviceOrders()).find(({ status }) => status === 'awaiting_payment')
    if (one === undefined) throw new Error('no order waits for its payment')
    await call(`/orders/${one.id}/simulate-pix`, 'POST')
  }

  async function pay(plate: string): Promise<string> {
    const order = (await serviceOrders()).find(
      (one) => one.plate === plate && one.status === 'awaiting_payment',
    )
    if (order === undefined) throw new Error(`${plate} has no order to pay`)
    await call(`/orders/${order.id}/simulate-pix`, 'POST')
    return order.id
  }

  /** Each command in a process of its own, which lives at the instant that it was given. */
  function inProcess() {
    return { env, cwd: world.dir }
  }

  async function frota(...args: string[]): Promise<Record<string, unknown>> {
    return world.json(args, inProcess())
  }

  async function closeMonth(month: string, ...more: string[]): Promise<void> {
    const open = ['--with-open', '--reason', 'aguarda o órgão']
    told[month] = await frota('close', month, '--yes', ...open, ...more)
    months[month] = await recomputeMonth(String(told[month]['directory']))
  }
}
