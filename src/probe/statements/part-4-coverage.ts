/** Part 4, coverage, and the conventions that hold for every resource. */
import { fieldsOf, listAt, textAt } from '../exchange.ts'
import { every, unless } from '../finding.ts'
import { fieldIs, isSuccess } from '../judge.ts'
import { asking } from '../scenes/asking.ts'
import { keyInHeader } from '../scenes/callers.ts'
import { car } from '../scenes/vehicles.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { succeeds } from './table.ts'

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
const STATES = 27

const json = asking(() => ({ method: 'GET', path: '/api/v1/vehicles?page_size=1' }))

export const coverage: readonly Statement[] = [
  succeeds('4.coverage', 'GET coverage responde', 'GET coverage answers', keyInHeader),
  statement(
    'ours.4.coverage.states',
    'coverage diz o que se oferece em cada um dos 27 estados',
    'coverage tells what is offered in each of the 27 states',
    given(keyInHeader, (exchange) => {
      const rows = listAt(exchange.json, 'results') ?? []
      const told = rows.every((row) =>
        ['uf', 'name', 'consultation', 'payment', 'kinds', 'methods'].every((name) =>
          Object.hasOwn(fieldsOf(row), name),
        ),
      )
      return every([
        fieldIs(exchange, 'count', STATES),
        unless(told, 'results[]: uf, name, consultation, payment, kinds, methods', 'others'),
      ])
    }),
  ),
  statement(
    '4.json',
    'Os corpos são JSON',
    'Bodies are JSON',
    given(json, (exchange) => {
      const type = exchange.headers['content-type'] ?? '-'
      return every([
        isSuccess(exchange),
        unless(exchange.json !== undefined, 'JSON', 'no JSON'),
        unless(/\bjson\b/i.test(type), 'content-type: application/json', `content-type: ${type}`),
      ])
    }),
  ),
  statement(
    '2.timestamps',
    'Instantes são ISO 8601 com diferença para UTC',
    'Timestamps are ISO 8601 with a UTC offset',
    given(car, ({ exchange }, { learned }) => {
      const seen = textAt(exchange.json, 'created_at') ?? '-'
      const decimals = WITH_OFFSET.exec(seen)?.[1]
      const fits = WITH_OFFSET.test(seen)
      if (fits) {
        const places = decimals === undefined ? 0 : decimals.length - 1
        learned.note('timestamp_precision', places, 'created_at of a vehicle')
      }
      return unless(fits, 'YYYY-MM-DDThh:mm:ss+hh:mm', seen)
    }),
  ),
]
