/** Part 4, the list of orders and their summary: filters, days, pages, totals. */
import { plainDay } from '../../clock.ts'
import { fieldsOf, hasId, listAt, rowsOf, succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { centsAt, isEqual, isSuccess } from '../judge.ts'
import { asking, askingOf } from '../scenes/asking.ts'
import { boletoPlaced, ORDERS, pixOrder } from '../scenes/orders.ts'
import type { Order } from '../scenes/orders.ts'
import type { Scene, Session } from '../session.ts'
import { given, statement } from '../statement.ts'
import type { Statement, StatementId } from '../statement.ts'
import { hasEnvelope } from './part-4-consultations.ts'
import { refused } from './table.ts'

const DAY_MS = 86_400_000
const ZONES = ['UTC', 'America/Sao_Paulo'] as const

function dayIn(session: Session, days: number, zone: string): string {
  return plainDay(session.clock.now() + days * DAY_MS, zone)
}

function listingOf(query: (order: Order, session: Session) => string): Scene<Exchange> {
  return askingOf(pixOrder, (order, session) => ({
    method: 'GET',
    path: `${ORDERS}?${query(order, session)}`,
  }))
}

/** The Pix order is found, or is not. */
function filter(
  id: StatementId,
  pt: string,
  en: string,
  isFound: boolean,
  query: (order: Order, session: Session) => string,
): Statement {
  const scene = listingOf(query)
  const check = given(scene, async (exchange, session) => {
    const order = await session.stage(pixOrder)
    if (!order.ok) return unknown(order.why.pt, order.why.en)
    const has = hasId(rowsOf(exchange.json), order.value.id)
    const words = ['rows: without it', 'rows: with it'] as const
    const [wanted, seen] = [words[isFound ? 1 : 0], words[has ? 1 : 0]]
    return every([isSuccess(exchange), unless(has === isFound, wanted, seen)])
  })
  return statement(id, `Pedidos: ${pt}`, `Orders: ${en}`, check)
}

const vehicle = (order: Order): string => `vehicle_id=${order.answer.vehicle.id}`
const plate = (order: Order): string => order.answer.vehicle.plate.slice(1, 6)

export const orderFilters: readonly Statement[] = [
  filter('4.orders.list', 'A lista traz o pedido', 'The list has the order', true, () => ''),
  filter(
    '4.orders.list.vehicle',
    'vehicle_id lista os pedidos do veículo',
    "vehicle_id lists the vehicle's orders",
    true,
    vehicle,
  ),
  filter(
    '4.orders.list.vehicle.other',
    'vehicle_id deixa de fora os pedidos de outros veículos',
    'vehicle_id leaves out the orders of other vehicles',
    false,
    () => 'vehicle_id=00000000-0000-4000-8000-000000000000',
  ),
  filter(
    '4.orders.list.status',
    'status filtra pelo estado exato',
    'status filters by the exact status',
    true,
    ({ exchange }) => `status=${textAt(exchange.json, 'status')}`,
  ),
  filter(
    '4.orders.list.status.fragment',
    'status não encontra por um pedaço do estado',
    'status does not find by a fragment',
    false,
    () => 'status=awaiting',
  ),
  filter('4.orders.list.method', 'method filtra', 'method filters', true, () => 'method=pix'),
  filter(
    '4.orders.list.method.other',
    'method deixa de fora os outros métodos',
    'method leaves out the other methods',
    false,
    () => 'method=credit_card',
  ),
  filter(
    '4.orders.list.q',
    'q encontra por um pedaço da placa',
    'q finds by a fragment of the plate',
    true,
    (order) => `q=${plate(order)}`,
  ),
  filter(
    '4.orders.list.q.other',
    'q deixa de fora as outras placas',
    'q leaves out other plates',
    false,
    () => 'q=ZZZ9Z99ZZ',
  ),
  filter(
    '4.orders.list.created-after.past',
    'created_after no passado inclui o pedido',
    'created_after in the past includes the order',
    true,
    (order, session) => `${vehicle(order)}&created_after=${dayIn(session, -2, 'UTC')}`,
  ),
  filter(
    '4.orders.list.created-after.future',
    'created_after no futuro exclui o pedido',
    'created_after in the future excludes the order',
    false,
    (order, session) => `${vehicle(order)}&created_after=${dayIn(session, 2, 'UTC')}`,
  ),
  filter(
    '4.orders.list.created-before.past',
    'created_before no passado exclui o pedido',
    'created_before in the past excludes the order',
    false,
    (order, session) => `${vehicle(order)}&created_before=${dayIn(session, -2, 'UTC')}`,
  ),
  filter(
    '4.orders.list.created-before.future',
    'created_before no futuro inclui o pedido',
    'created_before in the future includes the order',
    true,
    (order, session) => `${vehicle(order)}&created_before=${dayIn(session, 2, 'UTC')}`,
  ),
]

interface Today {
  readonly found: readonly boolean[]
  readonly answers: readonly Exchange[]
}

/** The day of the order as both its first and its last, in each zone that a service may mean. */
async function ordersOfToday(session: Session, order: Order): Promise<Today> {
  const created = Date.parse(textAt(order.exchange.json, 'created_at') ?? '')
  const atMs = Number.isNaN(created) ? session.clock.now() : created
  const answers: Exchange[] = []
  for (const zone of ZONES) {
    const day = plainDay(atMs, zone)
    const query = `${vehicle(order)}&created_after=${day}&created_before=${day}`
    answers.push(await session.send({ method: 'GET', path: `${ORDERS}?${query}` }))
  }
  const found = answers.map(({ json }) => hasId(rowsOf(json), order.id))
  const days = ZONES.map((zone) => plainDay(atMs, zone))
  const zone = ZONES.find((_, index) => found[index] === true && found[1 - index] === false)
  if (days[0] !== days[1] && zone !== undefined) {
    session.learned.note('day_filter_time_zone', zone, 'GET orders of one day')
  }
  return { found, answers }
}

const orderPage = listingOf(() => 'page_size=1&page=1')

export const orderDays: readonly Statement[] = [
  statement(
    '4.orders.list.days.inclusive',
    'created_after e created_before incluem o próprio dia',
    'created_after and created_before include their own day',
    given(pixOrder, async (order, session) => {
      const { found, answers } = await ordersOfToday(session, order)
      const fine = found.includes(true)
      return every([...answers.map(isSuccess), unless(fine, 'rows: with it', 'rows: without it')])
    }),
  ),
  statement(
    '4.orders.list.paginated',
    'A lista de pedidos é paginada',
    'The list of orders is paginated',
    given(orderPage, async (exchange, session) => {
      // Two orders at least, so that one row is less than all.
      await session.stage(boletoPlaced)
      if (succeeded(exchange)) {
        const keys = Object.keys(fieldsOf(exchange.json))
        session.learned.note('order_list_envelope', keys, 'GET orders')
      }
      const fine = rowsOf(exchange.json) !== undefined
      return every([isSuccess(exchange), unless(fine, 'rows: array', 'rows: -')])
    }),
  ),
  statement(
    'ours.4.orders.list.envelope',
    'A lista de pedidos tem o mesmo envelope, e page_size vale nela',
    'The list of orders has the same envelope, and page_size holds in it',
    given(orderPage, ({ json }) =>
      every([hasEnvelope(json), isEqual('results.length', rowsOf(json)?.length, 1)]),
    ),
  ),
  ...refused([
    {
      id: '4.orders.list.created_after.form',
      words: { pt: 'created_after malformado é recusado', en: 'a bad created_after is refused' },
      scene: listingOf(() => 'created_after=21%2F11%2F2026'),
      field: 'created_after',
    },
    {
      id: '4.orders.list.created_before.form',
      words: { pt: 'created_before malformado é recusado', en: 'a bad created_before is refused' },
      scene: listingOf(() => 'created_before=tomorrow'),
      field: 'created_before',
    },
    {
      id: '4.orders.list.method.unknown',
      words: { pt: 'method desconhecido é recusado', en: 'an unknown method is refused' },
      scene: listingOf(() => 'method=cash'),
      field: 'method',
      isOurs: true,
    },
  ]),
]

const summary: Scene<Exchange> = async (session) => {
  await session.stage(boletoPlaced)
  return await session.stage(asked)
}
const asked = asking(() => ({ method: 'GET', path: `${ORDERS}/summary` }))

const SUMS = ['debts_amount', 'service_fee', 'total_amount', 'refunded_amount']

export const orderSummary: readonly Statement[] = [
  statement(
    '4.orders.summary',
    'GET orders/summary responde por estado e por método',
    'GET orders/summary answers by status and by method',
    given(summary, async (exchange, session) => {
      const order = await session.stage(pixOrder)
      if (!order.ok) return unknown(order.why.pt, order.why.en)
      const said = exchange.text
      const words = ['awaiting_payment', 'pix']
      const absent = words.filter((word) => !said.includes(word))
      return every([
        isSuccess(exchange),
        unless(absent.length === 0, words.join(), `- ${absent.join()}`),
      ])
    }),
  ),
  ...['by_status', 'by_method'].map((group) =>
    statement(
      `ours.4.orders.summary.${group}`,
      `As linhas de ${group} somam os totais`,
      `The rows of ${group} add up to the totals`,
      given(summary, ({ json }) => addsUp(json, listAt(json, group) ?? [])),
    ),
  ),
]

function addsUp(whole: unknown, rows: readonly unknown[]): Finding {
  const count = rows.reduce<number>((all, row) => all + Number(fieldsOf(row)['count']), 0)
  const sums = SUMS.map((name) => {
    const sum = rows.reduce<bigint>((all, row) => all + (centsAt(row, name) ?? 0n), 0n)
    return isEqual(name, sum.toString(), centsAt(whole, name)?.toString())
  })
  return every([isEqual('count', count, fieldsOf(whole)['count']), ...sums])
}
