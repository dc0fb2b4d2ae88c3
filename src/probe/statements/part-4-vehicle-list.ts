/** Part 4, the list of vehicles and its summary: filters, pages, totals. */
import { brief, fieldsOf, hasId, listAt, rowsOf, succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { differs, every, holds, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { isEqual, isRefused, isSuccess } from '../judge.ts'
import { tries } from '../scenes/consultations.ts'
import { listed, listing, plainPage, twoPages } from '../scenes/lists.ts'
import { VEHICLES } from '../scenes/vehicles.ts'
import type { Scene } from '../session.ts'
import { given, statement } from '../statement.ts'
import type { Statement, StatementId } from '../statement.ts'
import { refused } from './table.ts'

const envelope = [
  ['count', 'integer', (value: unknown) => Number.isInteger(value)],
  ['next', 'string | null', isTextOrNull],
  ['previous', 'string | null', isTextOrNull],
  ['results', 'array', (value: unknown) => Array.isArray(value)],
] as const

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

const envelopeFields: Statement[] = envelope.map(([name, type, fits]) =>
  statement(
    `4.vehicles.list.envelope.${name}`,
    `Lista de veículos: ${name} (${type})`,
    `List of vehicles: ${name} (${type})`,
    given(plainPage, (exchange) => {
      const value = fieldsOf(exchange.json)[name]
      return every([isSuccess(exchange), unless(fits(value), `${name}: ${type}`, typeof value)])
    }),
  ),
)

/** A filter that must find the car, and of the two vehicles only the car. */
function finds(id: StatementId, pt: string, en: string, query: (fragment: Fragments) => string) {
  const scene = listing(({ car }) =>
    query({ plate: car.plate.slice(2, 7), renavam: car.renavam.slice(3) }),
  )
  return statement(
    id,
    `Veículos: ${pt}`,
    `Vehicles: ${en}`,
    given(scene, async (exchange, session) => {
      const both = await session.stage(listed)
      if (!both.ok) return unknown(both.why.pt, both.why.en)
      return holdsOnly(exchange, both.value.car.id, both.value.truck.id)
    }),
  )
}

interface Fragments {
  readonly plate: string
  readonly renavam: string
}

function holdsOnly(exchange: Exchange, wanted: string, other: string): Finding {
  const rows = rowsOf(exchange.json)
  return every([
    isSuccess(exchange),
    unless(hasId(rows, wanted), 'results: with it', 'results: without it'),
    unless(!hasId(rows, other), 'results: without another', 'results: with another'),
  ])
}

const nothing = listing(() => '?q=ZZZ9Z99ZZ9')
const byState = listing(() => '?uf=PR&page_size=100')

export const vehicleFilters: readonly Statement[] = [
  finds(
    '4.vehicles.list.q.plate',
    'q encontra por um pedaço da placa',
    'q finds by a fragment of the plate',
    ({ plate }) => `?q=${plate}`,
  ),
  finds(
    '4.vehicles.list.q.renavam',
    'q encontra por um pedaço do RENAVAM',
    'q finds by a fragment of the Renavam',
    ({ renavam }) => `?q=${renavam}`,
  ),
  finds(
    '4.vehicles.list.q.nickname',
    'q encontra por um pedaço do apelido',
    'q finds by a fragment of the nickname',
    () => '?q=ta-prob&page_size=100',
  ),
  statement(
    '4.vehicles.list.q.nothing',
    'q que nada encontra responde uma lista vazia',
    'q that finds nothing answers an empty list',
    given(nothing, (exchange) =>
      every([isSuccess(exchange), isEqual('results', rowsOf(exchange.json), [])]),
    ),
  ),
  statement(
    '4.vehicles.list.uf',
    'uf filtra por estado',
    'uf filters by state',
    given(byState, async (exchange, session) => {
      const both = await session.stage(listed)
      if (!both.ok) return unknown(both.why.pt, both.why.en)
      const { car, truck } = both.value
      const states = rowsOf(exchange.json)?.map((row) => textAt(row, 'uf')) ?? []
      const alone = unless(
        states.every((uf) => uf === 'PR'),
        'uf = PR',
        `uf = ${states.join()}`,
      )
      return every([holdsOnly(exchange, truck.id, car.id), alone])
    }),
  ),
]

type Row = Readonly<Record<string, unknown>>

/** What each standing says of a row; `pending` and `failed` are what the latest one became. */
const standings: Record<string, (row: Row) => boolean> = {
  with_debts: (row) => Number(row['open_debts_count']) > 0,
  clear: (row) => row['open_debts_count'] === 0 && row['latest_consultation_id'] !== null,
  never_consulted: (row) => row['latest_consultation_id'] === null,
  pending: (row) => row['latest_consultation_status'] === 'pending',
  failed: (row) => row['latest_consultation_status'] === 'failed',
}

const settledDown: Scene<readonly unknown[]> = (session) => session.stage(tries)

export const vehicleStandings: readonly Statement[] = Object.entries(standings).map(
  ([status, fits]) =>
    statement(
      `4.vehicles.list.status.${status}`,
      `status=${status} filtra a lista`,
      `status=${status} filters the list`,
      given(settledDown, async (_, session) => {
        const path = `${VEHICLES}?status=${status}&page_size=100`
        const exchange = await session.send({ method: 'GET', path })
        const all = await session.send({ method: 'GET', path: `${VEHICLES}?page_size=100` })
        const rows = rowsOf(exchange.json) ?? []
        const strange = rows.filter((row) => !fits(fieldsOf(row))).length
        const isWhole = Number(fieldsOf(all.json)['count']) <= 100
        const lost = (isWhole ? (rowsOf(all.json) ?? []) : []).filter((row) => {
          return isCertain(status, fieldsOf(row), fits) && !hasId(rows, textAt(row, 'id') ?? '')
        }).length
        return every([
          isSuccess(exchange),
          unless(strange === 0, `results: ${status}`, `results: ${strange} others`),
          unless(lost === 0, 'results: all of them', `results: ${lost} missing`),
        ])
      }),
    ),
)

/** A row between two standings (asked again, with old debts) may stand in either. */
function isCertain(status: string, row: Row, fits: (row: Row) => boolean): boolean {
  if (!fits(row)) return false
  const isOver = row['latest_consultation_status'] === 'ready'
  return status === 'with_debts' || status === 'clear' ? isOver : status !== 'pending'
}

const beyond = listing(() => '?page_size=101')

export const vehiclePages: readonly Statement[] = [
  ...envelopeFields,
  statement(
    '4.vehicles.list.page-size',
    'page_size diz quantos veículos vêm por página',
    'page_size says how many vehicles a page has',
    given(twoPages, ({ first }) =>
      every([isSuccess(first), isEqual('results.length', rowsOf(first.json)?.length, 1)]),
    ),
  ),
  statement(
    '4.vehicles.list.count',
    'count conta todos, não só os da página',
    'count counts all of them, not only those on the page',
    given(twoPages, ({ first }) => {
      const { count } = fieldsOf(first.json)
      return unless(Number(count) >= 2, 'count >= 2', `count = ${String(count)}`)
    }),
  ),
  statement(
    '4.vehicles.list.page.from-1',
    'page conta a partir de 1: a primeira não tem previous e tem next',
    'page counts from 1: the first has no previous and has a next',
    given(twoPages, ({ first }) => {
      const { next, previous } = fieldsOf(first.json)
      const fine = typeof next === 'string'
      return every([isEqual('previous', previous, null), unless(fine, 'next: string', 'next: -')])
    }),
  ),
  statement(
    '4.vehicles.list.next',
    'next leva à página seguinte, que tem previous e outros veículos',
    'next leads to the following page, which has a previous and other vehicles',
    given(twoPages, ({ first, second }) => {
      // Who followed it would send the key to another origin.
      if (second === undefined)
        return differs('next: this origin', brief(fieldsOf(first.json)['next']))
      const { previous } = fieldsOf(second.json)
      const [one] = rowsOf(first.json) ?? []
      const isOther = !hasId(rowsOf(second.json), textAt(one, 'id') ?? '')
      return every([
        isSuccess(second),
        unless(typeof previous === 'string', 'previous: string', 'previous: -'),
        unless(isOther, 'results: others', 'results: the same'),
      ])
    }),
  ),
  statement(
    '4.vehicles.list.page-size.100',
    'page_size 100 é aceito',
    'page_size 100 is taken',
    given(
      listing(() => '?page_size=100'),
      isSuccess,
    ),
  ),
  statement(
    '4.vehicles.list.page-size.beyond',
    'page_size acima de 100 não dá mais de 100',
    'page_size beyond 100 gives no more than 100',
    given(beyond, (exchange, session) => {
      const rows = rowsOf(exchange.json)?.length ?? 0
      const note = succeeded(exchange) ? `${exchange.status}: taken` : `${exchange.status}`
      session.learned.note('page_size_beyond_max', note, 'GET vehicles?page_size=101')
      return succeeded(exchange) ? unless(rows <= 100, '<= 100', `${rows}`) : isRefused(exchange)
    }),
  ),
  statement(
    '4.vehicles.list.latest',
    'Cada veículo da lista traz o resumo da última consulta e dos débitos em aberto',
    'Each listed vehicle has the summary of its latest consultation and of its open debts',
    given(plainPage, (exchange) => every((listAt(exchange.json, 'results') ?? []).map(hasTotals))),
  ),
  ...refused([
    {
      id: '4.vehicles.list.page.0',
      words: { pt: 'page=0 é recusado', en: 'page=0 is refused' },
      scene: listing(() => '?page=0'),
      field: 'page',
    },
    {
      id: '4.vehicles.list.status.unknown',
      words: { pt: 'status desconhecido é recusado', en: 'an unknown status is refused' },
      scene: listing(() => '?status=sold'),
      field: 'status',
      isOurs: true,
    },
    {
      id: '4.vehicles.list.parameter.unknown',
      words: { pt: 'parâmetro desconhecido é recusado', en: 'an unknown parameter is refused' },
      scene: listing(() => '?colour=blue'),
      field: 'colour',
      isOurs: true,
    },
  ]),
]

const TOTALS = [
  'latest_consultation_id',
  'latest_consultation_status',
  'latest_consultation_at',
  'open_debts_count',
  'open_debts_amount',
]

function hasTotals(row: unknown): Finding {
  const absent = TOTALS.filter((name) => !Object.hasOwn(fieldsOf(row), name))
  return absent.length === 0 ? holds : unless(false, TOTALS.join(), `- ${absent.join()}`)
}
