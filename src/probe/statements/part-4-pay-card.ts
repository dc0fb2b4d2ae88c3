/** Part 4, pay-card: its fields, the orders that it is not for, and charges by test cards. */
import { fieldsOf, textAt } from '../exchange.ts'
import { every, unless } from '../finding.ts'
import { centsAt, isEqual, isRefused, isSuccess } from '../judge.ts'
import {
  chargedTwice,
  declined,
  inTwelve,
  paidPixByCard,
  payingWith,
} from '../scenes/card-payments.ts'
import { attemptOf } from '../scenes/orders.ts'
import { charged } from '../scenes/payments.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { refused, thoroughly } from './table.ts'
import type { RefusedRow } from './table.ts'

const REQUIRED = ['holder_name', 'number', 'expiry', 'cvc'] as const

const missing: RefusedRow[] = REQUIRED.map((field) => ({
  id: `4.pay-card.${field}.required`,
  words: {
    pt: `pay-card: sem ${field} é recusado`,
    en: `pay-card: without ${field} it is refused`,
  },
  scene: payingWith({ [field]: undefined }),
  field,
}))

const invalid: RefusedRow[] = [
  wrong('number', '12-digits', 'número de 12 dígitos', 'a number of 12 digits', '411111111111'),
  wrong('number', '20-digits', 'número de 20 dígitos', 'a number of 20 digits', '4'.repeat(20)),
  wrong('expiry', 'form', 'validade que não é MM/AA', 'an expiry that is no MM/YY', '2031-12'),
  wrong('cvc', '2-digits', 'cvc de 2 dígitos', 'a cvc of 2 digits', '12'),
  wrong('cvc', '5-digits', 'cvc de 5 dígitos', 'a cvc of 5 digits', '12345'),
  wrong('installments', '0', 'zero parcelas', 'no instalments', 0),
  wrong('installments', '13', '13 parcelas', '13 instalments', 13),
]

function wrong(field: string, kind: string, pt: string, en: string, value: unknown): RefusedRow {
  return {
    id: `4.pay-card.${field}.${kind}`,
    words: { pt: `pay-card: ${pt} é recusado`, en: `pay-card: ${en} is refused` },
    scene: payingWith({ [field]: value }),
    field,
  }
}

/** Before the card order is paid. */
export const cardRefusals: readonly Statement[] = [
  statement(
    '4.pay-card.method',
    'pay-card vale só para um pedido criado com credit_card',
    'pay-card applies only to an order created with credit_card',
    given(paidPixByCard, isRefused),
  ),
  ...refused([...missing, ...invalid]),
]

export const cardCharges: readonly Statement[] = [
  statement(
    '4.pay-card.charge',
    'pay-card cobra o pedido, com installments ausente',
    'pay-card charges the order, with installments left out',
    given(charged, ({ charge }) => isSuccess(charge)),
  ),
  statement(
    'ours.4.pay-card.installments.default',
    'Sem installments a cobrança é em uma vez',
    'Without installments the charge is in one',
    given(charged, ({ charge: { json } }) =>
      isEqual('latest_attempt.installments', attemptOf(json)['installments'], 1),
    ),
  ),
  statement(
    '4.pay-card.paid',
    'pay-card de um pedido que não espera pagamento é recusado',
    'pay-card of an order that awaits no payment is refused',
    given(chargedTwice, ({ again }) => isRefused(again)),
  ),
  statement(
    'ours.4.pay-card.declined',
    'Um cartão recusado é uma resposta, e o pedido volta a esperar pagamento',
    'A declined card is an answer, and the order awaits payment again',
    thoroughly(
      given(declined, ({ decline, read }) =>
        every([
          isSuccess(decline),
          isEqual('latest_attempt.status', attemptOf(decline.json)['status'], 'declined'),
          isEqual('status', textAt(read.json, 'status'), 'awaiting_payment'),
        ]),
      ),
    ),
  ),
  statement(
    '4.pay-card.installments.12',
    'pay-card aceita 12 parcelas',
    'pay-card takes 12 instalments',
    thoroughly(given(inTwelve, isSuccess)),
  ),
  statement(
    'ours.4.pay-card.installments.charged',
    'Em 12 parcelas a tentativa diz quanto o cartão paga, com os juros',
    'In 12 instalments the attempt tells what the card pays, with the interest',
    thoroughly(
      given(inTwelve, ({ json }) => {
        const attempt = attemptOf(json)
        const [paid, total] = [centsAt(attempt, 'charged_amount'), centsAt(json, 'total_amount')]
        const fine = paid !== null && total !== null && paid > total
        const count = isEqual('installments', fieldsOf(attempt)['installments'], 12)
        return every([count, unless(fine, 'charged_amount > total_amount', String(paid))])
      }),
    ),
  ),
]
