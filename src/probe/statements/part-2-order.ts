/** Part 2, Order and its latest attempt: their fields and sums. */
import { Attempt, Order, ORDER_METHODS } from '../../contract/order.ts'
import { checkPixCode } from '../../fleet/pix-code.ts'
import { fieldsOf, textAt } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import { amountIs, centsAt, fieldIs, hasField, isEqual, oneOf } from '../judge.ts'
import { attemptOf, pixOrder, sumOf } from '../scenes/orders.ts'
import { pixCode } from '../scenes/payments.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const orderTypes = {
  id: 'uuid',
  status: 'string',
  method: 'string',
  purpose: 'string',
  plate: 'string',
  uf: 'string',
  vehicle_id: 'uuid',
  debts_amount: 'decimal string',
  service_fee: 'decimal string',
  total_amount: 'decimal string',
  refunded_amount: 'decimal string',
  latest_attempt: 'object',
} as const

const orderFields: Statement[] = Object.entries(orderTypes).map(([name, type]) =>
  statement(
    `2.order.field.${name}`,
    `Pedido: campo ${name} (${type})`,
    `Order: field ${name} (${type})`,
    given(pixOrder, ({ exchange }) => {
      if (name === 'latest_attempt') {
        const { latest_attempt: attempt } = fieldsOf(exchange.json)
        const fine = typeof attempt === 'object' && attempt !== null && !Array.isArray(attempt)
        return unless(fine, 'latest_attempt: object', `latest_attempt: ${typeof attempt}`)
      }
      const schema = Order.properties[name as keyof typeof orderTypes]
      return hasField([exchange.json], { name, type, schema })
    }),
  ),
)

const attemptTypes = {
  method: 'string',
  status: 'string',
  pix_copy_paste: 'string',
  pix_expires_at: 'timestamp',
} as const

const attemptFields: Statement[] = Object.entries(attemptTypes).map(([name, type]) =>
  statement(
    `2.attempt.field.${name}`,
    `Tentativa Pix: campo ${name} (${type})`,
    `Pix attempt: field ${name} (${type})`,
    given(pixCode, ({ read }) => {
      const schema = Attempt.properties[name as keyof typeof attemptTypes]
      return hasField([attemptOf(read.json)], { name, type, schema })
    }),
  ),
)

export const orderStatements: readonly Statement[] = [
  ...orderFields,
  statement(
    '2.order.method.words',
    `method é ${ORDER_METHODS.join(', ')}`,
    `method is ${ORDER_METHODS.join(', ')}`,
    given(pixOrder, ({ exchange }) =>
      oneOf('method', fieldsOf(exchange.json)['method'], ORDER_METHODS),
    ),
  ),
  statement(
    '2.order.vehicle',
    'vehicle_id, plate e uf são do veículo dos débitos',
    'vehicle_id, plate and uf are of the vehicle that owes',
    given(pixOrder, ({ exchange, answer: { vehicle } }) =>
      every([
        fieldIs(exchange, 'vehicle_id', vehicle.id),
        fieldIs(exchange, 'plate', vehicle.plate),
        fieldIs(exchange, 'uf', vehicle.asked.uf),
      ]),
    ),
  ),
  statement(
    '2.order.debts-amount.sum',
    'debts_amount é a soma dos débitos escolhidos',
    'debts_amount is the sum of the chosen debts',
    given(pixOrder, ({ exchange, chosen }) =>
      amountIs(exchange.json, 'debts_amount', sumOf(chosen)),
    ),
  ),
  statement(
    '2.order.total.sum',
    'total_amount é debts_amount mais service_fee',
    'total_amount is debts_amount plus service_fee',
    given(pixOrder, ({ exchange: { json } }) => {
      const debts = centsAt(json, 'debts_amount')
      const fee = centsAt(json, 'service_fee')
      return amountIs(json, 'total_amount', debts === null || fee === null ? null : debts + fee)
    }),
  ),
  statement(
    '2.order.refunded.zero',
    'refunded_amount começa em zero',
    'refunded_amount starts at zero',
    given(pixOrder, ({ exchange }) => amountIs(exchange.json, 'refunded_amount', 0n)),
  ),
  ...attemptFields,
  statement(
    '2.attempt.method',
    'latest_attempt.method é pix num pedido Pix',
    'latest_attempt.method is pix in a Pix order',
    given(pixOrder, ({ exchange }) =>
      isEqual('latest_attempt.method', attemptOf(exchange.json)['method'], 'pix'),
    ),
  ),
  statement(
    '2.attempt.pending',
    'latest_attempt.status é pending logo depois da criação',
    'latest_attempt.status is pending right after creation',
    given(pixOrder, ({ exchange }) =>
      isEqual('latest_attempt.status', attemptOf(exchange.json)['status'], 'pending'),
    ),
  ),
  statement(
    '2.attempt.pix-code',
    'pix_copy_paste é um código Pix: o CRC confere e o valor é total_amount',
    'pix_copy_paste is a Pix code: its CRC holds and it asks for total_amount',
    given(pixCode, ({ read, code }) => {
      const total = centsAt(read.json, 'total_amount')
      if (total === null) return unknown('total_amount não se lê', 'total_amount cannot be read')
      const checked = checkPixCode(code, total)
      return unless(checked.ok, 'BR Code, 54 = total_amount', checked.ok ? '' : checked.code)
    }),
  ),
  statement(
    '2.attempt.pix-expires-later',
    'pix_expires_at está no futuro quando o código aparece',
    'pix_expires_at is in the future when the code appears',
    given(pixCode, ({ read }, session) => {
      const expires = textAt(attemptOf(read.json), 'pix_expires_at')
      const ms = Date.parse(expires ?? '')
      if (Number.isNaN(ms))
        return unknown('pix_expires_at não se lê', 'pix_expires_at cannot be read')
      const fine = ms > session.clock.now()
      return unless(fine, 'pix_expires_at > now', `pix_expires_at = ${expires}`)
    }),
  ),
]
