/** Parts 2 to 4 of the interface, consultations: asking, reading until the end, the history. */
import { expect } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { type Answer, type Body, cents, expectRefused, idsOf } from './support/answer.ts'
import { listIn, needed, rowsOf, sumOf } from './support/answer.ts'
import { inventPlate } from './support/invent.ts'
import { readOut } from './support/read-until.ts'
import { NotJudged, once, type Statements } from './support/statement.ts'
import { type Target, VEHICLES } from './support/target.ts'
import { car, draft, type Registered, registered, truck } from './vehicles.ts'

const ERRORS = ['error_message', 'error_code', 'error_title', 'error_action']
const noError = Object.fromEntries(ERRORS.map((name) => [name, '']))

export interface Answered {
  readonly vehicle: Registered
  readonly id: unknown
  /** As it was when it was ready, failed, or had been waited for too long. */
  readonly last: Answer
  readonly items: readonly Body[]
}

async function answerOf(t: Target, vehicle: Registered, asked: Answer): Promise<Answered> {
  const { id } = needed(asked, 'POST consultations')
  const last = await readOut(t, id)
  return { vehicle, id, last, items: listIn(last.body['items']) }
}

async function consulted(t: Target, vehicle: Registered): Promise<Answered> {
  return await answerOf(t, vehicle, await t.send('POST', `${vehicle.path}/consultations`))
}

/** The car is asked about twice at once, and looked at before an answer comes. */
const meanwhile = once(async (t) => {
  const vehicle = await car(t)
  const path = `${vehicle.path}/consultations`
  const [first, second] = [await t.send('POST', path), await t.send('POST', path)]
  const before = await t.send('GET', vehicle.path)
  const pending = await t.send('GET', `${VEHICLES}?status=pending&q=${vehicle.normal.renavam}`)
  const after = await t.send('GET', vehicle.path)
  const latest = second.status < 300 ? second : first
  return { vehicle, first, second, before, pending, after, latest }
})

/** The car's newest, whose debts are those that it owes. */
const firstAnswer = once(async (t) => {
  const { vehicle, latest } = await meanwhile(t)
  return await answerOf(t, vehicle, latest)
})

export const isPayable = (item: Body): boolean => item['is_payable'] === true
export const isDependent = (item: Body): boolean => typeof item['depends_on'] === 'string'
/** What may be in an order by itself. */
export const isFree = (item: Body): boolean => isPayable(item) && !isDependent(item)

/** The single payment of a tax, or one of its instalments. */
export const isTaxInTwoWays = ({ kind }: Body): boolean =>
  kind === 'ipva_unique' || kind === 'ipva_installment'

export function owesBothWays(items: readonly Body[]): boolean {
  const kinds = items.filter((item) => isFree(item) && isTaxInTwoWays(item)).map(({ kind }) => kind)
  return new Set(kinds).size === 2
}

/** Vehicle after vehicle, until their debts are such as the statements ask about. */
export const answered = once(async (t) => {
  const all: Answered[] = [await firstAnswer(t)]
  const wanted: ((items: readonly Body[]) => boolean)[] = [
    (items) => items.filter(isFree).length > 2,
    (items) => items.some((item) => !isPayable(item)),
    (items) => items.some((item) => isPayable(item) && isDependent(item)),
    owesBothWays,
  ]
  const isVaried = (): boolean => wanted.every((fits) => all.some(({ items }) => fits(items)))
  while (!isVaried() && all.length < t.triesMax) all.push(await consulted(t, await registered(t)))
  return all
})

const ready = once(async (t) => {
  const all = (await answered(t)).filter(({ last }) => last.body['status'] === 'ready')
  const found = all.find(({ items }) => items.length > 0) ?? all[0]
  if (found === undefined) throw new NotJudged('no consultation became ready')
  return found
})

/** At our service such plates call for a fault, and always owe something. */
export async function plated(t: Target, prefix: string): Promise<Answered> {
  const plate = prefix + inventPlate(t.random).slice(prefix.length)
  return await consulted(t, await registered(t, { plate }))
}

const failed = once(async (t) => {
  if (t.isOurs) return await plated(t, 'ZZL')
  const found = (await answered(t)).find(({ last }) => last.body['status'] === 'failed')
  if (found === undefined) throw new NotJudged('no consultation failed')
  return found
})

/** Asked about twice on one day. No statement pays its debts. */
export const again = once(async (t) => {
  const first = await plated(t, 'ZZX')
  return { first, second: await consulted(t, first.vehicle) }
})

const asking: Statements = {
  '4.consultations.create: POST consultations, without a body, opens one': async (t) => {
    const { first } = await meanwhile(t)
    expect(first.status).toBeLessThan(300)
    if (t.isOurs) expect(first.status).toBe(201)
  },
  '3.consultation.created: a new one is pending and queued, and empty': async (t) => {
    const { first, vehicle } = await meanwhile(t)
    const empty = { status: 'pending', stage: 'queued', found_new_debts: false, items: [] }
    const { plate } = vehicle.normal
    expect(first.body).toMatchObject({ vehicle_id: vehicle.id, plate, ...empty, ...noError })
    expect(cents(first.body['total_amount'])).toBe(0n)
  },
  '4.rule.3: read again and again, a consultation becomes ready or failed': async (t) => {
    const { last, id } = await firstAnswer(t)
    const status = expect.stringMatching(/^(ready|failed)$/)
    expect(last).toMatchObject({ status: 200, body: { id, status } })
  },
  '4.vehicles.list.status.pending: a vehicle is listed as pending meanwhile': async (t) => {
    const { vehicle, before, pending, after } = await meanwhile(t)
    const statuses = [before, after].map(({ body }) => body['latest_consultation_status'])
    if (statuses.some((status) => status !== 'pending')) throw new NotJudged('it ended before')
    expect(idsOf(pending)).toEqual([vehicle.id])
  },
  '4.vehicles.list.latest: a vehicle tells of its latest consultation': async (t) => {
    const { vehicle, first, before, latest } = await meanwhile(t)
    expect(vehicle.read.body).toMatchObject({ latest_consultation_id: null })
    expect(vehicle.read.body).toMatchObject({ consultations_count: 0, open_debts_count: 0 })
    expect(before.body).toMatchObject({
      latest_consultation_id: latest.body['id'],
      latest_consultation_at: expect.any(String),
      consultations_count: latest.body['id'] === first.body['id'] ? 1 : 2,
    })
  },
  '3.consultation.created.account: of an unknown vehicle there is none': async (t) => {
    expectRefused(t, await t.send('POST', `${VEHICLES}/${t.random.uuid()}/consultations`), 404)
  },
  'ours.4.consultations.second: a second is allowed while one is pending': async (t) => {
    const { first, second } = await meanwhile(t)
    expect(second).toMatchObject({ status: 201, body: { status: 'pending' } })
    expect(second.body['id']).not.toBe(first.body['id'])
  },
  'ours.4.body.ignored: a body is ignored where none is documented': async (t) => {
    const { path, id } = await registered(t)
    const body = { vehicle_id: t.random.uuid(), method: 'cash' }
    const asked = await t.send('POST', `${path}/consultations`, { body })
    expect(asked).toMatchObject({ status: 201, body: { vehicle_id: id } })
    expect((await t.send('DELETE', path, { body })).status).toBe(204)
  },
}

const answers: Statements = {
  '3.consultation.ready: a ready one has stage ready, its sum and no error': async (t) => {
    const { last, items } = await ready(t)
    expect(last.body).toMatchObject({ status: 'ready', stage: 'ready', ...noError })
    expect(cents(last.body['total_amount'])).toBe(sumOf(items, 'amount'))
  },
  '3.consultation.failed: a failed one says why in its error fields': async (t) => {
    const { body } = (await failed(t)).last
    const said = ERRORS.map((name) => String(body[name]))
    expect([body['status'], said.join('') === '']).toEqual(['failed', false])
    if (t.isOurs) expect([body['stage'], said.includes('')]).toEqual(['failed', false])
  },
  '2.item.depends_on: depends_on names another item of the answer': async (t) => {
    const all = (await answered(t)).flatMap(({ items }) =>
      items.filter(isDependent).map((item) => ({ item, items })),
    )
    if (all.length === 0) throw new NotJudged('no item depends on another')
    for (const { item, items } of all) {
      const partner = items.find((one) => one['id'] === item['depends_on'])
      expect(partner?.['description']).toBe(item['depends_on_description'])
      expect(partner).not.toBe(item)
    }
  },
  '4.consultations.history: the history lists what a vehicle was asked': async (t) => {
    const { vehicle, id } = await ready(t)
    const list = await t.send('GET', `${vehicle.path}/consultations`)
    expect([list.status, idsOf(list).includes(id)]).toEqual([200, true])
    expect(rowsOf(await t.send('GET', `${(await truck(t)).path}/consultations`))).toEqual([])
  },
  '4.consultations.latest: consultations/latest is the most recent one': async (t) => {
    const { path } = (await ready(t)).vehicle
    const id = (await t.send('GET', path)).body['latest_consultation_id']
    const latest = await t.send('GET', `${path}/consultations/latest`)
    expect(latest).toMatchObject({ status: 200, body: { id } })
  },
  '7.latest: consultations/latest of one never asked is 404, in fixed words': async (t) => {
    const said = new Set<unknown>()
    for (const { path } of [await truck(t), await draft(t)]) {
      const answer = await t.send('GET', `${path}/consultations/latest`)
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.stringMatching(/\S/) } })
      said.add(answer.body['detail'])
    }
    expect(said.size).toBe(1)
    if (t.isOurs) expect([...said]).toEqual([detail.consultationMissing])
  },
}

const repeated: Statements = {
  'ours.2.found-new: a first answer finds new debts, an equal one none': async (t) => {
    const { first, second } = await again(t)
    const found = [first, second].map(({ last }) => last.body['found_new_debts'])
    expect(found).toEqual([true, false])
  },
  'ours.2.item-ids: each answer gives the same debts new ids': async (t) => {
    const [first, second] = Object.values(await again(t)).map(({ items }) => items)
    const words = first?.map(({ description, amount }) => ({ description, amount }))
    expect(second).toMatchObject(words ?? [])
    const ids = [first, second].flatMap((items) => items?.map(({ id }) => id))
    expect(new Set(ids).size).toBe(2 * (words?.length ?? 0))
  },
  'ours.2.open-debts: a vehicle owes what its last ready answer says': async (t) => {
    const { vehicle, items, last } = (await again(t)).second
    const owed = { open_debts_count: items.length, open_debts_amount: last.body['total_amount'] }
    expect((await t.send('GET', vehicle.path)).body).toMatchObject(owed)
  },
  'ours.4.consultations.history: the history is paged, newest first': async (t) => {
    const { first, second } = await again(t)
    const path = `${first.vehicle.path}/consultations?page_size=1`
    const page = await t.send('GET', path)
    expect(page.body).toMatchObject({ count: 2, previous: null, results: [{ id: second.id }] })
    expect(idsOf(await t.send('GET', `${path}&page=2`))).toEqual([first.id])
  },
}

export const consultations: Statements = { ...asking, ...answers, ...repeated }
