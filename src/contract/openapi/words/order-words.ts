/** Descriptions of orders, attempts, previews and cards. */
import type { CardPayment, Preview, PreviewRequest } from '../../checkout.ts'
import { DEBT_ITEMS_PER_ORDER_MAX, INSTALLMENTS_MAX } from '../../limits.ts'
import type {
  Attempt,
  AttemptStatus,
  ItemSettlement,
  NewOrder,
  Order,
  OrderItem,
  OrderMethod,
  OrderStatus,
} from '../../order.ts'
import type { OrderSummary } from '../../summary.ts'
import { type FieldWords, type SchemaWords, words } from './schema-words-shape.ts'
import { wordList } from './word-list.ts'

const IDS = `Ids of 1 to ${DEBT_ITEMS_PER_ORDER_MAX} payable items of one vehicle of this account.`

const counts: FieldWords<Omit<OrderSummary, 'by_status' | 'by_method'>> = {
  count: 'How many orders.',
  debts_amount: 'The sum of their debts.',
  service_fee: 'The sum of their fees.',
  total_amount: 'The sum of their totals, before what was refunded.',
  refunded_amount: 'The sum of what was refunded of them.',
}

const methods: Record<OrderMethod, string> = {
  pix: 'a copy-and-paste code.',
  boleto: 'a line and a barcode.',
  credit_card: 'charged with pay-card.',
}

export const orderStates: Record<OrderStatus, string> = {
  awaiting_payment: 'nobody has paid yet.',
  processing: 'a card charge whose outcome is not known yet: do not charge again.',
  paid: 'the money arrived.',
  settling: 'the debts are being paid at the authority.',
  settled: 'the authority counts every item as paid.',
  expired: 'nobody paid in time.',
  failed: 'it cannot be paid any more.',
  refunded: 'the money was given back.',
}

export const attemptStates: Record<AttemptStatus, string> = {
  pending: 'waiting for the payer.',
  processing: 'the outcome is not known yet.',
  paid: 'the money arrived.',
  declined: 'the card was declined; another attempt may follow.',
  expired: 'not paid in time.',
  failed: 'it came to nothing.',
  refunded: 'the money was given back.',
}

export const itemStates: Record<ItemSettlement, string> = {
  pending: 'waits for the payment.',
  settling: 'is being paid at the authority.',
  settled: 'counts as paid at the authority.',
  failed: 'was refused by the authority; its amount is refunded.',
}

export const orderWords = {
  Order: words<Order>('A charge for chosen debts of one vehicle.', {
    id: 'Under this id the order is read to follow payment and settlement.',
    status: 'Where the order stands.',
    method: 'How it is paid; it cannot be changed.',
    purpose: 'What it pays for, in Portuguese.',
    plate: 'The plate of the vehicle, as it was when ordered.',
    uf: 'The state of the vehicle, as it was when ordered.',
    vehicle_id: 'All items of an order are of one vehicle.',
    debts_amount: 'The sum of the items.',
    service_fee: "The brand's fee, once for each order.",
    total_amount: '`debts_amount` plus `service_fee`: what is charged.',
    refunded_amount: 'What was given back; 0.00 at first.',
    items: 'The debts as they were when ordered; later consultations do not change them.',
    latest_attempt: 'The last attempt to pay.',
    created_at: 'When it was made.',
    paid_at: 'When it was paid; null before.',
    settled_at: 'When every item was settled; null before.',
    expires_at: 'Until when it can be paid.',
  }),
  NewOrder: words<NewOrder>('What makes an order. An unknown field is refused.', {
    debt_item_ids: IDS,
    method: 'How it will be paid.',
  }),
  OrderItem: words<OrderItem>('A chosen debt as it was when the order was made.', {
    debt_item_id: 'The id that was ordered.',
    kind: 'What the debt is.',
    group: 'The family of the kind.',
    description: 'As the authority words it, in Portuguese.',
    amount: 'What it cost when ordered.',
    year: 'The year that the debt belongs to.',
    due_date: 'Null or absent when the authority does not say.',
    settlement_status: 'Whether the authority counts the debt as paid.',
  }),
  Attempt: words<Attempt>(
    'An attempt to pay. A field that does not belong to its method is absent.',
    {
      method: 'The method of the order.',
      status: 'Where the attempt stands.',
      pix_copy_paste:
        'The Pix copy-and-paste code (BR Code). Empty until generated: read the order again.',
      pix_expires_at: 'Until when the code can be paid; trust this rather than the code.',
      boleto_line: 'The line that people type, 47 digits; empty until issued.',
      boleto_barcode: 'The barcode, 44 digits; empty until issued.',
      boleto_due_date: 'The last day to pay the boleto.',
      charged_amount:
        'What the card was charged, with the interest of the instalments; absent until it was.',
      card_last_digits: 'The last four digits of the card. Nothing else of a card is kept.',
      installments: 'In how many instalments the card is charged.',
      message: 'What the provider says about the attempt, in Portuguese; absent when nothing.',
      created_at: 'When the attempt began.',
    },
  ),
  OrderSummary: {
    description: 'Counts and amounts of all orders of the account.',
    fields: {
      ...counts,
      by_status: 'The same for each status that occurs.',
      by_method: 'The same for each method that occurs.',
    },
  },
  OrderSummaryByStatus: {
    description: 'Counts and amounts of the orders of one status.',
    fields: { status: 'The status.', ...counts },
  },
  OrderSummaryByMethod: {
    description: 'Counts and amounts of the orders of one method.',
    fields: { method: 'The method.', ...counts },
  },
  PreviewRequest: words<PreviewRequest>('What would be ordered.', {
    debt_item_ids: IDS,
    method:
      'How it would be paid, refused where an order by it would be. Without it the instalments ' +
      'are those of a card.',
  }),
  Preview: words<Preview>('What an order of these items would cost. Nothing is recorded.', {
    debts_amount: 'The sum of the items.',
    service_fee: "The brand's fee.",
    total_amount: 'What a Pix code or a boleto would charge.',
    installments:
      `What a card would be charged in 1 to ${INSTALLMENTS_MAX} instalments; ` +
      'by Pix or boleto in one.',
  }),
  Installment: words<Preview['installments'][number]>('One way to split a card payment.', {
    installments: 'Into how many.',
    installment_amount: 'What each comes to.',
    total_amount: 'What all come to, with interest.',
  }),
  CardPayment: words<CardPayment>(
    'The card. It is passed on and neither stored nor logged; whoever sends it is within the ' +
      'scope of PCI DSS.',
    {
      holder_name: 'As printed on the card.',
      number: '13 to 19 digits, nothing between them.',
      expiry: 'MM/YY.',
      cvc: '3 or 4 digits.',
      installments: `1 to ${INSTALLMENTS_MAX}; 1 when absent.`,
    },
    ['number', 'cvc'],
  ),
  PaymentMethod: {
    description: wordList(
      'A method of payment.',
      methods,
      'show it and do not offer what you do not know.',
    ),
  },
} as const satisfies Record<string, SchemaWords>
