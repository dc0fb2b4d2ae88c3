/** Part 1: the health check, the modes, and the flow from a registration to a settlement. */
import { fieldsOf, succeeded, textAt } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { isSuccess, oneOf } from '../judge.ts'
import { healthPrefix } from '../modes.ts'
import { asking } from '../scenes/asking.ts'
import { firstFinished } from '../scenes/consultations.ts'
import { cardOrder, pixOrder } from '../scenes/orders.ts'
import { charged, settled, simulated } from '../scenes/payments.ts'
import { car } from '../scenes/vehicles.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const MODES = ['mock', 'live']

const publicHealth = asking(() => ({
  method: 'GET',
  path: '/health',
  headers: { 'x-api-key': null, 'x-account-id': null },
}))

export const healthStatements: readonly Statement[] = [
  statement(
    '1.health.public',
    'GET /health responde sem chave nem conta',
    'GET /health answers without a key or an account',
    given(publicHealth, (exchange, session) => {
      const prefix = healthPrefix(session.health)
      session.learned.note('health_prefix', prefix, 'GET /health')
      return isSuccess(exchange)
    }),
  ),
  statement(
    '1.health.lookup-mode',
    'O modo de consulta é mock ou live',
    'The consultation mode is mock or live',
    ({ health }) => oneOf('lookup.mode', health.modes.lookup, MODES),
  ),
  statement(
    '1.health.payments-mode',
    'O modo de pagamento é mock ou live',
    'The payment mode is mock or live',
    ({ health }) => oneOf('payments.mode', health.modes.payments, MODES),
  ),
  statement(
    '1.health.sandbox',
    '/health diz se o pagamento está em sandbox',
    '/health tells whether payment is in sandbox',
    ({ health }) => {
      if (health.modes.sandbox !== null) return unless(true, '', '')
      const said = /sandbox/i.test(health.exchange.text)
      if (!said) return unless(false, 'sandbox: boolean', 'sandbox: -')
      return unknown('o nome do campo não é conhecido', 'the name of the field is not known')
    },
  ),
  statement(
    'ours.1.health.service',
    '/health diz status e service',
    '/health tells status and service',
    ({ health }) =>
      every(
        ['status', 'service'].map((name) => {
          const fine = (textAt(health.exchange.json, name) ?? '') !== ''
          return unless(fine, `${name}: string`, `${name}: -`)
        }),
      ),
  ),
]

export const beginningOfFlow: readonly Statement[] = [
  statement(
    '1.flow.register',
    'Fluxo: com chave e conta registra-se um veículo',
    'Flow: with a key and an account a vehicle is registered',
    given(car, ({ exchange }) => isSuccess(exchange)),
  ),
  statement(
    '1.flow.consult',
    'Fluxo: abre-se uma consulta e lê-se até ficar ready ou failed',
    'Flow: a consultation is opened and read until it is ready or failed',
    given(firstFinished, ({ status }) => oneOf('status', status, ['ready', 'failed'])),
  ),
  statement(
    '1.flow.order',
    'Fluxo: abre-se um pedido com débitos que se podem pagar e um método',
    'Flow: an order is opened with payable items and a method',
    given(pixOrder, ({ exchange }) => isSuccess(exchange)),
  ),
  statement(
    '1.flow.order.card',
    'Fluxo: também com cartão de crédito',
    'Flow: by credit card too',
    given(cardOrder, ({ exchange }) => isSuccess(exchange)),
  ),
]

export const endOfFlow: readonly Statement[] = [
  statement(
    '1.flow.pay.card',
    'Fluxo: paga-se com cartão',
    'Flow: it is paid by card',
    given(charged, ({ charge }) => isSuccess(charge)),
  ),
  statement(
    '1.flow.pay.pix',
    'Fluxo: paga-se com o código Pix (simulado)',
    'Flow: it is paid with the Pix code (simulated)',
    given(simulated, ({ simulation }) => isSuccess(simulation)),
  ),
  statement(
    '1.flow.follow',
    'Fluxo: lê-se o pedido para acompanhar pagamento e liquidação',
    'Flow: the order is read to follow payment and settlement',
    given(settled, ({ last }) => isSuccess(last)),
  ),
  statement(
    'ours.1.flow.settled',
    'Fluxo: o pedido pago fica settled por si',
    'Flow: a paid order becomes settled by itself',
    given(settled, ({ last }) => isSettled(last.json)),
  ),
  statement(
    '1.modes.mock',
    'Em modo mock registra-se, consulta-se e paga-se sem provedor nenhum',
    'In mock mode one registers, consults and pays without any provider',
    async (session) => {
      const { lookup, payments } = session.health.modes
      if (lookup !== 'mock' || payments !== 'mock') {
        return unknown('o serviço não está em modo mock', 'the service is not in mock mode')
      }
      const paid = await session.stage(simulated)
      if (!paid.ok) return unknown(paid.why.pt, paid.why.en)
      return unless(succeeded(paid.value.simulation), '2xx', String(paid.value.simulation.status))
    },
  ),
]

function isSettled(json: unknown): Finding {
  const { status } = fieldsOf(json)
  return unless(status === 'settled', 'status = settled', `status = ${String(status)}`)
}
