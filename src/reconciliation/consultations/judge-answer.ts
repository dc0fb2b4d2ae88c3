/**
 * Pure. Judges what the service answered for a consultation: still pending, failed, ready with
 * items whose amounts are cents, or unreadable. Whatever is wrong and can still be recorded is
 * recorded with a flag; nothing is corrected silently.
 */
import type { Consultation as Answer } from '../../contract/consultation.ts'
import type { DebtItem } from '../../contract/debt-item.ts'
import { isDay } from '../../fleet/calendar/months.ts'
import { parseCents } from '../../fleet/money.ts'
import type { FailedAnswer, ReadyAnswer } from '../../ledger/consultations/consultations.ts'
import type { AnswerItem } from '../../ledger/debts/debts.ts'

/** Exceptions of a recorded answer; reports put them into words. */
type AnswerFlag =
  /** total_amount is not the sum of the items. */
  | 'total-differs'
  /** An item depends on one that the answer does not have. */
  | 'partner-missing'
  | 'negative-amount'

export type JudgedAnswer =
  | { readonly verdict: 'pending'; readonly stage: string }
  | ({ readonly verdict: 'failed' } & Omit<FailedAnswer, 'id' | 'at'>)
  | ({
      readonly verdict: 'ready'
      readonly flags: readonly AnswerFlag[]
      readonly items: readonly AnswerItem[]
    } & Omit<ReadyAnswer, 'id' | 'at' | 'flags'>)
  /** Read again later: it may be repaired; recording it would put wrong debts into the ledger. */
  | { readonly verdict: 'unreadable'; readonly why: string }

/** More items than any vehicle has; a longer answer is not recorded. */
const ITEMS_PER_ANSWER_MAX = 2_000
const YEAR_MIN = 1900
const YEAR_MAX = 2200
/** Longer error texts are cut: they are shown to people, never interpreted. */
const ERROR_CHARACTERS_MAX = 2_000

export function judgeAnswer(
  answer: Answer,
  asked: { readonly id: string; readonly vehicleServiceId: string | null },
): JudgedAnswer {
  if (!sameId(answer.id, asked.id)) return unreadable('it is another consultation')
  if (asked.vehicleServiceId !== null && !sameId(answer.vehicle_id, asked.vehicleServiceId)) {
    return unreadable('it is about another vehicle')
  }
  switch (answer.status) {
    case 'pending':
      return { verdict: 'pending', stage: cut(answer.stage) }
    case 'failed':
      return {
        verdict: 'failed',
        stage: cut(answer.stage),
        errorCode: cut(answer.error_code),
        errorTitle: cut(answer.error_title),
        errorMessage: cut(answer.error_message),
        errorAction: cut(answer.error_action),
      }
    case 'ready':
      return judgeReady(answer)
    default:
      return unreadable(`the status "${answer.status.slice(0, 40)}" is unknown`)
  }
}

function judgeReady(answer: Answer): JudgedAnswer {
  if (answer.items.length > ITEMS_PER_ANSWER_MAX) return unreadable('it has too many items')
  const total = parseCents(answer.total_amount)
  if (!total.ok) return unreadable('total_amount is not an amount')
  const items: AnswerItem[] = []
  for (const [position, item] of answer.items.entries()) {
    const judged = judgeItem(item, position)
    if (typeof judged === 'string') return unreadable(`item ${position + 1}: ${judged}`)
    items.push(judged)
  }
  const ids = new Set(items.map((item) => item.itemId))
  if (ids.size !== items.length) return unreadable('two items have the same id')
  const itemsCents = items.reduce((sum, item) => sum + item.amountCents, 0n)
  const flags: AnswerFlag[] = []
  if (total.value !== itemsCents) flags.push('total-differs')
  if (items.some(({ dependsOn }) => dependsOn !== null && !ids.has(dependsOn))) {
    flags.push('partner-missing')
  }
  if (items.some((item) => item.amountCents < 0n)) flags.push('negative-amount')
  return {
    verdict: 'ready',
    stage: cut(answer.stage),
    foundNewDebts: answer.found_new_debts,
    totalCents: total.value,
    itemsCents,
    flags,
    items,
  }
}

function judgeItem(item: DebtItem, position: number): AnswerItem | string {
  const amount = parseCents(item.amount)
  if (!amount.ok) return 'amount is not an amount'
  const dueDate = item.due_date ?? null
  if (dueDate !== null && !isDay(dueDate)) return 'due_date is not a date'
  // Some services write 0 where an item has no reference year.
  const year = item.year === 0 ? null : (item.year ?? null)
  if (year !== null && (year < YEAR_MIN || year > YEAR_MAX)) return 'year is absurd'
  return {
    itemId: item.id.toLowerCase(),
    position,
    kind: printable(item.kind),
    group: printable(item.group),
    description: printable(item.description ?? ''),
    year,
    dueDate,
    amountCents: amount.value,
    dependsOn: item.depends_on?.toLowerCase() ?? null,
    dependsOnDescription: printable(item.depends_on_description ?? ''),
    isPayable: item.is_payable,
  }
}

/** PostgreSQL rejects NUL and lone surrogates: one in an answer would stop its whole chunk. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

function cut(text: string): string {
  return printable(text.slice(0, ERROR_CHARACTERS_MAX))
}

/** UUIDs that differ only in case are the same. */
function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function unreadable(why: string): JudgedAnswer {
  return { verdict: 'unreadable', why }
}
