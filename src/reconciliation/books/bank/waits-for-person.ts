/** Pure. Which rows of bank.csv a person must look at. */
import type { BankClass, BankRow } from './bank-row.ts'

const OPEN: ReadonlySet<BankClass> = new Set(['amount-differs', 'twice', 'only-bank', 'only-fleet'])

export function waitsForPerson({ class: name }: Pick<BankRow, 'class'>): boolean {
  return OPEN.has(name)
}
