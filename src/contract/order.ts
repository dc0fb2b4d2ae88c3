/** Orders: the charge for chosen debts, its payment attempt and its filters. */
import { Type, type Static } from 'typebox'
import { DEBT_GROUPS, DEBT_KINDS } from './debt-item.ts'
import { DEBT_ITEMS_PER_ORDER_MAX, QUERY_CHARACTERS_MAX } from './limits.ts'
import { pageQuery } from './page.ts'
import { Amount, closedWord, openWord, PlainDate, Timestamp, Uuid } from './scalar.ts'

export const ORDER_METHODS = ['pix', 'boleto', 'credit_card'] as const
export type OrderMethod = (typeof ORDER_METHODS)[number]

/** The interface names `awaiting_payment` only; src/service/order-state.ts has the moves. */
export const ORDER_STATUSES = [
  'awaiting_payment',
  'processing',
  'paid',
  'settling',
  'settled',
  'expired',
  'failed',
  'refunded',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The interface names `pending` only. */
export const ATTEMPT_STATUSES = [
  'pending',
  'processing',
  'paid',
  'declined',
  'expired',
  'failed',
  'refunded',
] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

/** Fields of another method than the attempt's are absent. */
export const Attempt = Type.Object({
  method: openWord(ORDER_METHODS),
  status: openWord(ATTEMPT_STATUSES),
  pix_copy_paste: Type.Optional(Type.String({ description: 'Empty until generated.' })),
  pix_expires_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
  boleto_line: Type.Optional(Type.String()),
  boleto_barcode: Type.Optional(Type.String()),
  boleto_due_date: Type.Optional(Type.Union([PlainDate, Type.Null()])),
  /** What the card is charged, with the interest of the instalments. */
  charged_amount: Type.Optional(Amount),
  card_last_digits: Type.Optional(Type.String({ pattern: '^[0-9]{0,4}$' })),
  installments: Type.Optional(Type.Integer({ minimum: 1 })),
  message: Type.Optional(Type.String()),
  created_at: Type.Optional(Timestamp),
})
export type Attempt = Static<typeof Attempt>

export const ITEM_SETTLEMENTS = ['pending', 'settling', 'settled', 'failed'] as const
export type ItemSettlement = (typeof ITEM_SETTLEMENTS)[number]

/** A chosen debt as it was when the order was made. */
export const OrderItem = Type.Object({
  debt_item_id: Uuid,
  kind: openWord(DEBT_KINDS),
  group: Type.Optional(openWord(DEBT_GROUPS)),
  description: Type.Optional(Type.String()),
  amount: Amount,
  year: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  due_date: Type.Optional(Type.Union([PlainDate, Type.Null()])),
  settlement_status: Type.Optional(openWord(ITEM_SETTLEMENTS)),
})
export type OrderItem = Static<typeof OrderItem>

/** Part 2, Order; `items` and the four timestamps are additions of this service. */
export const Order = Type.Object({
  id: Uuid,
  status: openWord(ORDER_STATUSES),
  method: openWord(ORDER_METHODS),
  purpose: Type.String(),
  plate: Type.String(),
  uf: Type.String(),
  vehicle_id: Uuid,
  debts_amount: Amount,
  service_fee: Amount,
  total_amount: Amount,
  refunded_amount: Amount,
  items: Type.Optional(Type.Array(OrderItem)),
  latest_attempt: Type.Union([Attempt, Type.Null()]),
  created_at: Type.Optional(Timestamp),
  paid_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
  settled_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
  expires_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
})
export type Order = Static<typeof Order>

const ATTEMPT_SHOWN = new Set(['method', 'status', 'pix_copy_paste', 'pix_expires_at'])

/** Part 2 shows neither an order's items and timestamps nor an attempt by boleto or card. */
export const ORDER_NOT_SHOWN: readonly string[] = [
  'items',
  'created_at',
  'paid_at',
  'settled_at',
  'expires_at',
  ...Object.keys(Attempt.properties)
    .filter((field) => !ATTEMPT_SHOWN.has(field))
    .map((field) => `latest_attempt/${field}`),
]

export const DebtItemIds = Type.Array(Uuid, {
  minItems: 1,
  maxItems: DEBT_ITEMS_PER_ORDER_MAX,
  uniqueItems: true,
})

export const NewOrder = Type.Object(
  {
    debt_item_ids: DebtItemIds,
    method: closedWord(ORDER_METHODS),
  },
  { additionalProperties: false },
)
export type NewOrder = Static<typeof NewOrder>

export const OrderQuery = Type.Object(
  {
    vehicle_id: Type.Optional(Uuid),
    status: Type.Optional(closedWord(ORDER_STATUSES)),
    method: Type.Optional(closedWord(ORDER_METHODS)),
    q: Type.Optional(Type.String({ maxLength: QUERY_CHARACTERS_MAX })),
    created_after: Type.Optional(PlainDate),
    created_before: Type.Optional(PlainDate),
    ...pageQuery,
  },
  { additionalProperties: false },
)
export type OrderQuery = Static<typeof OrderQuery>
