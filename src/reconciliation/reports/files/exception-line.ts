/** Pure. Puts a fact that the ledger calls an exception into a sentence that says what to check. */
import type { Locale } from '../../../bilingual.ts'
import { plainDay } from '../../../clock.ts'
import { displayCents } from '../../../fleet/money.ts'
import type { ExceptionNow } from '../../../ledger/reports/report-exception-parts.ts'
import type { ReportException } from '../../../ledger/reports/report-rows.ts'
import { explainIssue } from '../../intake/reasons/explain.ts'
import { ageClass, type AgeClass } from '../age-class.ts'
import { advice, adviceKey, gateAdviceKey } from '../words/advice.ts'
import type { AdviceKey, HeldState } from '../words/advice.ts'
import { displayFor } from '../words/display.ts'
import { exceptionKinds, type LineCode, type Severity } from '../exception-kinds.ts'
import { fill, plural, wordFor, type Messages } from '../words/messages.ts'
import { rowIssues } from './row-issues.ts'

export interface ExceptionLine extends Omit<ReportException, 'code'> {
  code: LineCode
  severity: Severity
  sentence: string
  ageDays: number
  ageClass: AgeClass
  /** The order and the debt that it is about; null where it is about none, or several. */
  order: string | null
  debt: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

export interface SentenceContext {
  texts: Messages
  locale: Locale
  /** ISO 8601; ages are counted up to this instant. */
  endedAt: string
  /** An IANA time zone, for the instants in sentences. */
  zone: string
}

export function nowOf({ endedAt, zone }: SentenceContext): ExceptionNow {
  return { at: endedAt, today: plainDay(Date.parse(endedAt), zone) }
}

export function exceptionLine(
  fact: Omit<ReportException, 'code'> & { code: LineCode },
  { texts, locale, endedAt, zone }: SentenceContext,
): ExceptionLine {
  const key = adviceOf(fact)
  const when = displayFor(locale, zone).instant(fact.lookUpAt ?? null)
  const words = texts.exceptions[fact.code]
  const detail = detailText(fact, texts, locale)
  const values = {
    detail,
    advice: key === undefined ? '' : advice(texts, key, when),
    effect: fact.effect === null ? '' : texts.effects[fact.effect],
    amount: money(fact.amountCents, locale),
    found: money(fact.foundCents, locale),
    line: fact.line ?? '',
    order: fact.orderId ?? fact.reference,
    said: saidOf(fact, texts, `${words.title}. ${detail}`),
  }
  const days = ageDays(fact.since, endedAt)
  const { severity, subject } = exceptionKinds[fact.code]
  return {
    ...fact,
    severity,
    sentence: fill(words.sentence, values),
    ageDays: days,
    ageClass: ageClass(days),
    order: fact.orderId ?? (subject === 'order' ? fact.reference : null),
    debt: subject === 'debt' ? fact.reference : null,
  }
}

/** The state of an effect that has an exception of this code. */
const STATES: Readonly<Partial<Record<LineCode, HeldState>>> = {
  'order-quarantined': 'quarantined',
  'payment-needs-person': 'needs-person',
  'effect-unsettled': 'in-doubt',
  'order-held': 'held',
}

function adviceOf({
  code,
  effect,
  detail,
}: Pick<ReportException, 'effect' | 'detail'> & { code: LineCode }): AdviceKey | undefined {
  if (code === 'pay-gate-shut') return gateAdviceKey(detail)
  const state = STATES[code]
  if (state === undefined || effect === null) return undefined
  return adviceKey({ kind: effect, state, reason: detail })
}

/** Codes of the ledger are translated, texts of the service stay as they are. */
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
  const { detail: kind } = exceptionKinds[code]
  if (kind === 'reason') return wordFor(texts.reasons, detail)
  if (kind === 'status') return wordFor(texts.orderStatuses, detail)
  if (kind === 'settlement') return settlementText(detail, texts)
  if (code === 'credential-shared') return signsText(detail, texts)
  const listed = { 'answer-flagged': texts.exceptions.flags, 'removal-held': texts.reasons }
  if (code !== 'answer-flagged' && code !== 'removal-held') return detail
  return detail
    .split(', ')
    .map((word) => wordFor(listed[code], word))
    .join('; ')
}

/** `Multa de velocidade: failed`: the debt's description, and the status of its settlement. */
function settlementText(detail: string, texts: Messages): string {
  const at = detail.lastIndexOf(': ') + 2
  return detail.slice(0, at) + wordFor(texts.orderStatuses, detail.slice(at))
}

/** Turns `consultations: 3, orders: 0, refused: 1` into words, without the zeros. */
function signsText(detail: string, { exceptions: { signs } }: Messages): string {
  const counts = detail.matchAll(/\b(\w+): (\d+)/g)
  const told = [...counts].flatMap(([, sign = '', count]) => {
    const forms = Object.entries(signs).find(([name]) => name === sign)?.[1]
    return forms === undefined || count === '0' ? [] : [plural(forms, Number(count))]
  })
  return told.join('; ')
}

function money(cents: bigint | null, locale: Locale): string {
  return cents === null ? '' : displayCents(cents, locale)
}

/** The service's own words, in its language; else what the ledger knows. */
function saidOf(
  { error, detail }: Pick<ReportException, 'error' | 'detail'>,
  { exceptions }: Messages,
  known: string,
): string {
  if (error === null) return bare(known)
  const title = bare(error.title) || bare(error.code)
  const action = bare(error.action) || bare(error.message) || detail
  return fill(exceptions['consultation-failed'].serviceSays, { words: `${title}. ${action}` })
}

/** Without a final full stop, since the sentence around it has its own. */
function bare(text: string): string {
  return text.trim().replace(/\.+$/, '')
}

function ageDays(since: string, endedAt: string): number {
  return Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(since)) / DAY_MS))
}
