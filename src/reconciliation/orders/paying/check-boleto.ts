/**
 * Pure. Reads the boleto of an attempt and checks all of it before anybody is shown one: every
 * check digit, line against barcode, the amount, and the due date.
 */
import { plainDay } from '../../../clock.ts'
import type { Attempt } from '../../../contract/order.ts'
import { dueDateOfFactor, factorOfDueDate, parseBoleto } from '../../../fleet/boleto.ts'
import type { Boleto } from '../../../fleet/boleto.ts'
import { boletoTexts, statedDueDate } from '../../../fleet/boleto-fields.ts'
import { daysAfter, isDay, startOfDay } from '../../../fleet/calendar/months.ts'

export type BoletoReason =
  | 'boleto-missing'
  /** A check digit does not hold, or it is no boleto at all. */
  | 'boleto-unreadable'
  /** Line and barcode are two different boletos. */
  | 'boleto-differs'
  | 'boleto-amount'
  /** Another due date is written in it than the service says. */
  | 'boleto-due-date'

export interface CheckedBoleto {
  /** 47 or 48 digits. */
  readonly line: string
  /** 44 digits. */
  readonly barcode: string
  /** YYYY-MM-DD; null for an arrecadação slip whose due date nobody states. */
  readonly dueDate: string | null
  /** The end of the due day. */
  readonly expiresAt: Date | null
}

interface BoletoContext {
  readonly totalCents: bigint
  readonly nowMs: number
  /** IANA name: a due day ends at midnight there. */
  readonly zone: string
}

export function checkBoleto(
  attempt: Attempt | null,
  context: BoletoContext,
): CheckedBoleto | BoletoReason {
  const read = boletoTexts(attempt ?? {}).map((text) => parseBoleto(text))
  const [first] = read
  if (first === undefined) return 'boleto-missing'
  if (!first.ok || read.some((each) => !each.ok)) return 'boleto-unreadable'
  const { line, barcode, amountCents } = first.value
  if (read.some((each) => each.ok && each.value.barcode !== barcode)) return 'boleto-differs'
  if (amountCents !== context.totalCents) return 'boleto-amount'
  const dueDate = dueDateOf(first.value, statedDueDate(attempt ?? {}), context)
  if (dueDate === undefined) return 'boleto-due-date'
  return { line, barcode, dueDate, expiresAt: endOfDay(dueDate, context.zone) }
}

/** Undefined when the factor in the barcode is of another day than the one that is stated. */
function dueDateOf({ dueFactor }: Boleto, stated: string | null, { nowMs, zone }: BoletoContext) {
  if (stated === null) {
    return dueFactor === null ? null : dueDateOfFactor(dueFactor, plainDay(nowMs, zone))
  }
  // Compared as factors: they began again in 2025, so a date has one and a factor several dates.
  const isDue = isDay(stated) && (dueFactor === null || factorOfDueDate(stated) === dueFactor)
  return isDue ? stated : undefined
}

function endOfDay(day: string | null, zone: string): Date | null {
  if (day === null) return null
  return new Date(startOfDay(daysAfter(day, 1), zone))
}
