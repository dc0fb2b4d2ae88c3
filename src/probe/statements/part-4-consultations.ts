/** Part 4, consultations: opening, reading, the history and the latest one. */
import { fieldsOf, hasId, rowsOf, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import { doubt, hasStatus, isEqual, isRefused, isSuccess } from '../judge.ts'
import { askingOf, asking } from '../scenes/asking.ts'
import {
  consultationsOf,
  firstAsked,
  firstFinished,
  itemsOf,
  meanwhile,
  ready,
} from '../scenes/consultations.ts'
import { consultedAgain, history } from '../scenes/consulted-again.ts'
import { truck, VEHICLES } from '../scenes/vehicles.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'

export const neverLatest = askingOf(truck, (vehicle) => ({
  method: 'GET',
  path: `${consultationsOf(vehicle)}/latest`,
}))

const neverHistory = askingOf(truck, (vehicle) => ({
  method: 'GET',
  path: consultationsOf(vehicle),
}))

const ofNobody = asking(() => ({
  method: 'POST',
  path: `${VEHICLES}/${NO_ID}/consultations`,
  costs: 'consultations',
}))

const unknownOne = asking(() => ({ method: 'GET', path: `/api/v1/consultations/${NO_ID}` }))

const shortHistory = askingOf(ready, ({ vehicle }) => ({
  method: 'GET',
  path: `${consultationsOf(vehicle)}?page_size=1&page=1`,
}))

export const consultationRequests: readonly Statement[] = [
  statement(
    '4.consultations.create',
    'POST consultations, sem corpo, responde uma Consulta',
    'POST consultations, without a body, answers a Consultation',
    given(firstAsked, ({ posted }) => {
      const fine = typeof fieldsOf(posted.json)['id'] === 'string'
      return every([isSuccess(posted), unless(fine, 'id: uuid', 'id: -')])
    }),
  ),
  statement(
    'ours.4.consultations.create.201',
    'POST consultations responde 201',
    'POST consultations answers 201',
    given(firstAsked, ({ posted }) => hasStatus(posted, 201)),
  ),
  statement(
    '4.vehicles.list.status.pending.while',
    'Enquanto a consulta está pendente, status=pending lista o veículo',
    'While the consultation is pending, status=pending lists the vehicle',
    given(meanwhile, ({ vehicle, before, pendingList, after }) => {
      const states = [before, after].map(({ json }) => textAt(json, 'latest_consultation_status'))
      if (states.some((state) => state !== 'pending')) {
        return unknown('a consulta terminou antes da leitura', 'the consultation ended before')
      }
      const fine = hasId(rowsOf(pendingList.json), vehicle.id)
      return doubt(pendingList) ?? unless(fine, 'results: with it', 'results: without it')
    }),
  ),
  statement(
    'ours.4.consultations.create.while-pending',
    'Uma segunda consulta é aceita enquanto há uma pendente',
    'A second consultation is taken while one is pending',
    given(meanwhile, ({ twin }) => isSuccess(twin)),
  ),
  statement(
    '4.rule.3',
    'Regra 3: a consulta é assíncrona: criada pending, lida até ready ou failed',
    'Rule 3: a consultation is asynchronous: created pending, read until ready or failed',
    given(firstFinished, ({ posted, last }) => {
      const { status } = fieldsOf(last.json)
      const fine = status === 'ready' || status === 'failed'
      return every([
        isEqual('status', fieldsOf(posted.json)['status'], 'pending'),
        unless(fine, 'status: ready | failed', `status = ${String(status)}`),
      ])
    }),
  ),
]

export const consultationReads: readonly Statement[] = [
  statement(
    '4.consultations.read',
    'GET consultations/{id} responde a Consulta pedida',
    'GET consultations/{id} answers the Consultation that was asked for',
    given(firstFinished, ({ last, id }) =>
      every([hasStatus(last, 200), isEqual('id', textAt(last.json, 'id'), id)]),
    ),
  ),
  statement(
    '4.consultations.read.items',
    'Com status ready a Consulta traz os débitos em items',
    'With status ready the Consultation carries the debts in items',
    given(ready, ({ last }) => {
      const fine = Array.isArray(fieldsOf(last.json)['items'])
      return unless(fine, 'items: array', 'items: -')
    }),
  ),
  statement(
    '4.consultations.read.unknown',
    'GET consultations/{id} de um id desconhecido é recusado',
    'GET consultations/{id} of an unknown id is refused',
    given(unknownOne, isRefused),
  ),
  statement(
    '4.consultations.create.unknown',
    'POST consultations de um veículo desconhecido é recusado',
    'POST consultations of an unknown vehicle is refused',
    given(ofNobody, isRefused),
  ),
  statement(
    '4.consultations.history',
    'GET consultations do veículo lista as suas consultas',
    'GET consultations of the vehicle lists its consultations',
    given(history, ({ history: list, answer: { id } }) => {
      const fine = hasId(rowsOf(list.json), id)
      return every([isSuccess(list), unless(fine, 'rows: with it', 'rows: without it')])
    }),
  ),
  statement(
    'ours.4.consultations.history.envelope',
    'O histórico tem o mesmo envelope: count, next, previous, results',
    'The history has the same envelope: count, next, previous, results',
    given(history, ({ history: { json } }) => hasEnvelope(json)),
  ),
  statement(
    'ours.4.consultations.history.page-size',
    'O histórico é paginado por page e page_size',
    'The history is paginated by page and page_size',
    given(shortHistory, (exchange) =>
      every([isSuccess(exchange), isEqual('results.length', rowsOf(exchange.json)?.length, 1)]),
    ),
  ),
  statement(
    '4.consultations.history.empty',
    'O histórico de um veículo nunca consultado é vazio',
    'The history of a vehicle that was never consulted is empty',
    given(neverHistory, (exchange) =>
      every([isSuccess(exchange), isEqual('rows', rowsOf(exchange.json)?.length, 0)]),
    ),
  ),
  statement(
    '4.consultations.latest',
    'GET consultations/latest responde a consulta mais recente do veículo',
    'GET consultations/latest answers the most recent consultation of the vehicle',
    given(history, async ({ latest, answer }, session) => {
      const pair = await session.stage(meanwhile)
      const isTwin = pair.ok && pair.value.vehicle.id === answer.vehicle.id
      const twin: Exchange | undefined = isTwin ? pair.value.twin : undefined
      const wanted = textAt(twin?.json, 'id') ?? answer.id
      return every([hasStatus(latest, 200), isEqual('id', textAt(latest.json, 'id'), wanted)])
    }),
  ),
  statement(
    '4.consultations.latest.404',
    'GET consultations/latest responde 404 se nunca houve consulta',
    'GET consultations/latest answers 404 when there never was one',
    given(neverLatest, (exchange) => hasStatus(exchange, 404)),
  ),
]

export const laterConsultations: readonly Statement[] = [
  statement(
    'ours.4.consultations.again.new-ids',
    'Cada consulta dá ids novos aos seus débitos',
    'Each consultation gives its debts new ids',
    given(consultedAgain, ({ first, second }) => {
      const before = new Set(itemsOf(first.last).map((item) => textAt(item, 'id')))
      const kept = itemsOf(second).filter((item) => before.has(textAt(item, 'id'))).length
      return isEqual('items with the same id', kept, 0)
    }),
  ),
  statement(
    'ours.4.consultations.again.nothing-new',
    'Consultar de novo no mesmo dia não acha débitos novos',
    'Consulting again on the same day finds no new debts',
    given(consultedAgain, ({ second }) =>
      isEqual('found_new_debts', fieldsOf(second.json)['found_new_debts'], false),
    ),
  ),
]

export function hasEnvelope(json: unknown) {
  const names = ['count', 'next', 'previous', 'results']
  return isEqual('envelope', Object.keys(fieldsOf(json)).toSorted(), names)
}
