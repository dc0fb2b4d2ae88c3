/** Part 4, the preview, other Pix codes (rule 5) and simulated payments (rule 6). */
import { fieldsOf, listAt, rowsOf, succeeded } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { amountIs, centsAt, hasStatus, isEqual, isRefused, isSuccess } from '../judge.ts'
import { asking, askingOf } from '../scenes/asking.ts'
import { boletoOrder, choice, ORDERS, pixOrder, sumOf } from '../scenes/orders.ts'
import { renewedEarly, renewedExpired, renewedMissing, simulated } from '../scenes/payments.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { refused } from './table.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'
const PREVIEW = '/api/v1/checkout/preview'
const INSTALLMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** Its body is not shown; the ids under the order's own name are the likeliest. */
const preview = askingOf(choice, ({ first }) => ({
  method: 'POST',
  path: PREVIEW,
  body: { debt_item_ids: first.map(({ id }) => id), method: 'credit_card' },
}))

const previewed = {
  pt: 'o corpo da prévia não é conhecido',
  en: 'the body of the preview is not known',
}

function gridOf(json: unknown): readonly unknown[] | undefined {
  return listAt(json, 'installments') ?? rowsOf(fieldsOf(json)['installments'])
}

export const previews: readonly Statement[] = [
  statement(
    '4.preview',
    'POST checkout/preview responde debts_amount, service_fee e total_amount',
    'POST checkout/preview answers debts_amount, service_fee and total_amount',
    given(preview, (exchange) => {
      if (!succeeded(exchange)) return unknown(previewed.pt, previewed.en)
      return every(
        ['debts_amount', 'service_fee', 'total_amount'].map((name) => {
          const fine = centsAt(exchange.json, name) !== null
          return unless(fine, `${name}: decimal string`, `${name}: -`)
        }),
      )
    }),
  ),
  statement(
    'ours.4.preview.200',
    'POST checkout/preview com debt_item_ids e method responde 200',
    'POST checkout/preview with debt_item_ids and method answers 200',
    given(preview, (exchange) => hasStatus(exchange, 200)),
  ),
  statement(
    '4.preview.sums',
    'A prévia soma como o pedido dos mesmos débitos',
    'The preview sums as the order of the same debts does',
    given(preview, async ({ json, status }, session) => {
      if (status !== 200) return unknown(previewed.pt, previewed.en)
      const [order, chosen] = [await session.stage(pixOrder), await session.stage(choice)]
      if (!order.ok) return unknown(order.why.pt, order.why.en)
      if (!chosen.ok) return unknown(chosen.why.pt, chosen.why.en)
      const placed = order.value.exchange.json
      return every([
        amountIs(json, 'debts_amount', sumOf(chosen.value.first)),
        amountIs(json, 'service_fee', centsAt(placed, 'service_fee')),
        amountIs(json, 'total_amount', centsAt(placed, 'total_amount')),
      ])
    }),
  ),
  statement(
    '4.preview.installments',
    'A prévia traz uma grade de parcelas',
    'The preview has an installments grid',
    given(preview, ({ json, status }, session) => {
      if (status !== 200) return unknown(previewed.pt, previewed.en)
      const rows = gridOf(json) ?? listAt(json, 'installments_grid')
      if (rows !== undefined) {
        session.learned.note('preview_grid_rows', rows.length, 'POST checkout/preview')
      }
      const fine = rows !== undefined && rows.length > 0 && rows.length <= 12
      return unless(fine, 'installments: 1 to 12 rows', `installments: ${rows?.length ?? '-'}`)
    }),
  ),
  statement(
    'ours.4.preview.installments.rows',
    'A grade vai de 1 a 12 parcelas, e uma só não custa mais',
    'The grid goes from 1 to 12 instalments, and a single one costs no more',
    given(preview, ({ json }) => {
      const rows = gridOf(json) ?? []
      const numbers = rows.map((row) => fieldsOf(row)['installments'])
      const total = centsAt(json, 'total_amount')
      return every([
        isEqual('installments', numbers, INSTALLMENTS),
        amountIs(rows[0], 'total_amount', total),
        ...rows.map(multiplies),
      ])
    }),
  ),
  statement(
    '4.preview.creates-nothing',
    'A prévia não cria pedido',
    'The preview creates no order',
    given(choice, async ({ answer: { vehicle }, first }, session) => {
      const path = `${ORDERS}?vehicle_id=${vehicle.id}`
      const before = await session.send({ method: 'GET', path })
      const body = { debt_item_ids: first.map(({ id }) => id) }
      const made = await session.send({ method: 'POST', path: PREVIEW, body })
      const after = await session.send({ method: 'GET', path })
      if (!succeeded(made)) return unknown(previewed.pt, previewed.en)
      return isEqual('rows', rowsOf(after.json)?.length, rowsOf(before.json)?.length)
    }),
  ),
  ...refused([
    {
      id: '4.preview.items.empty',
      words: { pt: 'Prévia sem débitos é recusada', en: 'A preview of nothing is refused' },
      scene: asking(() => ({ method: 'POST', path: PREVIEW, body: { debt_item_ids: [] } })),
      field: 'debt_item_ids',
      isOurs: true,
    },
    {
      id: '4.preview.items.unknown',
      words: {
        pt: 'Prévia de débito desconhecido é recusada',
        en: 'A preview of an unknown item is refused',
      },
      scene: asking(() => ({ method: 'POST', path: PREVIEW, body: { debt_item_ids: [NO_ID] } })),
      field: NO_ID,
      isOurs: true,
    },
  ]),
]

function multiplies(row: unknown): Finding {
  const each = centsAt(row, 'installment_amount')
  const count = fieldsOf(row)['installments']
  const product = each === null || typeof count !== 'number' ? null : each * BigInt(count)
  return amountIs(row, 'total_amount', product)
}

const boletoRenewed = askingOf(boletoOrder, ({ id }) => ({
  method: 'POST',
  path: `${ORDERS}/${id}/pix`,
}))
const unknownRenewed = asking(() => ({ method: 'POST', path: `${ORDERS}/${NO_ID}/pix` }))
const boletoSimulated = askingOf(boletoOrder, ({ id }) => ({
  method: 'POST',
  path: `${ORDERS}/${id}/simulate-pix`,
}))

export const pixRenewals: readonly Statement[] = [
  statement(
    '4.rule.5.missing',
    'Regra 5: POST pix funciona quando não há código',
    'Rule 5: POST pix works when there is no code',
    given(renewedMissing, ({ renewed }) => isSuccess(renewed)),
  ),
  statement(
    '4.rule.5.valid',
    'Regra 5: POST pix é recusado enquanto o código vale',
    'Rule 5: POST pix is refused while the code is valid',
    given(renewedEarly, ({ renewal }) => isRefused(renewal)),
  ),
  statement(
    '4.rule.5.method',
    'Regra 5: POST pix só vale para um pedido Pix',
    'Rule 5: POST pix is for a Pix order only',
    given(boletoRenewed, isRefused),
  ),
  statement(
    '4.pix.unknown',
    'POST pix de um pedido desconhecido é recusado',
    'POST pix of an unknown order is refused',
    given(unknownRenewed, isRefused),
  ),
  statement(
    'ours.4.simulate-pix.method',
    'simulate-pix de um pedido boleto é recusado',
    'simulate-pix of a boleto order is refused',
    given(boletoSimulated, isRefused),
  ),
]

const paidRenewed = askingOf(simulated, ({ id }) => ({
  method: 'POST',
  path: `${ORDERS}/${id}/pix`,
}))
const paidTwice = askingOf(simulated, ({ id }) => ({
  method: 'POST',
  path: `${ORDERS}/${id}/simulate-pix`,
}))

export const pixPayments: readonly Statement[] = [
  statement(
    '4.rule.6',
    'Regra 6: simulate-pix existe em mock ou sandbox',
    'Rule 6: simulate-pix exists in mock or sandbox',
    given(simulated, ({ simulation }) => isSuccess(simulation)),
  ),
  statement(
    '4.rule.6.live',
    'Regra 6: em produção live responde com um conflito',
    'Rule 6: in production live mode it answers with a conflict',
    () => unknown('não se sonda um serviço em produção', 'no service in production is probed'),
  ),
  statement(
    '4.rule.5.paid',
    'Regra 5: POST pix é recusado depois de pago',
    'Rule 5: POST pix is refused once it is paid',
    given(paidRenewed, isRefused),
  ),
  statement(
    'ours.4.simulate-pix.twice',
    'simulate-pix de um pedido pago é recusado',
    'simulate-pix of a paid order is refused',
    given(paidTwice, isRefused),
  ),
]

/** Waits for a code to expire, so that the other Pix order is renewed before it is paid. */
export const pixExpiry: readonly Statement[] = [
  statement(
    '4.rule.5.expired',
    'Regra 5: POST pix funciona quando o código expirou',
    'Rule 5: POST pix works when the code has expired',
    given(renewedExpired, ({ renewed }) => isSuccess(renewed)),
  ),
]
