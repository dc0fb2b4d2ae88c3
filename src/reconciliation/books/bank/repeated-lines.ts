/**
 * Pure. Lines of a statement that another file has brought under other keys: a bank's OFX has an id
 * for each line and its CSV has none, so the same line would count twice.
 */
import type { BankLine, ReadLine } from '../../../ledger/books/bank-lines.ts'
import { bare } from './line-keys.ts'

export interface RepeatedLine {
  readonly line: BankLine
  /** The file that brought it first. */
  readonly fileName: string
}

/** New lines of `given`, as many as there are equal ones that only another file has. */
export function repeatedLines(
  given: readonly BankLine[],
  known: readonly ReadLine[],
): RepeatedLine[] {
  const keys = new Set(known.map(({ identity }) => identity))
  const own = new Set(given.map(({ identity }) => identity))
  const others = Map.groupBy(
    known.filter(({ identity }) => !own.has(identity)),
    sameness,
  )
  return given
    .filter(({ identity }) => !keys.has(identity))
    .flatMap((line) => {
      const alike = others.get(sameness(line)) ?? []
      const at = alike.findIndex((other) => !(namesBank(line) && namesBank(other)))
      const [first] = at < 0 ? [] : alike.splice(at, 1)
      return first === undefined ? [] : { line, fileName: first.fileName }
    })
}

/** An OFX does, and has ids: two of its lines under different keys are two debits. */
function namesBank({ account }: BankLine): boolean {
  return account.includes('/')
}

/** A CSV does not name the bank and the branch that an OFX names. */
function sameness({ account, day, cents }: BankLine): string {
  return `${bare(account.split('/').at(-1) ?? '')} ${day} ${cents}`
}
