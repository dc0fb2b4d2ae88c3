/**
 * Sums of a journal by account. A line has one amount for both of its accounts, so its debits and
 * credits always agree: what can go wrong is that the file says another account or amount than the
 * entries do. So the entries are summed as they are made and the file as it is read back.
 */
import type { Layout, LayoutField } from './journal-layout.ts'

export interface AccountSum {
  debitCents: bigint
  creditCents: bigint
}

export class JournalSums {
  rows = 0
  cents = 0n
  readonly accounts = new Map<string, AccountSum>()
  readonly #layout: Layout

  constructor(layout: Layout) {
    this.#layout = layout
  }

  add({ debit, credit, cents }: { debit: string; credit: string; cents: bigint }): void {
    this.rows += 1
    this.cents += cents
    this.#of('debit', debit).debitCents += cents
    this.#of('credit', credit).creditCents += cents
  }

  #of(source: 'debit' | 'credit', written: string): AccountSum {
    const field = this.#layout.detail.find((each) => each.source === source)
    const isFixed = this.#layout.form === 'fixed'
    const account = isFixed && field !== undefined ? unpadded(field, written) : written
    const sum = this.accounts.get(account) ?? { debitCents: 0n, creditCents: 0n }
    this.accounts.set(account, sum)
    return sum
  }
}

/** Of a fixed width, `0051` and `51` are the same account. */
function unpadded({ align = 'left', pad = ' ' }: LayoutField, value: string): string {
  let [from, to] = [0, value.length]
  if (align === 'right') while (from < to && value[from] === pad) from += 1
  else while (to > from && value[to - 1] === pad) to -= 1
  return value.slice(from, to)
}
