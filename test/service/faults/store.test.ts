/** What faults leave behind: hidden objects, twins, and amounts that moved on. */
import { describe, expect, test } from 'vitest'
import { openTheatre, scenarioFile, type Asked, type Stage } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

const theatre = await forFile(openTheatre())
const moved = await theatre.under(scenarioFile('amounts.json'))

const order = (stage: Stage, ids: readonly string[]) =>
  stage.send('POST', '/api/v1/orders', { debt_item_ids: ids, method: 'pix' })

const countAt = async (stage: Stage, path: string): Promise<unknown> =>
  (await stage.send('GET', path)).body['count']

describe('lists lag behind', () => {
  const stage = theatre.plain
  const prefix = 'ZZT'
  const lagMs = 5_000

  test('a vehicle is readable by its id at once, and listed later', async () => {
    const total = async () =>
      (await stage.send('GET', '/api/v1/vehicles/summary')).body['total'] as number
    const before = await total()
    const { id, plate } = await stage.registered(prefix)
    expect((await stage.send('GET', `/api/v1/vehicles/${id}`)).status).toBe(200)
    expect(await countAt(stage, `/api/v1/vehicles?q=${plate}`)).toBe(0)
    expect(await total()).toBe(before)
    theatre.bench.clock.step(lagMs - 1)
    expect(await countAt(stage, `/api/v1/vehicles?q=${plate}`)).toBe(0)
    theatre.bench.clock.step(1)
    expect(await countAt(stage, `/api/v1/vehicles?q=${plate}`)).toBe(1)
    expect(await total()).toBe(before + 1)
  })

  test('a consultation is neither the latest nor in the history for a while', async () => {
    const { id } = await stage.registered(prefix)
    theatre.bench.clock.step(lagMs)
    const opened = await stage.send('POST', `/api/v1/vehicles/${id}/consultations`)
    const path = `/api/v1/vehicles/${id}/consultations`
    const consultation = `/api/v1/consultations/${String(opened.body['id'])}`
    expect((await stage.send('GET', consultation)).status).toBe(200)
    expect((await stage.send('GET', `${path}/latest`)).status).toBe(404)
    expect(await countAt(stage, path)).toBe(0)
    expect((await stage.send('GET', `/api/v1/vehicles/${id}`)).body).toMatchObject({
      latest_consultation_id: null,
      latest_consultation_status: null,
      consultations_count: 0,
    })
    theatre.bench.clock.step(lagMs)
    expect((await stage.send('GET', `${path}/latest`)).body['id']).toBe(opened.body['id'])
    expect(await countAt(stage, path)).toBe(1)
  })

  test('a vehicle shows the consultation before one that lags, by id and in lists', async () => {
    const { vehicleId, plate, consultationId } = await stage.consulted(prefix)
    const shown = async () => {
      const one = await stage.send('GET', `/api/v1/vehicles/${vehicleId}`)
      const list = await stage.send('GET', `/api/v1/vehicles?q=${plate}`)
      return [one.body, ...(list.body['results'] as Record<string, unknown>[])]
    }
    const before = await shown()
    const opened = await stage.send('POST', `/api/v1/vehicles/${vehicleId}/consultations`)
    expect(await shown()).toEqual(before)
    expect(before.map((each) => each['latest_consultation_id'])).toEqual([
      consultationId,
      consultationId,
    ])
    theatre.bench.clock.step(lagMs)
    const later = (await shown()).map((each) => each['latest_consultation_id'])
    expect(later).toEqual([opened.body['id'], opened.body['id']])
  })

  test('an order is not in the list or its summary for a while', async () => {
    const { vehicleId, payable } = await stage.consulted(prefix)
    const made = await order(stage, payable.slice(0, 1))
    expect(made.status).toBe(201)
    const list = `/api/v1/orders?vehicle_id=${vehicleId}`
    const summary = await countAt(stage, '/api/v1/orders/summary')
    expect((await stage.send('GET', `/api/v1/orders/${String(made.body['id'])}`)).status).toBe(200)
    expect(await countAt(stage, list)).toBe(0)
    theatre.bench.clock.step(lagMs)
    expect(await countAt(stage, list)).toBe(1)
    expect(await countAt(stage, '/api/v1/orders/summary')).toBe(Number(summary) + 1)
  })
})

test('where reads by id lag too, nothing can be done with the vehicle yet', async () => {
  const stage = await theatre.under(scenarioFile('list-lag.json'))
  const { id } = await stage.registered('QEB')
  const statuses = async (): Promise<number[]> => [
    (await stage.send('GET', `/api/v1/vehicles/${id}`)).status,
    (await stage.send('POST', `/api/v1/vehicles/${id}/consultations`)).status,
  ]
  expect(await statuses()).toEqual([404, 404])
  theatre.bench.clock.step(29_999)
  expect(await statuses()).toEqual([404, 404])
  theatre.bench.clock.step(1)
  expect(await statuses()).toEqual([200, 201])
})

describe('a twin by somebody else', () => {
  const stage = theatre.plain

  test('takes the vehicle first: ours is a conflict with one that is there', async () => {
    const body = stage.vehicle('ZZU')
    expect((await stage.send('POST', '/api/v1/vehicles', body)).status).toBe(409)
    expect(await countAt(stage, `/api/v1/vehicles?q=${body.renavam}`)).toBe(1)
  })

  test('asks and orders beside us, on its own quota', async () => {
    const body = stage.vehicle('ZZU')
    await stage.send('POST', '/api/v1/vehicles', body)
    const found = await stage.send('GET', `/api/v1/vehicles?q=${body.renavam}`)
    const [vehicle] = found.body['results'] as { id: string }[]
    const path = `/api/v1/vehicles/${vehicle?.id ?? ''}/consultations`
    const used = 'SELECT count(*)::int AS count FROM service.quota_use'
    const before = await theatre.bench.pool.query<{ count: number }>(used)
    expect((await stage.send('POST', path)).status).toBe(201)
    expect(await countAt(stage, path)).toBe(2)
    const after = await theatre.bench.pool.query<{ count: number }>(used)
    expect((after.rows[0]?.count ?? 0) - (before.rows[0]?.count ?? 0)).toBe(1)
    theatre.bench.clock.step(60_000)
    const { items } = (await stage.send('GET', `${path}/latest`)).body as { items: Item[] }
    const payable = items.filter((item) => item.is_payable && item.depends_on === null)
    const made = await order(
      stage,
      payable.slice(0, 1).map(({ id }) => id),
    )
    expect(made.status).toBe(201)
    expect(await countAt(stage, `/api/v1/orders?vehicle_id=${vehicle?.id ?? ''}`)).toBe(2)
  })
})

interface Item {
  readonly id: string
  readonly is_payable: boolean
  readonly depends_on: string | null
}

describe('amounts change', () => {
  const told = (asked: Asked): number => {
    const items = asked.consultation['items'] as { id: string; amount: string }[]
    const item = items.find(({ id }) => id === asked.payable[0])
    return Math.round(Number(item?.amount) * 100)
  }
  const debtsOf = (body: Record<string, unknown>): number =>
    Math.round(Number(body['debts_amount']) * 100)

  test('between the consultation and the preview, once', async () => {
    const stage = theatre.plain
    const asked = await stage.consulted('ZZQ')
    const ids = { debt_item_ids: asked.payable.slice(0, 1) }
    const first = await stage.send('POST', '/api/v1/checkout/preview', ids)
    const second = await stage.send('POST', '/api/v1/checkout/preview', ids)
    expect(debtsOf(first.body)).toBe(told(asked) + 1)
    expect(second.body).toEqual(first.body)
  })

  test.each([
    { stage: theatre.plain, prefix: 'ZZR', cents: 1 },
    { stage: moved, prefix: 'QFB', cents: 250 },
  ])('between preview and order by $cents, as the consultation shows then', async (each) => {
    const { stage, cents } = each
    const asked = await stage.consulted(each.prefix)
    const ids = asked.payable.slice(0, 1)
    const shown = await stage.send('POST', '/api/v1/checkout/preview', { debt_item_ids: ids })
    const made = await order(stage, ids)
    expect(debtsOf(shown.body)).toBe(told(asked))
    expect(debtsOf(made.body)).toBe(told(asked) + cents)
    const read = await stage.send('GET', `/api/v1/consultations/${asked.consultationId}`)
    expect(told({ ...asked, consultation: read.body })).toBe(told(asked) + cents)
    const items = read.body['items'] as { amount: string }[]
    const sum = items.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0)
    expect(Math.round(Number(read.body['total_amount']) * 100)).toBe(sum)
  })
})
