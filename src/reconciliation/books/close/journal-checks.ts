/** Pure. What must agree of the journal: its file, and the month's movements with their entries. */
import { cents, differences, rows } from '../../reports/check-totals.ts'
import type { ControlTotals } from '../../reports/files/csv-file.ts'
import type { JournalSums } from '../journal/journal-sums.ts'
import type { JournalTally } from '../journal/journal-tally.ts'
import type { MoneyNature } from '../movement.ts'
import type { BookCheck } from './book-checks.ts'

/** Accounts that agree have no lines of their own: there may be thousands. */
export function checkJournal({
  meant,
  there,
}: Record<'meant' | 'there', JournalSums>): BookCheck[] {
  const accounts = new Set([...meant.accounts.keys(), ...there.accounts.keys()])
  const differing = [...accounts].toSorted().flatMap((account) => {
    const [ours, file] = [meant.accounts.get(account), there.accounts.get(account)]
    return differences<BookCheck['code']>([
      cents('journal-debits', ours?.debitCents ?? 0n, file?.debitCents ?? 0n, account),
      cents('journal-credits', ours?.creditCents ?? 0n, file?.creditCents ?? 0n, account),
    ])
  })
  return [
    rows('journal-file', meant.rows, there.rows),
    cents('journal-file', meant.cents, there.cents),
    ...differing,
  ]
}

interface MonthFiles {
  readonly ledger: { readonly there: ControlTotals }
  readonly payments: { readonly there: ControlTotals }
  /** Of payments.csv, with their signs. */
  readonly natures: ReadonlyMap<MoneyNature, { readonly cents: bigint }>
}

/** Each row of both files has an entry or a reason, and money its nature. */
export function checkBooked(
  { told, natures }: Pick<JournalTally, 'told' | 'natures'>,
  { ledger, payments, natures: paid }: MonthFiles,
): BookCheck[] {
  const movements = (name: keyof typeof told, { there }: MonthFiles['ledger']): BookCheck[] => [
    rows('journal-movements', there.rows, told[name].rows, `${name}.csv`),
    cents('journal-movements', there.cents['amount'] ?? 0n, told[name].cents, `${name}.csv`),
  ]
  return [
    ...movements('ledger', ledger),
    ...movements('payments', payments),
    ...[...paid].map(([nature, sum]) =>
      cents('journal-payments', sum.cents, natures.get(nature) ?? 0n, nature),
    ),
  ]
}
