/** Part 2, Vehicle: its fields, and what becomes of what was sent. */
import { Vehicle } from '../../contract/vehicle.ts'
import { stripDocument } from '../../fleet/document.ts'
import { brief, fieldsOf, textAt } from '../exchange.ts'
import { differs, every, holds, unknown, unless } from '../finding.ts'
import { fieldIs, hasField, isEqual } from '../judge.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { firstFinished, meanwhile } from '../scenes/consultations.ts'
import { car, carById, truck } from '../scenes/vehicles.ts'
import { succeeded } from '../exchange.ts'

const types = {
  id: 'uuid',
  plate: 'string',
  renavam: 'string',
  uf: 'string',
  nickname: 'string',
  owner_document_masked: 'string',
  is_active: 'boolean',
  created_at: 'timestamp',
  latest_consultation_id: 'uuid | null',
  latest_consultation_status: 'string | null',
  latest_consultation_at: 'timestamp | null',
  open_debts_count: 'integer',
  open_debts_amount: 'decimal string',
  consultations_count: 'integer',
} as const satisfies Record<keyof typeof Vehicle.properties, string>

const fields: Statement[] = Object.entries(types).map(([name, type]) =>
  statement(
    `2.vehicle.field.${name}`,
    `Veículo: campo ${name} (${type})`,
    `Vehicle: field ${name} (${type})`,
    given(car, async ({ exchange }, session) => {
      const byId = await session.stage(carById)
      const bodies = byId.ok ? [exchange.json, byId.value.json] : [exchange.json]
      const schema = Vehicle.properties[name as keyof typeof types]
      return hasField(bodies, { name, type, schema })
    }),
  ),
)

export const vehicleStatements: readonly Statement[] = [
  ...fields,
  statement(
    '2.vehicle.plate.normalized',
    'Placa em minúsculas e com hífen volta normalizada',
    'A plate in lower case with a hyphen comes back normalized',
    given(car, ({ exchange, plate }) => fieldIs(exchange, 'plate', plate)),
  ),
  statement(
    '2.vehicle.plate.old',
    'Placa antiga é aceita, sem o hífen',
    'An old-style plate is taken, without its hyphen',
    given(truck, ({ exchange, plate }) => fieldIs(exchange, 'plate', plate)),
  ),
  statement(
    '2.vehicle.renavam.9-digits',
    'RENAVAM de 9 dígitos volta com 11, com zeros à esquerda',
    'A Renavam of 9 digits comes back with 11, zero-padded on the left',
    given(car, ({ exchange, renavam }) => fieldIs(exchange, 'renavam', renavam)),
  ),
  statement(
    '2.vehicle.renavam.10-digits',
    'RENAVAM de 10 dígitos volta com 11, com zero à esquerda',
    'A Renavam of 10 digits comes back with 11, zero-padded on the left',
    given(truck, ({ exchange, renavam }) => fieldIs(exchange, 'renavam', renavam)),
  ),
  statement(
    '2.vehicle.uf',
    'UF é a sigla enviada',
    'uf is the abbreviation that was sent',
    given(car, ({ exchange, asked }) => fieldIs(exchange, 'uf', asked.uf)),
  ),
  statement(
    '2.vehicle.nickname',
    'nickname é o que foi enviado',
    'nickname is what was sent',
    given(car, ({ exchange, asked }) => fieldIs(exchange, 'nickname', asked.nickname)),
  ),
  statement(
    '2.vehicle.nickname.empty',
    'nickname é texto vazio quando não foi enviado',
    'nickname is an empty string when it was not set',
    given(truck, ({ exchange }) => fieldIs(exchange, 'nickname', '')),
  ),
  statement(
    '2.vehicle.document.masked',
    'owner_document_masked é uma forma mascarada de CPF e de CNPJ',
    'owner_document_masked is a masked form of a CPF and of a CNPJ',
    given(car, async ({ exchange, asked }, session) => {
      const company = await session.stage(truck)
      return every([
        isMasked(exchange.json, asked.owner_document),
        company.ok
          ? isMasked(company.value.exchange.json, company.value.asked.owner_document)
          : holds,
      ])
    }),
  ),
  statement(
    '2.vehicle.active',
    'Veículo novo está ativo',
    'A new vehicle is active',
    given(car, ({ exchange }) => fieldIs(exchange, 'is_active', true)),
  ),
  statement(
    '2.vehicle.never-consulted',
    'latest_consultation_* é null em veículo nunca consultado',
    'latest_consultation_* is null for a vehicle that was never consulted',
    given(truck, ({ exchange }) =>
      every([
        fieldIs(exchange, 'latest_consultation_id', null),
        fieldIs(exchange, 'latest_consultation_status', null),
        fieldIs(exchange, 'latest_consultation_at', null),
      ]),
    ),
  ),
  statement(
    '2.vehicle.latest-consultation',
    'latest_consultation_* fala da consulta mais recente',
    'latest_consultation_* tells of the most recent consultation',
    given(firstFinished, async ({ posted, vehicleAfter }, session) => {
      const second = await session.stage(meanwhile)
      const twin = second.ok && succeeded(second.value.twin) ? second.value.twin : posted
      const seen = fieldsOf(vehicleAfter.json)
      return every([
        isEqual('latest_consultation_id', seen['latest_consultation_id'], textAt(twin.json, 'id')),
        unless(
          typeof seen['latest_consultation_at'] === 'string',
          'latest_consultation_at: timestamp',
          `latest_consultation_at = ${brief(seen['latest_consultation_at'])}`,
        ),
      ])
    }),
  ),
  statement(
    '2.vehicle.consultations-count',
    'consultations_count conta as consultas do veículo',
    'consultations_count counts the consultations of the vehicle',
    given(firstFinished, async ({ posted, vehicleAfter }, session) => {
      const second = await session.stage(meanwhile)
      const first = textAt(posted.json, 'id')
      const twin = second.ok ? second.value.twin : undefined
      const isNew = twin !== undefined && succeeded(twin) && textAt(twin.json, 'id') !== first
      return fieldIs(vehicleAfter, 'consultations_count', isNew ? 2 : 1)
    }),
  ),
]

/** Hides at least some digits, and is not the document in other clothes. */
function isMasked(json: unknown, document: string) {
  const masked = textAt(json, 'owner_document_masked')
  if (masked === undefined || masked === '') {
    return unknown('o campo não veio', 'the field did not come')
  }
  const bare = stripDocument(masked)
  const digits = bare.replaceAll(/\D/g, '').length
  if (bare === document || digits >= document.length) {
    return differs('owner_document_masked = ***', 'owner_document_masked = all digits')
  }
  return holds
}
