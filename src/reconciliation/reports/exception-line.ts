/** Pure. Puts a fact that the ledger calls an exception into a sentence that says what to check. */
import { displayCents } from '../../fleet/money.ts'
import type { ExceptionCode, ReportException } from '../../ledger/report-rows.ts'
import type { HeldState } from '../../ledger/effects-held.ts'
import { explainIssue } from '../intake/reasons/explain.ts'
import { advice, adviceKey, gateAdviceKey } from './advice.ts'
import type { AdviceKey } from './advice.ts'
import { displayFor } from './display.ts'
import { fill, wordFor } from './messages.ts'
import type { Locale, Messages } from './messages.ts'
import { rowIssues } from './row-issues.ts'

export type Severity = 'error' | 'warning' | 'notice'
/** The ledger's codes, and the report's own. */
export type LineCode = ExceptionCode | 'totals-differ'

export interface ExceptionLine extends Omit<ReportException, 'code'> {
  code: LineCode
  severity: Severity
  sentence: string
  ageDays: number
}

export const severityOf = {
  'totals-differ': 'error',
  'order-quarantined': 'error',
  'payment-needs-person': 'error',
  'money-blocked': 'error',
  'order-twin': 'error',
  'order-found': 'error',
  'pay-gate-shut': 'error',
  'order-refunded': 'error',
  'debt-settled-again': 'error',
  'debt-not-settled': 'error',
  'order-totals-differ': 'error',
  'ipva-paid-twice': 'error',
  'order-status-unknown': 'error',
  'effect-unsettled': 'warning',
  'order-held': 'warning',
  'effect-rejected': 'warning',
  'answer-total-differs': 'error',
  'answer-flagged': 'warning',
  'consultation-failed': 'warning',
  'consultation-stuck': 'warning',
  'vehicle-refused': 'warning',
  'vehicle-untold': 'warning',
  'owner-differs': 'warning',
  'removal-held': 'notice',
  'row-rejected': 'warning',
  'debt-unpayable': 'notice',
  'proposal-void': 'warning',
  'debt-ipva-conflict': 'warning',
  'debt-reworded': 'warning',
  'debt-over-limit': 'warning',
  'debt-partner-left-out': 'notice',
  'debt-not-positive': 'notice',
  'debt-order-full': 'notice',
  'order-waits': 'notice',
  'settlement-late': 'warning',
  'boleto-expired': 'warning',
  'pix-expired': 'warning',
  'pix-missing': 'notice',
  'boleto-missing': 'notice',
  'card-unpaid': 'notice',
  'pix-renewed': 'notice',
  'effect-adopted': 'notice',
  'debts-equal': 'notice',
  'member-failed': 'warning',
  'renavam-provisional': 'notice',
  'member-excluded': 'notice',
} as const satisfies Record<LineCode, Severity>

const DAY_MS = 24 * 60 * 60 * 1000

export interface SentenceContext {
  texts: Messages
  locale: Locale
  /** ISO 8601; ages are counted to here. */
  endedAt: string
  /** An IANA time zone, for the instants in sentences. */
  zone: string
}

export function exceptionLine(
  fact: Omit<ReportException, 'code'> & { code: LineCode },
  { texts, locale, endedAt, zone }: SentenceContext,
): ExceptionLine {
  const key = adviceOf(fact)
  const when = displayFor(locale, zone).instant(fact.lookUpAt ?? null)
  const words = texts.exceptions[fact.code]
  const values = {
    detail: detailText(fact, texts, locale),
    advice: key === undefined ? '' : advice(texts, key, when),
    effect: fact.effect === null ? '' : texts.effects[fact.effect],
    amount: money(fact.amountCents, locale),
    found: money(fact.foundCents, locale),
    line: fact.line ?? '',
    title: bare(fact.error?.title ?? '') || bare(fact.error?.code ?? '') || words.title,
    action: bare(fact.error?.action ?? '') || bare(fact.error?.message ?? '') || fact.detail,
  }
  return {
    ...fact,
    severity: severityOf[fact.code],
    sentence: fill(words.sentence, values),
    ageDays: ageDays(fact.since, endedAt),
  }
}

/** The state in which an effect of each code is. */
const STATES = {
  'order-quarantined': 'quarantined',
  'payment-needs-person': 'needs-person',
  'effect-unsettled': 'in-doubt',
  'order-held': 'held',
} as const satisfies Partial<Record<LineCode, HeldState>>

function adviceOf({
  code,
  effect,
  detail,
}: Pick<ReportException, 'effect' | 'detail'> & { code: LineCode }): AdviceKey | undefined {
  if (code === 'pay-gate-shut') return gateAdviceKey(detail)
  const states: Partial<Record<LineCode, HeldState>> = STATES
  const state = states[code]
  if (state === undefined || effect === null) return undefined
  return adviceKey({ kind: effect, state, reason: detail })
}

/** Those whose detail is a reason of ours; a status or a debt's name is the service's word. */
const REASONED: ReadonlySet<LineCode> = new Set([
  'order-quarantined',
  'payment-needs-person',
  'pay-gate-shut',
  'effect-unsettled',
  'order-held',
  'money-blocked',
  'effect-rejected',
  'proposal-void',
  'order-waits',
  'consultation-failed',
  'consultation-stuck',
  'vehicle-refused',
  'vehicle-untold',
  'member-failed',
  'member-excluded',
])

/** Words of the ledger are put into the reader's language, words of the service stay. */
function detailText(
  { code, detail, issues }: { code: LineCode; detail: string; issues: readonly object[] },
  texts: Messages,
  locale: Locale,
): string {
  if (code === 'row-rejected') {
    const issued = rowIssues(issues)
    const deciding = issued.filter((issue) => issue.code.startsWith('R-'))
    return deciding.map((issue) => explainIssue(issue, locale)).join(' ')
  }
  if (REASONED.has(code)) return wordFor(texts.reasons, detail)
  const listed = { 'answer-flagged': texts.exceptions.flags, 'removal-held': texts.reasons }
  if (code !== 'answer-flagged' && code !== 'removal-held') return detail
  return detail
    .split(', ')
    .map((word) => wordFor(listed[code], word))
    .join('; ')
}

function money(cents: bigint | null, locale: Locale): string {
  return cents === null ? '' : displayCents(cents, locale)
}

/** Without the full stop that the sentence brings itself. */
function bare(text: string): string {
  return text.trim().replace(/\.+$/, '')
}

function ageDays(since: string, endedAt: string): number {
  return Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(since)) / DAY_MS))
}
