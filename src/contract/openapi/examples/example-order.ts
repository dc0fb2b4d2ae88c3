/** The order of the examples: its requests, and its answers from creation to settlement. */
import type { CardPayment, Preview, PreviewRequest } from '../../checkout.ts'
import type { ItemSettlement, NewOrder, Order, OrderItem } from '../../order.ts'
import type { OrderSummary } from '../../summary.ts'
import { orderedDebts } from './example-consultation.ts'
import { exampleIds } from './example-ids.ts'

const debt_item_ids = orderedDebts.map((debt) => debt.id)

export const newPixOrder: NewOrder = { debt_item_ids, method: 'pix' }
export const newBoletoOrder: NewOrder = { debt_item_ids, method: 'boleto' }
export const newCardOrder: NewOrder = { debt_item_ids, method: 'credit_card' }
export const previewRequest: PreviewRequest = { debt_item_ids, method: 'credit_card' }

const amounts = { debts_amount: '1696.94', service_fee: '4.90', total_amount: '1701.84' }

/** The Pix key in this code has no valid form, so no bank accepts a payment to it. */
export const EXAMPLE_PIX_CODE =
  '00020101021226420014br.gov.bcb.pix0120SIMULADO-NAO-PAGAVEL52040000530398654071701.845802BR' +
  '5914SIMULADO FROTA6008SIMULADO62290525SIM4e0b7d1c92a64f53b1d8a063040E75'

function itemsAt(settlement_status: ItemSettlement): OrderItem[] {
  return orderedDebts.map((debt) => ({
    debt_item_id: debt.id,
    kind: debt.kind,
    group: debt.group,
    description: debt.description ?? '',
    amount: debt.amount,
    year: debt.year ?? null,
    due_date: debt.due_date ?? null,
    settlement_status,
  }))
}

const attempt = {
  method: 'pix',
  status: 'pending',
  pix_copy_paste: EXAMPLE_PIX_CODE,
  pix_expires_at: '2026-11-24T12:05:00.000Z',
  created_at: '2026-11-23T12:05:00.000Z',
}

export const awaitingOrder: Order = {
  id: exampleIds.order_id,
  status: 'awaiting_payment',
  method: 'pix',
  purpose: 'IPVA, licenciamento e multas',
  plate: 'ABC1C34',
  uf: 'SP',
  vehicle_id: exampleIds.vehicle_id,
  ...amounts,
  refunded_amount: '0.00',
  items: itemsAt('pending'),
  latest_attempt: attempt,
  created_at: '2026-11-23T12:05:00.000Z',
  paid_at: null,
  settled_at: null,
  expires_at: '2026-11-30T12:05:00.000Z',
}

export const codelessOrder: Order = {
  ...awaitingOrder,
  latest_attempt: { ...attempt, pix_copy_paste: '', pix_expires_at: null },
}

export const paidOrder: Order = {
  ...awaitingOrder,
  status: 'paid',
  latest_attempt: { ...attempt, status: 'paid' },
  paid_at: '2026-11-23T12:20:00.000Z',
}

export const settledOrder: Order = {
  ...paidOrder,
  status: 'settled',
  items: itemsAt('settled'),
  settled_at: '2026-11-23T15:40:00.000Z',
}

/** The line begins with 000, the code of no bank. */
export const boletoOrder: Order = {
  ...awaitingOrder,
  method: 'boleto',
  expires_at: '2026-11-29T03:00:00.000Z',
  latest_attempt: {
    method: 'boleto',
    status: 'pending',
    boleto_line: '00090000010000000000000000000422116420000170184',
    boleto_barcode: '00091164200001701840000000000000000000000042',
    boleto_due_date: '2026-11-26',
    message: 'Beneficiário: SIMULADO FROTA. Boleto SIMULADO: não pague, nenhum banco o recebe.',
    created_at: '2026-11-23T12:05:00.000Z',
  },
}

export const cardOrder: Order = {
  ...awaitingOrder,
  method: 'credit_card',
  latest_attempt: {
    method: 'credit_card',
    status: 'pending',
    card_last_digits: '',
    created_at: '2026-11-23T12:05:00.000Z',
  },
}

/** The number is a card scheme's public test number and belongs to no account. */
export const cardPayment: CardPayment = {
  holder_name: 'MARIA DE TESTE',
  number: '4111111111111111',
  expiry: '12/30',
  cvc: '123',
  installments: 3,
}

const charge = {
  method: 'credit_card',
  charged_amount: '1752.90',
  card_last_digits: '1111',
  installments: 3,
  created_at: '2026-11-23T12:05:00.000Z',
}

export const paidCardOrder: Order = {
  ...paidOrder,
  method: 'credit_card',
  latest_attempt: { ...charge, status: 'paid' },
}

/** The order awaits payment by another card. */
export const declinedCardOrder: Order = {
  ...cardOrder,
  latest_attempt: {
    ...charge,
    status: 'declined',
    message: 'Saldo ou limite insuficiente. Use outro cartão.',
  },
}

/** Nobody knows yet whether the card was charged. */
export const doubtfulCardOrder: Order = {
  ...cardOrder,
  status: 'processing',
  latest_attempt: { ...charge, status: 'processing' },
}

const grid = [
  [1, '1701.84', '1701.84'],
  [2, '863.69', '1727.38'],
  [3, '584.30', '1752.90'],
  [4, '444.61', '1778.44'],
  [5, '360.80', '1804.00'],
  [6, '304.92', '1829.52'],
  [7, '265.01', '1855.07'],
  [8, '235.07', '1880.56'],
  [9, '211.79', '1906.11'],
  [10, '193.16', '1931.60'],
  [11, '177.92', '1957.12'],
  [12, '165.23', '1982.76'],
] as const

export const preview: Preview = {
  ...amounts,
  installments: grid.map(([installments, installment_amount, total_amount]) => ({
    installments,
    installment_amount,
    total_amount,
  })),
}

const ordered = { count: 1, ...amounts, refunded_amount: '0.00' }

export const orderSummary: OrderSummary = {
  ...ordered,
  by_status: [{ status: 'awaiting_payment', ...ordered }],
  by_method: [{ method: 'pix', ...ordered }],
}
