/**
 * An answer belongs to the Renavam, the state and the plate that it was asked for: what a vehicle
 * shows and what may be ordered after each of them changed.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Consultation } from '../../src/contract/consultation.ts'
import { asConsultation, consult } from './support/fleet.ts'
import { type Answer, type Bench, MINUTE_MS, openBench } from './support/open-service.ts'
import { free } from './support/ordering.ts'
import { howMany } from '../support/extent.ts'
import { forFile } from '../support/for-file.ts'

/** A vehicle of the simulated world that owes something, under any of the plates below. */
const RENAVAM = '02837517024'
const OTHER_RENAVAM = '09690517916'
const FIRST = {
  plate: 'QWE1234' as const,
  renavam: RENAVAM,
  uf: 'SP',
  owner_document: '52998224725',
}

const bench = await forFile(openBench())

interface Asked {
  readonly as: Bench['own']
  readonly path: string
  readonly id: string
  readonly itemId: string
  readonly latest: object
  get(path: string): Promise<Answer>
  patch(body: object): Promise<Answer>
  order(): Promise<Answer>
  preview(): Promise<Answer>
}

/** In an account of its own: registered, asked about, and owing. */
async function asked(): Promise<Asked> {
  const as = await bench.tenant(bench.random.uuid())
  const made = await bench.send('POST', '/api/v1/vehicles', { as, body: FIRST })
  const id = String(made.body['id'])
  const path = `/api/v1/vehicles/${id}`
  const consultation = await consult(bench, id, as)
  const itemId = consultation.items.find(free)?.id ?? ''
  const { body } = await bench.send('GET', path, { as })
  const post = (at: string, more: object) =>
    bench.send('POST', at, { as, body: { debt_item_ids: [itemId], ...more } })
  return {
    as,
    path,
    id,
    itemId,
    latest: shown(body),
    get: (at) => bench.send('GET', at, { as }),
    patch: (change) => bench.send('PATCH', path, { as, body: change }),
    order: () => post('/api/v1/orders', { method: 'pix' }),
    preview: () => post('/api/v1/checkout/preview', {}),
  }
}

/** The fields that an answer gives a vehicle. */
function shown(vehicle: Record<string, unknown>): Record<string, unknown> {
  const names = ['id', 'status', 'at'].map((name) => `latest_consultation_${name}`)
  const all = [...names, 'open_debts_count', 'open_debts_amount']
  return Object.fromEntries(all.map((name) => [name, vehicle[name]]))
}

function latestOf({ id, status, items, total_amount }: Consultation): object {
  const latest = { latest_consultation_id: id, latest_consultation_status: status }
  if (status !== 'ready') return latest
  return { ...latest, open_debts_count: items.length, open_debts_amount: total_amount }
}

const NOTHING = {
  latest_consultation_id: null,
  latest_consultation_status: null,
  latest_consultation_at: null,
  open_debts_count: 0,
  open_debts_amount: '0.00',
}

const SENTENCE =
  /^Campo 'debt_item_ids': o item \S+ é de antes da mudança do Renavam, da placa ou da UF do veículo/

describe('a PATCH of', () => {
  test.each([
    ['another plate', 'reset', { plate: 'QWE1235' }],
    ['another plate in the Mercosul form', 'reset', { plate: 'QWE1D34' }],
    ['the Mercosul form of the plate', 'kept', { plate: 'QWE1C34' }],
    ['the plate as it is, with a hyphen', 'kept', { plate: 'qwe-1234' }],
    ['another Renavam', 'reset', { renavam: OTHER_RENAVAM }],
    ['the Renavam as it is, without its zero', 'kept', { renavam: '2837517024' }],
    ['another state', 'reset', { uf: 'RJ' }],
    ['the state as it is, in small letters', 'kept', { uf: 'sp' }],
    ['all three', 'reset', { plate: 'ABC1D23', renavam: OTHER_RENAVAM, uf: 'MG' }],
    ['the nickname', 'kept', { nickname: 'Van' }],
    ['the owner', 'kept', { owner_document: '11144477735' }],
    ['nothing', 'kept', {}],
  ] as const)('%s: what the answer gave is %s', async (_, becomes, change) => {
    const vehicle = await asked()
    expect(vehicle.latest).toMatchObject({ latest_consultation_status: 'ready' })
    expect(vehicle.latest).not.toMatchObject({ open_debts_count: 0 })
    const changed = await vehicle.patch(change)
    expect(changed.status).toBe(200)
    const expected = becomes === 'reset' ? NOTHING : vehicle.latest
    expect(shown(changed.body)).toEqual(expected)
    expect(changed.body['consultations_count']).toBe(1)
    expect(shown((await vehicle.get(vehicle.path)).body)).toEqual(expected)
    const listed = (await vehicle.get('/api/v1/vehicles')).body['results'] as [Answer['body']]
    expect(listed.map(shown)).toEqual([expected])
    const summary = await vehicle.get('/api/v1/vehicles/summary')
    expect(summary.body).toMatchObject({
      never_consulted: becomes === 'reset' ? 1 : 0,
      open_debts_amount: expected['open_debts_amount' as keyof typeof expected],
    })
    const latest = await vehicle.get(`${vehicle.path}/consultations/latest`)
    const history = await vehicle.get(`${vehicle.path}/consultations`)
    expect(history.body['count']).toBe(1)
    const preview = await vehicle.preview()
    const order = await vehicle.order()
    const isReset = becomes === 'reset'
    const statuses = [latest.status, preview.status, order.status]
    expect(statuses).toEqual(isReset ? [404, 409, 409] : [200, 200, 201])
    expect(String(preview.body['detail'])).toMatch(isReset ? SENTENCE : 'undefined')
    expect(order.body['detail']).toBe(preview.body['detail'])
    expect((await vehicle.get('/api/v1/orders')).body['count']).toBe(isReset ? 0 : 1)
  })

  test('what it was before brings its own answer back, and not the one of in between', async () => {
    const vehicle = await asked()
    await vehicle.patch({ plate: 'QWE1235' })
    const between = await consult(bench, vehicle.id, vehicle.as)
    expect((await vehicle.get(vehicle.path)).body['latest_consultation_id']).toBe(between.id)
    const back = await vehicle.patch({ plate: 'QWE1C34' })
    expect(shown(back.body)).toEqual(vehicle.latest)
    expect((await vehicle.preview()).status).toBe(200)
    const latest = await vehicle.get(`${vehicle.path}/consultations/latest`)
    expect(latest.body['id']).toBe((vehicle.latest as Answer['body'])['latest_consultation_id'])
    const [item] = between.items.filter(free)
    const body = { debt_item_ids: [item?.id], method: 'pix' }
    const order = await bench.send('POST', '/api/v1/orders', { as: vehicle.as, body })
    expect([between.status, order.status]).toEqual(['ready', 409])
  })
})

test('a question that was asked before the change fails, and is nobody’s answer', async () => {
  const vehicle = await asked()
  const { body: pending } = await bench.send('POST', `${vehicle.path}/consultations`, vehicle)
  expect(shown((await vehicle.patch({ plate: 'QWE9234' })).body)).toEqual(NOTHING)
  const fresh = await consult(bench, vehicle.id, vehicle.as)
  const old = asConsultation(
    (await vehicle.get(`/api/v1/consultations/${String(pending['id'])}`)).body,
  )
  expect(old).toMatchObject({
    status: 'failed',
    stage: 'failed',
    plate: 'QWE1234',
    items: [],
    error_code: 'vehicle_changed',
    error_title: 'Veículo alterado',
    error_message: 'O Renavam, a placa ou a UF do veículo mudou depois desta consulta.',
    error_action: 'Consulte de novo; a nova consulta é feita com os dados atuais.',
  })
  const now = await vehicle.get(vehicle.path)
  expect(now.body).toMatchObject({ latest_consultation_id: fresh.id, consultations_count: 3 })
  // The same debts, which nobody knew of this identity before.
  expect(fresh).toMatchObject({ plate: 'QWE9234', found_new_debts: true })
  await vehicle.patch({ plate: 'QWE1234' })
  const back = await vehicle.get(`${vehicle.path}/consultations/latest`)
  expect(back.body['id']).toBe(pending['id'])
})

test('an order of before the change goes on, and settles none of the new debts', async () => {
  const vehicle = await asked()
  const made = await vehicle.order()
  expect(made.status).toBe(201)
  bench.clock.step(MINUTE_MS)
  await vehicle.patch({ renavam: OTHER_RENAVAM })
  await consult(bench, vehicle.id, vehicle.as)
  const owes = shown((await vehicle.get(vehicle.path)).body)
  const path = `/api/v1/orders/${String(made.body['id'])}`
  const paid = await bench.send('POST', `${path}/simulate-pix`, vehicle)
  expect(paid.body).toMatchObject({ status: 'paid', plate: 'QWE1234' })
  bench.clock.step(24 * 60 * MINUTE_MS)
  expect((await vehicle.get(path)).body['status']).toBe('settled')
  expect(shown((await vehicle.get(vehicle.path)).body)).toEqual(owes)
})

test('any sequence of changes and questions shows the answers of the identity at hand', async () => {
  const plates = ['QWE1234', 'QWE1C34', 'QWE1235'] as const
  const pairs = { QWE1234: 'a', QWE1C34: 'a', QWE1235: 'b' } as const
  const step = fc.oneof(
    fc.record({ uf: fc.constantFrom('SP', 'RJ') }),
    fc.record({ plate: fc.constantFrom(...plates) }),
    fc.record({ renavam: fc.constantFrom(RENAVAM, OTHER_RENAVAM) }),
    fc.constant('ask' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const vehicle = await asked()
      let now: { plate: (typeof plates)[number]; renavam: string; uf: string } = FIRST
      const identity = () => `${pairs[now.plate]} ${now.renavam} ${now.uf}`
      const answers = new Map<string, object>([[identity(), vehicle.latest]])
      for (const each of steps) {
        const answer = each === 'ask' ? await consult(bench, vehicle.id, vehicle.as) : undefined
        if (each !== 'ask') now = { ...now, ...each }
        const { body } = await (each === 'ask' ? vehicle.get(vehicle.path) : vehicle.patch(each))
        if (answer !== undefined) answers.set(identity(), shown({ ...body, ...latestOf(answer) }))
        expect(shown(body)).toEqual(answers.get(identity()) ?? NOTHING)
      }
      const isFirst = identity() === `a ${RENAVAM} SP`
      expect((await vehicle.preview()).status).toBe(isFirst ? 200 : 409)
    }),
    { numRuns: howMany(5, 12), seed: 20_261_122 },
  )
})
