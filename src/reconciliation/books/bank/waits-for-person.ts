/** Pure. Which rows of bank.csv a person must look at. */
import type { BankClass, BankRow } from './bank-row.ts'

const OPEN: ReadonlySet<BankClass> = new Set(['amount-differs', 'twice', 'only-bank', 'only-fleet'])

export function waitsForPerson(row: Pick<BankRow, 'class' | 'by'>): boolean {
  return OPEN.has(row.class) && !isNotOurs(row)
}

/** A person has said that the line is none of the fleet's payments. */
export function isNotOurs({ class: name, by }: Pick<BankRow, 'class' | 'by'>): boolean {
  return name === 'only-bank' && by === 'person'
}
