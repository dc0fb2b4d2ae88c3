/** Pure. Which rows of bank.csv a person must look at. */
import type { BankClass, BankRow } from './bank-row.ts'

const OPEN: ReadonlySet<BankClass> = new Set(['amount-differs', 'twice', 'only-bank', 'only-fleet'])

/** What a person has judged waits for nobody, even where the amounts stay different. */
export function waitsForPerson({ class: name, how }: Pick<BankRow, 'class' | 'how'>): boolean {
  return OPEN.has(name) && how !== 'person'
}
