/** Parts 2 to 4 of the interface, vehicles: registering, reading, changing and deactivating one. */
import { expect } from 'vitest'
import { type Answer, expectRefused, idsOf, needed } from './support/answer.ts'
import { inventDocument, inventPlate, inventRenavam, inventVehicle } from './support/invent.ts'
import { NICKNAME, type VehicleBody } from './support/invent.ts'
import { each, once, type Statements } from './support/statement.ts'
import { type Target, VEHICLES } from './support/target.ts'

export interface Registered {
  readonly sent: VehicleBody
  readonly made: Answer
  readonly id: string
  readonly path: string
}

export async function registered(t: Target, change: Partial<VehicleBody> = {}) {
  const sent = { ...inventVehicle(t.random), ...change }
  const made = await t.send('POST', VEHICLES, { body: sent })
  const id = String(needed(made, 'POST vehicles')['id'])
  return { sent, made, id, path: `${VEHICLES}/${id}` }
}

const hyphened = (plate: string): string => `${plate.slice(0, 3)}-${plate.slice(3)}`.toLowerCase()

/** Written as people write: lower case, a hyphen, no zeros in front. */
async function sloppy(t: Target, form: 'old' | 'mercosul', zeros: number, more: object) {
  const normal = { plate: inventPlate(t.random, form), renavam: inventRenavam(t.random, zeros) }
  const sent = { plate: hyphened(normal.plate), renavam: normal.renavam.slice(zeros), ...more }
  const vehicle = await registered(t, sent)
  // Before anybody asks about it.
  return { ...vehicle, normal, read: await t.send('GET', vehicle.path) }
}

/** A Mercosul plate, a Renavam of nine digits, a CPF, a nickname. */
export const car = once((t) => sloppy(t, 'mercosul', 2, {}))

/** An old plate, a Renavam of ten digits, a CNPJ, no nickname. Nobody ever asks about it. */
export const truck = once((t) => {
  const owner_document = inventDocument(t.random, 'cnpj')
  return sloppy(t, 'old', 1, { uf: 'PR', owner_document, nickname: undefined })
})

/** Changed field by field. */
export const draft = once((t) => registered(t))

/** Registered and deactivated, and what is answered of it from then on. */
export const gone = once(async (t) => {
  const vehicle = await registered(t)
  const deleted = await t.send('DELETE', vehicle.path)
  const read = await t.send('GET', vehicle.path)
  return { ...vehicle, deleted, read, listed: await t.send('GET', `${VEHICLES}?page_size=100`) }
})

async function refuses(t: Target, change: object, ours: number, field: string): Promise<void> {
  const body = { ...inventVehicle(t.random), ...change }
  expectRefused(t, await t.send('POST', VEHICLES, { body }), ours, `'${field}'`)
}

const registration: Statements = {
  '4.vehicles.create: POST vehicles answers 201 with the active Vehicle': async (t) => {
    const vehicles = [await car(t), await truck(t)].map(({ made }) => made)
    expect(vehicles).toMatchObject([
      { status: 201, body: { uf: 'SP', nickname: NICKNAME, is_active: true } },
      { status: 201, body: { uf: 'PR', nickname: '', is_active: true } },
    ])
  },
  '4.rule.1: a plate comes back normalized, and a Renavam with 11 digits': async (t) => {
    for (const { made, read, normal } of [await car(t), await truck(t)]) {
      expect([made.body, read.body]).toMatchObject([normal, normal])
    }
  },
  '2.vehicle.owner_document: a CPF and a CNPJ come back masked only': async (t) => {
    for (const { made, sent } of [await car(t), await truck(t)]) {
      const digits = String(made.body['owner_document_masked']).replaceAll(/\D/g, '')
      expect(digits.length).toBeLessThan(sent.owner_document.length)
      expect(made.body).not.toHaveProperty('owner_document')
    }
  },
  '4.vehicles.read: GET vehicles/{id} is the Vehicle of the creation': async (t) => {
    const { made, read } = await car(t)
    expect([read.status, read.body]).toEqual([200, made.body])
  },
  '8.renavam: 9, 10 and 11 digits are taken, 8 and 12 are not': async (t) => {
    const vehicles = [await car(t), await truck(t), await draft(t)]
    expect(vehicles.map(({ sent }) => sent.renavam.length)).toEqual([9, 10, 11])
    for (const renavam of ['12345678', '123456789012'])
      await refuses(t, { renavam }, 422, 'renavam')
  },
  ...each(
    ['plate', 'renavam', 'uf', 'owner_document'],
    (field) => `4.vehicles.create.${field}.missing: a vehicle without ${field} is refused`,
    (t, field) => refuses(t, { [field]: undefined }, 400, field),
  ),
  ...each(
    Object.entries({ plate: 'AB1234', renavam: '1234567890A', uf: 'XX', owner_document: 'frota' }),
    ([field, value]) =>
      `4.vehicles.create.${field}.form: a vehicle with ${field} ${value} is refused`,
    (t, [field, value]) => refuses(t, { [field]: value }, 422, field),
  ),
  'ours.7.validation: form is 400 and meaning 422, by the name of the field': async (t) => {
    for (const [field, value] of Object.entries({ plate: 7, nickname: 'x'.repeat(121), hue: 1 })) {
      await refuses(t, { [field]: value }, 400, field)
    }
    await refuses(t, { owner_document: '52998224724' }, 422, 'owner_document')
  },
  'ours.4.renavam.digit: the check digit of a Renavam is not looked at': async (t) => {
    const { renavam } = inventVehicle(t.random)
    await registered(t, { renavam: renavam.slice(0, 10) + ((Number(renavam.at(-1)) + 1) % 10) })
  },
}

/** What is sent of each field, and what is then read. */
function changeOf(t: Target, field: string): [sent: object, read: object] {
  const plate = inventPlate(t.random, 'old')
  const renavam = inventRenavam(t.random, 1)
  const owner_document = inventDocument(t.random, 'cnpj')
  const masked = expect.stringContaining(owner_document.slice(-2))
  const changes: Record<string, [object, object]> = {
    plate: [{ plate: hyphened(plate) }, { plate }],
    renavam: [{ renavam: renavam.slice(1) }, { renavam }],
    uf: [{ uf: 'MG' }, { uf: 'MG' }],
    owner_document: [{ owner_document }, { owner_document_masked: masked }],
    nickname: [{ nickname: `${NICKNAME} 3` }, { nickname: `${NICKNAME} 3` }],
  }
  return changes[field] ?? [{}, {}]
}

const changes: Statements = {
  ...each(
    ['plate', 'renavam', 'uf', 'owner_document', 'nickname', 'nothing'],
    (field) => `4.vehicles.patch.${field}: PATCH vehicles/{id} may change ${field} alone`,
    async (t, field) => {
      const { path } = await draft(t)
      const [body, wanted] = changeOf(t, field)
      const before = await t.send('GET', path)
      const changed = await t.send('PATCH', path, { body })
      const after = await t.send('GET', path)
      expect(changed.status).toBeLessThan(300)
      expect(after.body).toEqual({ ...before.body, ...wanted })
      if (t.isOurs) expect([changed.status, changed.body]).toEqual([200, after.body])
    },
  ),
  '4.vehicles.patch.form: PATCH refuses what a registration refuses': async (t) => {
    const { path } = await draft(t)
    for (const [field, value] of Object.entries({ plate: 'A1', renavam: '12345678', uf: 'XX' })) {
      const answer = await t.send('PATCH', path, { body: { [field]: value } })
      expectRefused(t, answer, 422, `'${field}'`)
    }
  },
  'ours.4.vehicles.patch: PATCH keeps Renavams apart, and knows its fields': async (t) => {
    const { path } = await draft(t)
    const { renavam } = (await car(t)).normal
    expect((await t.send('PATCH', path, { body: { renavam } })).status).toBe(409)
    expect((await t.send('PATCH', path, { body: { hue: 'blue' } })).status).toBe(400)
  },
}

const deactivation: Statements = {
  '4.vehicles.delete: DELETE vehicles/{id} answers 204 without a body': async (t) => {
    expect((await gone(t)).deleted).toMatchObject({ status: 204, text: '' })
  },
  '4.rule.2: DELETE keeps the record, with is_active false': async (t) => {
    const { made, read } = await gone(t)
    expect(needed(read, 'GET of a deactivated vehicle')).toEqual({ ...made.body, is_active: false })
  },
  '4.vehicles.list.active: only active vehicles are listed': async (t) => {
    const { listed, id } = await gone(t)
    expect([listed.status, idsOf(listed).includes(id)]).toEqual([200, false])
  },
  '3.consultation.created.active: a deactivated vehicle is not consulted': async (t) => {
    expectRefused(t, await t.send('POST', `${(await gone(t)).path}/consultations`), 409)
  },
  'ours.4.vehicles.deleted: DELETE again is 204, PATCH is 409': async (t) => {
    const { path } = await gone(t)
    expect((await t.send('DELETE', path)).status).toBe(204)
    expect((await t.send('PATCH', path, { body: { nickname: 'x' } })).status).toBe(409)
  },
  'ours.4.vehicles.twice: an active Renavam is registered once': async (t) => {
    const body = { ...inventVehicle(t.random), renavam: (await car(t)).normal.renavam }
    expect((await t.send('POST', VEHICLES, { body })).status).toBe(409)
  },
  'ours.4.vehicles.again: a deactivated Renavam is registered as a new vehicle': async (t) => {
    const { id, sent } = await gone(t)
    const again = await registered(t, { renavam: sent.renavam })
    expect(again.id).not.toBe(id)
    expect(again.made.body).toMatchObject({ consultations_count: 0, open_debts_count: 0 })
  },
}

export const vehicles: Statements = { ...registration, ...changes, ...deactivation }
