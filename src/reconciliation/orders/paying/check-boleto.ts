/**
 * Pure. Reads the boleto of an attempt and checks all of it before anybody is shown one: every
 * check digit, line against barcode, the amount, and the due date. The interface does not name a
 * boleto's fields, so beside ours any field counts that holds as many digits as a boleto has.
 */
import { plainDay } from '../../../clock.ts'
import type { Attempt } from '../../../contract/order.ts'
import { dueDateOfFactor, factorOfDueDate, parseBoleto } from '../../../fleet/boleto.ts'
import type { Boleto } from '../../../fleet/boleto.ts'
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

const OURS: readonly string[] = ['boleto_line', 'boleto_barcode']
const DIGITS = /^[0-9]{44,48}$/
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/
const DUE_NAME = /due|venc/i

export function checkBoleto(
  attempt: Attempt | null,
  context: BoletoContext,
): CheckedBoleto | BoletoReason {
  const fields = Object.entries(attempt ?? {})
  const texts = fields.flatMap(([name, value]) => {
    if (typeof value !== 'string' || value.trim() === '') return []
    return OURS.includes(name) || DIGITS.test(value.replaceAll(/[\s.-]/g, '')) ? [value] : []
  })
  const read = texts.map((text) => parseBoleto(text))
  const [first] = read
  if (first === undefined) return 'boleto-missing'
  if (!first.ok || read.some((each) => !each.ok)) return 'boleto-unreadable'
  const { line, barcode, amountCents } = first.value
  if (read.some((each) => each.ok && each.value.barcode !== barcode)) return 'boleto-differs'
  if (amountCents !== context.totalCents) return 'boleto-amount'
  const dueDate = dueDateOf(first.value, statedDueDate(fields), context)
  if (dueDate === undefined) return 'boleto-due-date'
  return { line, barcode, dueDate, expiresAt: endOfDay(dueDate, context.zone) }
}

function statedDueDate(fields: readonly (readonly [string, unknown])[]): string | null {
  const stated = new Map(fields)
  const ours = stated.get('boleto_due_date')
  if (typeof ours === 'string') return ours.slice(0, 'YYYY-MM-DD'.length)
  for (const [name, value] of stated) {
    if (typeof value === 'string' && DUE_NAME.test(name) && DATE.test(value)) {
      return value.slice(0, 'YYYY-MM-DD'.length)
    }
  }
  return null
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
