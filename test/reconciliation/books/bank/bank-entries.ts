/** Lines and movements of ours for tests, and what comes of them as short texts. */
import type { BankClosure, BankLine } from '../../../../src/ledger/books/bank-lines.ts'
import type { OurPayment, OurRefund } from '../../../../src/reconciliation/books/bank/bank-row.ts'
import { matchStatement } from '../../../../src/reconciliation/books/bank/match-statement.ts'
import type {
  BankMatch,
  MatchInput,
} from '../../../../src/reconciliation/books/bank/match-statement.ts'

/** In November 2026 the 2nd (Monday), the 20th (Friday) and the weekends are no business days. */
export function line(identity: string, day: number, cents: number, memo = ''): BankLine {
  const said = { account: '1', memo, reference: '' }
  return { identity, day: dayOf(day), cents: BigInt(cents), ...said }
}

export function paid(
  id: string,
  day: number,
  cents: number,
  ...txids: readonly string[]
): OurPayment {
  const order = { kind: 'payment', id, orderId: `order-${id}`, day: dayOf(day) } as const
  return { ...order, cents: BigInt(cents), txids }
}

/** `of`: the payment that it undoes. */
export function back(id: string, day: number, cents: number, of = id): OurRefund {
  return { kind: 'refund', id, orderId: `order-${of}`, day: dayOf(day), cents: BigInt(cents) }
}

/** A person's word about a line. */
export function said(line: string, ...movements: readonly string[]): BankClosure {
  return { class: 'matched', how: 'person', lines: [line], movements }
}

function dayOf(day: number): string {
  return `2026-11-${String(day).padStart(2, '0')}`
}

export function match(input: Partial<MatchInput>): BankMatch {
  const nothing = { lines: [], ours: [], closures: [], today: '2026-11-30' }
  return matchStatement({ ...nothing, ...input })
}

/** `matched/id: a > A`, sorted. */
export function told({ rows }: BankMatch): string[] {
  return rows
    .map((row) => {
      const of = row.of.length > 0 ? ` (${idsOf(row.of)})` : ''
      const lines = row.lines.map(({ identity }) => identity).join()
      return `${row.class}/${row.how}: ${lines} > ${idsOf(row.ours)}${of}`
    })
    .sort()
}

function idsOf(ours: BankMatch['rows'][number]['ours']): string {
  return ours.map(({ id }) => id).join()
}
