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
}

const kind = (severity: Severity, person: Part): ExceptionKind => ({ severity, person })

/** Within a severity, in the order in which a person should look at them. */
export const exceptionKinds: Readonly<Record<LineCode, ExceptionKind>> = {
  'totals-differ': kind('error', 'reads'),
  'outside-differs': kind('warning', 'reads'),
  'order-quarantined': kind('error', 'decides'),
  'payment-needs-person': kind('error', 'decides'),
  'money-blocked': kind('error', 'decides'),
  'order-twin': kind('error', 'checks'),
  'order-found': kind('error', 'checks'),
  'pay-gate-shut': kind('error', 'decides'),
  'order-refunded': kind('error', 'decides'),
  'debt-settled-again': kind('error', 'checks'),
  'debt-not-settled': kind('error', 'decides'),
  'order-totals-differ': kind('error', 'checks'),
  'ipva-paid-twice': kind('error', 'checks'),
  'order-status-unknown': kind('error', 'decides'),
  'answer-total-differs': kind('error', 'checks'),
  'credential-shared': kind('warning', 'checks'),
  'refund-unexplained': kind('warning', 'checks'),
  'settlement-late': kind('warning', 'checks'),
  'effect-unsettled': kind('warning', 'reads'),
  'order-held': kind('warning', 'reads'),
  'effect-rejected': kind('warning', 'reads'),
  'answer-flagged': kind('warning', 'reads'),
  'consultation-failed': kind('warning', 'reads'),
  'consultation-stuck': kind('warning', 'reads'),
  'member-failed': kind('warning', 'checks'),
  'vehicle-refused': kind('warning', 'checks'),
  'vehicle-untold': kind('warning', 'checks'),
  'owner-differs': kind('warning', 'checks'),
  'row-rejected': kind('warning', 'checks'),
  'proposal-void': kind('warning', 'reads'),
  'debt-ipva-conflict': kind('warning', 'checks'),
  'debt-reworded': kind('warning', 'checks'),
  'debt-over-limit': kind('warning', 'checks'),
  'boleto-expired': kind('warning', 'reads'),
  'pix-expired': kind('warning', 'reads'),
  'card-approved': kind('warning', 'decides'),
  'card-unpaid': kind('notice', 'decides'),
  'debt-unpayable': kind('notice', 'reads'),
  'debt-partner-left-out': kind('notice', 'reads'),
  'debt-not-positive': kind('notice', 'reads'),
  'debt-order-full': kind('notice', 'reads'),
  'order-waits': kind('notice', 'reads'),
  'removal-held': kind('notice', 'reads'),
  'pix-missing': kind('notice', 'reads'),
  'boleto-missing': kind('notice', 'reads'),
  'pix-renewed': kind('notice', 'reads'),
  'effect-adopted': kind('notice', 'reads'),
  'debts-equal': kind('notice', 'reads'),
  'renavam-provisional': kind('notice', 'reads'),
  'member-excluded': kind('notice', 'reads'),
}

/** Codes whose reference is an order of the service, or a debt. */
const OF_ORDERS: ReadonlySet<LineCode> = new Set([
  'order-twin',
  'order-found',
  'pay-gate-shut',
  'order-refunded',
  'order-totals-differ',
  'order-status-unknown',
  'refund-unexplained',
  'settlement-late',
  'boleto-expired',
  'pix-expired',
  'card-unpaid',
  'pix-missing',
  'boleto-missing',
  'pix-renewed',
])
const OF_DEBTS: ReadonlySet<LineCode> = new Set([
  'debt-settled-again',
  'debt-not-settled',
  'debt-ipva-conflict',
  'debt-reworded',
  'debt-over-limit',
  'debt-unpayable',
  'debt-partner-left-out',
  'debt-not-positive',
  'debt-order-full',
  'debts-equal',
])

export function subjectOf(code: LineCode): 'order' | 'debt' | null {
  return OF_ORDERS.has(code) ? 'order' : OF_DEBTS.has(code) ? 'debt' : null
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
