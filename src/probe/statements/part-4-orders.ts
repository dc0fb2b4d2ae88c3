/** Part 4, orders: what makes one, what none may hold, and reading it. */
import { parseBoleto } from '../../fleet/boleto.ts'
import { fieldsOf, listAt, succeeded, textAt } from '../exchange.ts'
import { differs, every, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { amountIs, centsAt, fieldIs, hasStatus, isEqual, isRefused } from '../judge.ts'
import { asking } from '../scenes/asking.ts'
import { boletoPlaced, cardPlaced, ORDERS, pixOrder, pixPlaced, sumOf } from '../scenes/orders.ts'
import {
  boletoRead,
  dependentAlone,
  foreignItem,
  ordering,
  orderRead,
  unpayable,
} from '../scenes/order-refusals.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { refused } from './table.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'

const placements = [
  ['pix', pixPlaced],
  ['boleto', boletoPlaced],
  ['credit_card', cardPlaced],
] as const

const created: Statement[] = placements.flatMap(([method, scene]) => [
  statement(
    `4.orders.create.${method}.201`,
    `POST orders com method ${method} responde 201`,
    `POST orders with method ${method} answers 201`,
    given(scene, ({ exchange }, session) => {
      if (method === 'boleto' && exchange.status !== null) {
        // The same items as the Pix order.
        const how = `POST orders: ${exchange.status}`
        session.learned.note('same_debts_twice', succeeded(exchange), how)
      }
      return hasStatus(exchange, 201)
    }),
  ),
  statement(
    `4.orders.create.${method}.sums`,
    `Pedido ${method}: soma os débitos escolhidos e a taxa de serviço`,
    `${method} order: sums the chosen debts and the service fee`,
    given(scene, ({ exchange, chosen }) => {
      if (!succeeded(exchange)) return unknown('o pedido foi recusado', 'the order was refused')
      const { json } = exchange
      const fee = centsAt(json, 'service_fee')
      const debts = sumOf(chosen)
      return every([
        fieldIs(exchange, 'method', method),
        amountIs(json, 'debts_amount', debts),
        amountIs(json, 'total_amount', fee === null ? null : debts + fee),
      ])
    }),
  ),
])

export const orderRequests: readonly Statement[] = [
  ...created,
  ...refused([
    {
      id: '4.orders.create.debt_item_ids.empty',
      words: { pt: 'POST orders: sem nenhum débito é recusado', en: 'POST orders: needs an item' },
      scene: ordering('malformed', () => ({ debt_item_ids: [], method: 'pix' })),
      field: 'debt_item_ids',
    },
    {
      id: '4.orders.create.debt_item_ids.required',
      words: {
        pt: 'POST orders: sem debt_item_ids é recusado',
        en: 'POST orders: without debt_item_ids it is refused',
      },
      scene: ordering('malformed', () => ({ method: 'pix' })),
      field: 'debt_item_ids',
    },
    {
      id: '4.orders.create.debt_item_ids.uuid',
      words: { pt: 'POST orders: o que não é uuid é recusado', en: 'POST orders: needs uuids' },
      scene: ordering('malformed', () => ({ debt_item_ids: ['frota'], method: 'pix' })),
      field: 'debt_item_ids',
    },
    {
      id: '4.orders.create.debt_item_ids.unknown',
      words: {
        pt: 'POST orders: um débito desconhecido é recusado',
        en: 'POST orders: an unknown item is refused',
      },
      scene: ordering('orders', () => ({ debt_item_ids: [NO_ID], method: 'pix' })),
      field: NO_ID,
    },
    {
      id: '4.orders.create.method.required',
      words: { pt: 'POST orders: sem method é recusado', en: 'POST orders: needs a method' },
      scene: ordering('malformed', (ids) => ({ debt_item_ids: ids })),
      field: 'method',
    },
    {
      id: '4.orders.create.method.unknown',
      words: {
        pt: 'POST orders: um método desconhecido é recusado',
        en: 'POST orders: an unknown method is refused',
      },
      scene: ordering('malformed', (ids) => ({ debt_item_ids: ids, method: 'cash' })),
      field: 'method',
    },
    {
      id: '4.orders.create.item.foreign',
      words: {
        pt: 'POST orders: um débito de outra conta é recusado',
        en: "POST orders: another account's item is refused",
      },
      scene: foreignItem,
      isThorough: true,
    },
    {
      id: '4.orders.create.depends-on.alone',
      words: {
        pt: 'POST orders: um débito sem aquele de que depende é recusado',
        en: 'POST orders: an item without the one it depends on is refused',
      },
      scene: dependentAlone,
      isThorough: true,
    },
  ]),
  statement(
    '4.rule.4',
    'Regra 4: só débitos com is_payable true entram num pedido',
    'Rule 4: only items with is_payable true can be put in an order',
    given(unpayable, isRefused),
  ),
]

const unknownOrder = asking(() => ({ method: 'GET', path: `${ORDERS}/${NO_ID}` }))

export const orderReads: readonly Statement[] = [
  statement(
    '4.orders.read',
    'GET orders/{id} responde o Pedido criado',
    'GET orders/{id} answers the Order that was created',
    given(orderRead, async (read, session) => {
      const order = await session.stage(pixOrder)
      if (!order.ok) return unknown(order.why.pt, order.why.en)
      const { exchange } = order.value
      const same = ['id', 'method', 'vehicle_id', 'plate', 'debts_amount', 'total_amount']
      return every([
        hasStatus(read, 200),
        ...same.map((name) => fieldIs(read, name, fieldsOf(exchange.json)[name])),
      ])
    }),
  ),
  statement(
    '4.orders.read.items',
    'GET orders/{id} traz os débitos do pedido',
    "GET orders/{id} carries the order's items",
    given(orderRead, async ({ json }, session) => {
      const order = await session.stage(pixOrder)
      if (!order.ok) return unknown(order.why.pt, order.why.en)
      const items = listAt(json, 'items')
      const named = items?.map((item) => textAt(item, 'debt_item_id')) ?? []
      const carries = named.length > 0 && named.every((id) => id !== undefined)
      if (items !== undefined) {
        session.learned.note('order_items_debt_item_id', carries, 'GET order')
      }
      return isEqual('items.length', items?.length, order.value.chosen.length)
    }),
  ),
  statement(
    '4.orders.read.attempt',
    'GET orders/{id} traz latest_attempt',
    'GET orders/{id} carries latest_attempt',
    given(orderRead, ({ json }) => isObject('latest_attempt', fieldsOf(json)['latest_attempt'])),
  ),
  statement(
    'ours.4.orders.read.items.ids',
    'Os débitos do pedido trazem debt_item_id, kind e amount',
    "The order's items carry debt_item_id, kind and amount",
    given(orderRead, ({ json }) =>
      every(
        (listAt(json, 'items') ?? []).flatMap((item) =>
          ['debt_item_id', 'kind', 'amount'].map((name) => {
            return unless(textAt(item, name) !== undefined, `${name}: string`, `${name}: -`)
          }),
        ),
      ),
    ),
  ),
  statement(
    '4.orders.read.unknown',
    'GET orders/{id} de um id desconhecido é recusado',
    'GET orders/{id} of an unknown id is refused',
    given(unknownOrder, isRefused),
  ),
  statement(
    'ours.4.orders.boleto.line',
    'A tentativa de um pedido boleto traz linha digitável e código de barras',
    'The attempt of a boleto order carries its line and its barcode',
    given(boletoRead, ({ json }) => {
      const attempt = fieldsOf(json)['latest_attempt']
      const line = parseBoleto(textAt(attempt, 'boleto_line') ?? '')
      if (!line.ok) return differs('boleto_line: 47 digits that check', line.code)
      const { kind, barcode, amountCents } = line.value
      const [debts, fee] = [centsAt(json, 'debts_amount'), centsAt(json, 'service_fee')]
      const charged = debts === null || fee === null ? null : debts + fee
      return every([
        isEqual('kind of boleto_line', kind, 'bank'),
        isEqual('boleto_barcode', textAt(attempt, 'boleto_barcode'), barcode),
        isEqual('cents of boleto_line', amountCents?.toString(), charged?.toString()),
      ])
    }),
  ),
]

function isObject(name: string, value: unknown): Finding {
  const fine = typeof value === 'object' && value !== null && !Array.isArray(value)
  return unless(fine, `${name}: object`, `${name}: ${typeof value}`)
}
