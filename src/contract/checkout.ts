/** What an order would cost, and the card that pays one. */
import { Type, type Static } from 'typebox'
import { INSTALLMENTS_MAX } from './limits.ts'
import { DebtItemIds, ORDER_METHODS } from './order.ts'
import { Amount, closedWord } from './scalar.ts'

export const PreviewRequest = Type.Object(
  {
    debt_item_ids: DebtItemIds,
    method: Type.Optional(closedWord(ORDER_METHODS)),
  },
  { additionalProperties: false },
)
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object({
  debts_amount: Amount,
  service_fee: Amount,
  total_amount: Amount,
  installments: Type.Array(
    Type.Object({
      installments: Type.Integer({ minimum: 1, maximum: INSTALLMENTS_MAX }),
      installment_amount: Amount,
      total_amount: Amount,
    }),
  ),
})
export type Preview = Static<typeof Preview>

/** Part 4, pay-card. The card number and the code exist in this body and nowhere else. */
export const CardPayment = Type.Object(
  {
    holder_name: Type.String({ minLength: 1, maxLength: 80 }),
    number: Type.String({ pattern: '^[0-9]{13,19}$' }),
    expiry: Type.String({ pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$' }),
    cvc: Type.String({ pattern: '^[0-9]{3,4}$' }),
    installments: Type.Optional(Type.Integer({ minimum: 1, maximum: INSTALLMENTS_MAX })),
  },
  { additionalProperties: false },
)
export type CardPayment = Static<typeof CardPayment>
