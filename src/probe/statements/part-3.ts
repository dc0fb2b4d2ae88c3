/** Part 3: how consultations, orders and vehicles begin, and what moves them. */
import { fieldsOf, succeeded, textAt } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import { amountIs, centsAt, fieldIs, isEqual, isRefused, isSuccess, oneOf } from '../judge.ts'
import { failed, firstAsked, firstFinished, itemsOf, ready } from '../scenes/consultations.ts'
import { attemptOf, pixOrder } from '../scenes/orders.ts'
import { charged, renewedEarly, renewedMissing, settled } from '../scenes/payments.ts'
import { deleted } from '../scenes/vehicles.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const ERRORS = ['error_message', 'error_code', 'error_title', 'error_action'] as const

export const consultationStates: readonly Statement[] = [
  statement(
    '3.consultation.created.pending',
    'Uma consulta nova está pending',
    'A new consultation is pending',
    given(firstAsked, ({ posted }) => fieldIs(posted, 'status', 'pending')),
  ),
  statement(
    '3.consultation.created.queued',
    'O estágio de uma consulta nova é queued',
    'The stage of a new consultation is queued',
    given(firstAsked, ({ posted }) => fieldIs(posted, 'stage', 'queued')),
  ),
  statement(
    '3.consultation.created.no-items',
    'Uma consulta nova não tem itens',
    'A new consultation has no items',
    given(firstAsked, ({ posted }) => fieldIs(posted, 'items', [])),
  ),
  statement(
    '3.consultation.created.zero',
    'total_amount é zero na criação',
    'total_amount is zero at creation',
    given(firstAsked, ({ posted }) => amountIs(posted.json, 'total_amount', 0n)),
  ),
  statement(
    '3.consultation.created.nothing-new',
    'found_new_debts é false na criação',
    'found_new_debts is false at creation',
    given(firstAsked, ({ posted }) => fieldIs(posted, 'found_new_debts', false)),
  ),
  statement(
    '3.consultation.created.no-error',
    'Os quatro campos error_* são vazios sem erro',
    'The four error_* fields are empty when there is no error',
    given(firstAsked, ({ posted }) => every(ERRORS.map((name) => fieldIs(posted, name, '')))),
  ),
  statement(
    '3.consultation.ends',
    'Lida várias vezes, a consulta fica ready ou failed',
    'Read again and again, a consultation becomes ready or failed',
    given(firstFinished, ({ last }) =>
      oneOf('status', fieldsOf(last.json)['status'], ['ready', 'failed']),
    ),
  ),
  statement(
    '3.consultation.ready.stage',
    'O estágio é ready quando a consulta está pronta',
    'The stage is ready when the consultation is',
    given(ready, ({ last }) => fieldIs(last, 'stage', 'ready')),
  ),
  statement(
    '3.consultation.ready.total',
    'total_amount é a soma dos itens quando pronta',
    'total_amount is the sum of the items when ready',
    given(ready, ({ last }) => {
      const amounts = itemsOf(last).map((item) => centsAt(item, 'amount'))
      const sum = amounts.reduce((a, b) => (a === null || b === null ? null : a + b), 0n)
      return amountIs(last.json, 'total_amount', sum)
    }),
  ),
  statement(
    '3.consultation.ready.no-error',
    'Uma consulta pronta não fala de erro',
    'A ready consultation tells of no error',
    given(ready, ({ last }) => every(ERRORS.map((name) => fieldIs(last, name, '')))),
  ),
  statement(
    '3.consultation.failed.errors',
    'Os campos error_* descrevem a falha',
    'The error_* fields describe the failure',
    given(failed, ({ last }) => {
      const said = ERRORS.some((name) => (textAt(last.json, name) ?? '') !== '')
      return unless(said, 'error_*: text', 'error_* = ""')
    }),
  ),
]

export const orderStates: readonly Statement[] = [
  statement(
    '3.order.created.awaiting',
    'Um pedido novo está awaiting_payment',
    'A new order is awaiting_payment',
    given(pixOrder, ({ exchange }) => fieldIs(exchange, 'status', 'awaiting_payment')),
  ),
  statement(
    '3.order.created.attempt',
    'latest_attempt nasce com o pedido',
    'latest_attempt is created with the order',
    given(pixOrder, ({ exchange }) => {
      const fine = Object.keys(attemptOf(exchange.json)).length > 0
      return unless(fine, 'latest_attempt: object', 'latest_attempt: -')
    }),
  ),
  statement(
    '3.order.pix.missing',
    'POST pix gera um código enquanto não há nenhum',
    'POST pix generates a code while there is none',
    given(renewedMissing, ({ renewed }) => isSuccess(renewed)),
  ),
  statement(
    '3.order.pix.missing.awaiting',
    'Depois de POST pix o pedido continua awaiting_payment',
    'After POST pix the order is still awaiting_payment',
    given(renewedMissing, async ({ renewed, id }, session) => {
      if (!succeeded(renewed)) return unknown('POST pix foi recusado', 'POST pix was refused')
      const path = `/api/v1/orders/${id}`
      const read = await session.send({ method: 'GET', path })
      return fieldIs(read, 'status', 'awaiting_payment')
    }),
  ),
  statement(
    '3.order.pix.valid.refused',
    'POST pix é recusado enquanto o código vale',
    'POST pix is refused while the code is valid',
    given(renewedEarly, ({ renewal }) => isRefused(renewal)),
  ),
]

export const paymentStates: readonly Statement[] = [
  statement(
    '3.order.pay-card.attempted',
    'POST pay-card tenta a cobrança de um pedido com cartão',
    'POST pay-card attempts the charge of a card order',
    given(charged, ({ charge }) => isSuccess(charge)),
  ),
  statement(
    '3.order.followed',
    'Lendo o pedido acompanha-se o pagamento: ele deixa awaiting_payment',
    'Reading the order follows the payment: it leaves awaiting_payment',
    given(settled, ({ statuses, last }) => {
      const moved = statuses.some((status) => status !== 'awaiting_payment' && status !== '')
      return unless(moved, 'status != awaiting_payment', `status = ${textAt(last.json, 'status')}`)
    }),
  ),
]

export const vehicleStates: readonly Statement[] = [
  statement(
    '3.vehicle.deleted.kept',
    'Depois de DELETE o registro continua, com is_active false',
    'After DELETE the record is kept, with is_active false',
    given(deleted, ({ byId }, session) => {
      const { status } = byId
      if (status !== null) {
        session.learned.note('inactive_by_id', succeeded(byId), `GET vehicle: ${status}`)
      }
      if (!succeeded(byId)) {
        return unknown('o veículo inativo não se lê por id', 'an inactive vehicle cannot be read')
      }
      return isEqual('is_active', fieldsOf(byId.json)['is_active'], false)
    }),
  ),
]
