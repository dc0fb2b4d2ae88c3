/** Pure. Until when an order may be paid. */
import { startOfDay } from '../start-of-day.ts'
import type { PaymentOrderRow } from '../tables.ts'

/** A boleto that is paid on its due date may take so long to clear. */
const BOLETO_CLEARING_DAYS = 2

/** A boleto's order lives to the end of its due date and the clearing days after it. */
export function orderExpiryMs(
  order: Pick<PaymentOrderRow, 'expires_at'>,
  boletoDueDate: string | undefined,
  timeZone: string,
): number {
  if (boletoDueDate === undefined) return order.expires_at.getTime()
  const end = startOfDay(boletoDueDate, timeZone, 1 + BOLETO_CLEARING_DAYS)
  return (end ?? order.expires_at).getTime()
}
