/** Pure. The instant at which an unpaid order expires. */
import { startOfDay } from '../start-of-day.ts'
import type { PaymentOrderRow } from '../tables.ts'

/** Days that a boleto paid on its due date may take to clear. */
const BOLETO_CLEARING_DAYS = 2

/** In milliseconds. A boleto's order expires at the end of the clearing days after its due date. */
export function orderExpiryMs(
  order: Pick<PaymentOrderRow, 'expires_at'>,
  boletoDueDate: string | undefined,
  timeZone: string,
): number {
  if (boletoDueDate === undefined) return order.expires_at.getTime()
  const end = startOfDay(boletoDueDate, timeZone, 1 + BOLETO_CLEARING_DAYS)
  return (end ?? order.expires_at).getTime()
}
