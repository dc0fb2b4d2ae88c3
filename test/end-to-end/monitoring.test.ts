/** A monitor asks a night, a service and a console: the figures are those of the ledger. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWING, writeFleet } from '../support/planted-fleet.ts'
import { onlyObject, openWorld, startService } from '../support/run-frota.ts'
import type { Running, World } from '../support/run-frota.ts'

const MONITORED = { FROTA_METRICS_PORT: '0', LOG_LEVEL: 'info' }
/** A lease of ten seconds and what a busy machine takes. */
const LEASE_ENDED_MS_MAX = 60_000

async function monitorOf(process: Running): Promise<string> {
  const [, url = ''] = await process.saw(/"url":"([^"]+)","msg":"metrics and health served"/)
  return url
}

/** The samples of a scrape, by name with labels in the order of their names. */
async function scrape(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels, value]): [string, number] => {
      const sorted = labels === undefined ? '' : `{${labels.split(',').toSorted().join()}}`
      return [`${name}${sorted}`, Number(value)]
    },
  )
  return new Map(samples)
}

describe('a night that waits for the quota', () => {
  let world: World
  let night: Running
  let url: string
  let found: Map<string, number>
  beforeAll(async () => {
    world = await openWorld({ FROTA_CONSULTATIONS_PER_HOUR: '2' })
    const approved = ['--order-method', 'pix', '--approve-up-to', '50000']
    const sheet = await writeFleet(
      world,
      Array.from({ length: 6 }, () => OWING),
    )
    await world.run(['reconcile', sheet, ...approved])
    await world.release()
    const more = { FROTA_CONSULTATIONS_PER_HOUR: '3' }
    night = world.start(['nightly', '--simulated'], { env: { ...MONITORED, ...more } })
    url = await monitorOf(night)
    await night.saw(/"stage":"consult","state":"waits"/)
    found = await scrape(url)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('backlogs and slots are those of the fleet and its quota', () => {
    expect(found.get('frota_backlog{stage="consult",state="planned"}')).toBe(3)
    expect(found.get('frota_slots_used{bucket="consultations/embutida"}')).toBe(3)
    expect(found.get('frota_slots_free{bucket="consultations/embutida"}')).toBe(0)
    expect(found.get('frota_ledger_up')).toBe(1)
  })

  test('runs are told by their state, the living one as running', () => {
    expect(found.get('frota_runs{state="running"}')).toBe(1)
    expect(found.get('frota_runs{state="carried-over"}')).toBe(1)
  })

  test('orders are told with their sums', async () => {
    const rows = await world.query(
      `select standing, count(*)::integer as orders, sum(total_cents)::float8 as cents
         from frota.payment_order group by 1`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { standing, orders, cents } of rows) {
      expect(found.get(`frota_orders{state="${String(standing)}"}`)).toBe(orders)
      expect(found.get(`frota_order_cents{state="${String(standing)}"}`)).toBe(cents)
    }
  })

  test('the process itself is measured: jobs, event loop, memory', () => {
    const jobs = [...found.keys()].filter((name) => name.startsWith('frota_job_seconds_count'))
    expect(jobs.length).toBeGreaterThan(0)
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(50_000_000)
    expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  })

  test('it is ready while it holds the ledger', async () => {
    const answer = await fetch(`${url}/readyz`)
    expect(answer.status).toBe(200)
    const queue = world.env['REDIS_URL'] === undefined ? {} : { queue: 'ok' }
    const checks = { ledger: 'ok', lease: 'ok', clock: 'ok', ...queue }
    expect(await answer.json()).toEqual({ ok: true, checks })
  })

  test('killed, it is no longer shown as running', async () => {
    night.kill('SIGKILL')
    await night.ended
    await world.release()
    const read = async (...args: string[]) =>
      onlyObject(await world.start([...args, '--json']).ended)
    const runNow = async () => (await read('status', '--stored'))['run']
    // On a server its lease runs out first, within ten seconds.
    const last = { number: 2, state: 'interrupted' }
    await expect.poll(runNow, { timeout: LEASE_ENDED_MS_MAX }).toMatchObject(last)
    const { runs } = await read('runs')
    expect(runs).toMatchObject([{ number: 2, state: 'interrupted' }, { state: 'carried-over' }])
  })
})

test('the service counts requests by route and status, and answers probes on its own port', async () => {
  await using world = await openWorld()
  const { running, facts } = await startService(world, { env: MONITORED })
  const url = await monitorOf(running)
  await fetch(`${facts.url}/api/v1/vehicles`)
  await fetch(`${facts.url}/nowhere/529.982.247-25`)
  const found = await scrape(url)
  const counted = (route: string, status: number) =>
    found.get(`frota_requests_total{method="GET",route="${route}",status="${status}"}`)
  expect(counted('/api/v1/vehicles', 401)).toBe(1)
  expect(counted('none', 404)).toBe(1)
  const ready = { ok: true, checks: { database: 'ok' } }
  expect(await (await fetch(`${facts.url}/readyz`)).json()).toEqual(ready)
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual(ready)
})

test('the console answers probes by whatever name it is asked, and counts its pages', async () => {
  await using world = await openWorld()
  const running = world.start(['console', '--json'], { env: MONITORED })
  const url = await monitorOf(running)
  const [, origin = ''] = await running.saw(/"url": "(http:\/\/127.0.0.1:\d+)/)
  const ask = async (path: string): Promise<number | undefined> => {
    const [answer]: IncomingMessage[] = await once(
      get(`${origin}${path}`, { headers: { host: '10.1.2.3' } }),
      'response',
    )
    return answer?.resume().statusCode
  }
  expect(await ask('/readyz')).toBe(200)
  expect(await ask('/')).toBe(421)
  const found = await scrape(url)
  expect(found.get('frota_requests_total{method="GET",route="/",status="421"}')).toBe(1)
})
