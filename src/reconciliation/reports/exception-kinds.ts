/** Pure. How severe each kind of exception is, and what it asks of a person (docs/reports.md). */
import type { ExceptionCode } from '../../ledger/reports/report-exception-sources.ts'

export type Severity = 'error' | 'warning' | 'notice'
/** The ledger's codes, and the report's own. */
export type ReportCode = 'totals-differ' | 'outside-differs'
export type LineCode = ExceptionCode | ReportCode

/**
 * `decides`: work stops until a person decides by a command made for it, or the service changes the
 * fact. `checks`: a person checks or corrects something elsewhere, and may say that it is done.
 * `reads`: nobody has to do anything.
 */
export type Part = 'decides' | 'checks' | 'reads'

interface ExceptionKind {
  readonly severity: Severity
  readonly person: Part
  /** What its reference is: an order of the service, or a debt. */
  readonly subject: 'order' | 'debt' | null
  /** Its detail: our reason, an order's status, a debt with its settlement, or a text as it is. */
  readonly detail: 'reason' | 'status' | 'settlement' | null
}

function kind(
  severity: Severity,
  person: Part,
  subject: ExceptionKind['subject'] = null,
  detail: ExceptionKind['detail'] = null,
): ExceptionKind {
  return { severity, person, subject, detail }
}

/** Within a severity, in the order in which a person should look at them. */
export const exceptionKinds: Readonly<Record<LineCode, ExceptionKind>> = {
  'totals-differ': kind('error', 'reads'),
  'outside-differs': kind('warning', 'reads'),
  'order-quarantined': kind('error', 'decides', null, 'reason'),
  'payment-needs-person': kind('error', 'decides', null, 'reason'),
  'money-blocked': kind('error', 'decides', null, 'reason'),
  'order-twin': kind('error', 'checks', 'order'),
  'order-found': kind('error', 'checks', 'order'),
  'pay-gate-shut': kind('error', 'decides', 'order', 'reason'),
  'order-refunded': kind('error', 'decides', 'order', 'status'),
  'debt-settled-again': kind('error', 'checks', 'debt'),
  'debt-not-settled': kind('error', 'decides', 'debt', 'settlement'),
  'freed-debt-paid': kind('error', 'checks', 'debt', 'settlement'),
  'debt-paid-twice': kind('error', 'checks', 'debt'),
  'order-totals-differ': kind('error', 'checks', 'order'),
  'ipva-paid-twice': kind('error', 'checks'),
  'order-status-unknown': kind('error', 'decides', 'order'),
  'answer-total-differs': kind('error', 'checks'),
  'credential-shared': kind('warning', 'checks'),
  'refund-unexplained': kind('warning', 'checks', 'order', 'status'),
  'settlement-late': kind('warning', 'checks', 'order', 'status'),
  'effect-unreadable': kind('warning', 'checks', null, 'reason'),
  'effect-unsettled': kind('warning', 'reads', null, 'reason'),
  'order-held': kind('warning', 'reads', null, 'reason'),
  'effect-rejected': kind('warning', 'reads', null, 'reason'),
  'answer-flagged': kind('warning', 'reads'),
  'consultation-failed': kind('warning', 'reads', null, 'reason'),
  'consultation-stuck': kind('warning', 'reads', null, 'reason'),
  'member-failed': kind('warning', 'checks', null, 'reason'),
  'vehicle-refused': kind('warning', 'checks', null, 'reason'),
  'vehicle-untold': kind('warning', 'checks', null, 'reason'),
  'owner-differs': kind('warning', 'checks'),
  'row-rejected': kind('warning', 'checks'),
  'proposal-void': kind('warning', 'reads', null, 'reason'),
  'debt-ipva-conflict': kind('warning', 'checks', 'debt'),
  'debt-reworded': kind('warning', 'checks', 'debt'),
  'debt-over-limit': kind('warning', 'checks', 'debt'),
  'boleto-expired': kind('warning', 'reads', 'order'),
  'pix-expired': kind('warning', 'reads', 'order'),
  'approval-lapsed': kind('warning', 'decides', null, 'reason'),
  'card-approved': kind('warning', 'decides'),
  'card-unpaid': kind('notice', 'decides', 'order'),
  'debt-unpayable': kind('notice', 'reads', 'debt'),
  'debt-partner-left-out': kind('notice', 'reads', 'debt'),
  'debt-not-positive': kind('notice', 'reads', 'debt'),
  'debt-order-full': kind('notice', 'reads', 'debt'),
  'order-waits': kind('notice', 'reads', null, 'reason'),
  'removal-held': kind('notice', 'reads'),
  'pix-missing': kind('notice', 'reads', 'order'),
  'boleto-missing': kind('notice', 'reads', 'order'),
  'pix-renewed': kind('notice', 'reads', 'order'),
  'effect-adopted': kind('notice', 'reads'),
  'debts-equal': kind('notice', 'reads', 'debt'),
  'renavam-provisional': kind('notice', 'reads'),
  'member-excluded': kind('notice', 'reads', null, 'reason'),
}

const GRAVITY = { error: 0, warning: 1, notice: 2 } as const

/** What is for a person comes first, then the more severe. */
export function byUrgency(a: LineCode, b: LineCode): number {
  const rank = (code: LineCode): number =>
    (isForPerson(code) ? 0 : 3) + GRAVITY[exceptionKinds[code].severity]
  return rank(a) - rank(b)
}

export function isForPerson(code: LineCode): boolean {
  return exceptionKinds[code].person !== 'reads'
}

/** `byCode`: rows of exceptions.csv by code. */
export function rowsForPerson(byCode: Readonly<Record<string, number>>): number {
  return PERSON_CODES.reduce((sum, code) => sum + (byCode[code] ?? 0), 0)
}

export function isOfLedger(code: string): code is ExceptionCode {
  return code in exceptionKinds && code !== 'totals-differ' && code !== 'outside-differs'
}

/** The ledger's codes, the most urgent first. */
export const LEDGER_CODES: readonly ExceptionCode[] = Object.keys(exceptionKinds)
  .filter(isOfLedger)
  .sort(byUrgency)

/** The one list for a person: status, exit code, `orders resolve`, reports and console. */
export const PERSON_CODES: readonly ExceptionCode[] = LEDGER_CODES.filter(isForPerson)
