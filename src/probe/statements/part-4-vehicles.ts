/** Part 4, vehicles: registering, reading, changing and deactivating one. */
import { fieldsOf, hasId, rowsOf, succeeded, textAt } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { hasStatus, isEqual, isRefused, isSuccess } from '../judge.ts'
import { asking } from '../scenes/asking.ts'
import type { WriteField } from '../scenes/vehicle-changes.ts'
import {
  consultedInactive,
  patched,
  patchingOf,
  registering,
  twinOfActive,
  twinOfInactive,
} from '../scenes/vehicle-changes.ts'
import { car, carById, deleted, truck, VEHICLES } from '../scenes/vehicles.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { refused, succeeds } from './table.ts'
import type { RefusedRow } from './table.ts'

const REQUIRED = ['plate', 'renavam', 'uf', 'owner_document'] as const
const NO_ID = '00000000-0000-4000-8000-000000000000'

const missing: RefusedRow[] = REQUIRED.map((field) => ({
  id: `4.vehicles.create.${field}.required`,
  words: {
    pt: `POST vehicles: sem ${field} é recusado`,
    en: `POST vehicles: without ${field} it is refused`,
  },
  scene: registering({ [field]: null }),
  field,
}))

const invalid: RefusedRow[] = [
  wrong(
    'plate',
    'form',
    'placa que não é antiga nem Mercosul',
    'no old-style or Mercosul plate',
    'A1',
  ),
  wrong('renavam', 'letters', 'RENAVAM com letras', 'a Renavam with letters', '1234567890A'),
  wrong('uf', 'unknown', 'UF que não existe', 'a state that does not exist', 'XX'),
  wrong('owner_document', 'form', 'documento sem dígitos', 'a document without digits', 'frota'),
  {
    ...wrong(
      'owner_document',
      'digits',
      'CPF de dígitos errados',
      'a CPF with wrong digits',
      '52998224724',
    ),
    isOurs: true,
  },
]

function wrong(field: WriteField, kind: string, pt: string, en: string, value: string): RefusedRow {
  return {
    id: `4.vehicles.create.${field}.${kind}`,
    words: { pt: `POST vehicles: ${pt} é recusado`, en: `POST vehicles: ${en} is refused` },
    scene: registering({ [field]: value }),
    field,
  }
}

export const vehicleRegistrations: readonly Statement[] = [
  statement(
    '4.vehicles.create.201',
    'POST vehicles responde 201 com o Veículo',
    'POST vehicles answers 201 with the Vehicle',
    given(car, ({ exchange }) => hasStatus(exchange, 201)),
  ),
  statement(
    '4.vehicles.create.nickname.optional',
    'POST vehicles: nickname é opcional',
    'POST vehicles: nickname is optional',
    given(truck, ({ exchange }) => hasStatus(exchange, 201)),
  ),
  statement(
    '4.rule.1',
    'Regra 1: o registro normaliza a placa e guarda o RENAVAM com 11 dígitos',
    'Rule 1: registration normalizes the plate and stores the Renavam with 11 digits',
    given(car, async ({ plate, renavam }, session) => {
      const read = await session.stage(carById)
      if (!read.ok) return unknown(read.why.pt, read.why.en)
      const { plate: seen, renavam: digits } = fieldsOf(read.value.json)
      return every([isEqual('plate', seen, plate), isEqual('renavam', digits, renavam)])
    }),
  ),
  statement(
    '4.vehicles.read.same',
    'GET vehicles/{id} é o Veículo da criação',
    'GET vehicles/{id} is the Vehicle of the creation',
    given(carById, async (read, session) => {
      const created = await session.stage(car)
      if (!created.ok) return unknown(created.why.pt, created.why.en)
      const ids = isEqual('id', textAt(read.json, 'id'), created.value.id)
      return every([hasStatus(read, 200), ids, sameFields(created.value.exchange.json, read.json)])
    }),
  ),
  ...refused([...missing, ...invalid]),
]

/** What no other request changes meanwhile. */
const STEADY = ['plate', 'renavam', 'uf', 'nickname', 'owner_document_masked', 'created_at']

function sameFields(one: unknown, other: unknown, names: readonly string[] = STEADY): Finding {
  const [before, after] = [fieldsOf(one), fieldsOf(other)]
  return every(names.map((name) => isEqual(name, after[name], before[name])))
}

const CHANGES = ['plate', 'renavam', 'uf', 'owner_document', 'nickname'] as const

const changes: Statement[] = CHANGES.map((field) =>
  statement(
    `4.vehicles.patch.${field}`,
    `PATCH vehicles/{id} muda só ${field}`,
    `PATCH vehicles/{id} changes ${field} alone`,
    given(patched[field], ({ before, change, after, wanted }) => {
      const shown = field === 'owner_document' ? 'owner_document_masked' : field
      const now = fieldsOf(after.json)[shown]
      const moved =
        wanted === undefined
          ? unless(now !== fieldsOf(before.json)[shown], `${shown}: changed`, `${shown}: as before`)
          : isEqual(shown, now, wanted)
      const others = STEADY.filter((name) => name !== shown)
      return every([isSuccess(change), moved, sameFields(before.json, after.json, others)])
    }),
  ),
)

export const vehicleChanges: readonly Statement[] = [
  ...changes,
  succeeds(
    '4.vehicles.patch.none',
    'PATCH vehicles/{id}: todos os campos são opcionais',
    'PATCH vehicles/{id}: all fields are optional',
    patchingOf({}),
  ),
  statement(
    'ours.4.vehicles.patch.answer',
    'PATCH vehicles/{id} responde o Veículo já mudado',
    'PATCH vehicles/{id} answers the changed Vehicle',
    given(patched.nickname, ({ change, sent }) =>
      every([hasStatus(change, 200), isEqual('nickname', textAt(change.json, 'nickname'), sent)]),
    ),
  ),
  ...refused([
    {
      id: '4.vehicles.patch.plate.form',
      words: { pt: 'PATCH: placa malformada é recusada', en: 'PATCH: a bad plate is refused' },
      scene: patchingOf({ plate: 'A1' }),
      field: 'plate',
    },
    {
      id: '4.vehicles.patch.renavam.length',
      words: { pt: 'PATCH: RENAVAM de 8 dígitos é recusado', en: 'PATCH: 8 digits are refused' },
      scene: patchingOf({ renavam: '12345678' }),
      field: 'renavam',
    },
    {
      id: '4.vehicles.patch.unknown-field',
      words: {
        pt: 'PATCH: campo desconhecido é recusado',
        en: 'PATCH: an unknown field is refused',
      },
      scene: patchingOf({ colour: 'blue' }),
      field: 'colour',
      isOurs: true,
    },
  ]),
  statement(
    '4.vehicles.create.again.active',
    'RENAVAM de um veículo ativo registrado de novo: aprende-se o que acontece',
    "An active vehicle's Renavam again: what happens is learned",
    given(twinOfActive, (exchange) => answered(exchange.status)),
  ),
  statement(
    'ours.4.vehicles.create.again.active.409',
    'RENAVAM de um veículo ativo registrado de novo: 409',
    "An active vehicle's Renavam again: 409",
    given(twinOfActive, (exchange) => hasStatus(exchange, 409)),
  ),
]

function answered(status: number | null): Finding {
  return unless(status !== null && status < 500, '2xx | 4xx', String(status))
}

const readUnknown = asking(() => ({ method: 'GET', path: `${VEHICLES}/${NO_ID}` }))
const readMalformed = asking(() => ({ method: 'GET', path: `${VEHICLES}/no-uuid` }))

export const vehicleStrangers: readonly Statement[] = [
  statement(
    '4.vehicles.read.unknown',
    'GET vehicles/{id} de um id desconhecido é recusado',
    'GET vehicles/{id} of an unknown id is refused',
    given(readUnknown, (exchange, session) => {
      if (exchange.status !== null) {
        session.learned.note('unknown_id_status', exchange.status, 'GET vehicle')
      }
      return isRefused(exchange)
    }),
  ),
  statement(
    'ours.4.vehicles.read.unknown.404',
    'GET vehicles/{id} de um id desconhecido: 404',
    'GET vehicles/{id} of an unknown id: 404',
    given(readUnknown, (exchange) => hasStatus(exchange, 404)),
  ),
  statement(
    '4.vehicles.read.malformed',
    'GET vehicles/{id}: o que não é uuid é recusado',
    'GET vehicles/{id}: what is no uuid is refused',
    given(readMalformed, isRefused),
  ),
]

const afterDeletion = asking(() => ({ method: 'GET', path: `${VEHICLES}?page_size=100` }))

export const vehicleDeletions: readonly Statement[] = [
  statement(
    '4.vehicles.delete.204',
    'DELETE vehicles/{id} responde 204',
    'DELETE vehicles/{id} answers 204',
    given(deleted, ({ deletion }) => hasStatus(deletion, 204)),
  ),
  statement(
    '4.vehicles.delete.no-body',
    'DELETE vehicles/{id} responde sem corpo',
    'DELETE vehicles/{id} answers without a body',
    given(deleted, ({ deletion }) => {
      if (!succeeded(deletion)) return unknown('o DELETE foi recusado', 'DELETE was refused')
      return unless(deletion.text === '', '-', `${deletion.text.length} bytes`)
    }),
  ),
  statement(
    '4.vehicles.delete.unlisted',
    'Só veículos ativos são listados',
    'Only active vehicles are listed',
    given(deleted, async ({ id }, session) => {
      const listed = await session.stage(afterDeletion)
      if (!listed.ok) return unknown(listed.why.pt, listed.why.en)
      const rows = rowsOf(listed.value.json)
      const active = rows?.every((row) => fieldsOf(row)['is_active'] === true) ?? false
      return every([
        isSuccess(listed.value),
        unless(!hasId(rows, id), 'results: without it', 'results: with it'),
        unless(active, 'results[].is_active = true', 'results[].is_active = false'),
      ])
    }),
  ),
  statement(
    '4.rule.2',
    'Regra 2: DELETE guarda o registro e só o desativa',
    'Rule 2: DELETE keeps the record and only deactivates it',
    given(deleted, ({ exchange, byId }) => {
      if (!succeeded(byId)) {
        return unknown('o veículo inativo não se lê por id', 'an inactive vehicle cannot be read')
      }
      const inactive = isEqual('is_active', fieldsOf(byId.json)['is_active'], false)
      return every([inactive, sameFields(exchange.json, byId.json)])
    }),
  ),
  statement(
    'ours.4.vehicles.delete.again',
    'DELETE de novo responde outra vez 204',
    'DELETE again answers 204 once more',
    given(deleted, ({ again }) => hasStatus(again, 204)),
  ),
  statement(
    '4.consultations.create.inactive',
    'Só um veículo ativo se consulta',
    'Only an active vehicle can be consulted',
    given(consultedInactive, isRefused),
  ),
  statement(
    '4.vehicles.create.again.inactive',
    'RENAVAM de um veículo inativo registrado de novo: aprende-se o que acontece',
    "A deactivated vehicle's Renavam again: what happens is learned",
    given(twinOfInactive, (exchange) => answered(exchange.status)),
  ),
  statement(
    'ours.4.vehicles.create.again.inactive.201',
    'RENAVAM de um veículo inativo registrado de novo: 201',
    "A deactivated vehicle's Renavam again: 201",
    given(twinOfInactive, (exchange) => hasStatus(exchange, 201)),
  ),
]
