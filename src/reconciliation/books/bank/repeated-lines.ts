/**
 * Pure. Lines of a statement that another file has brought under other keys: a bank's OFX has an id
 * for each line and its CSV has none, so the same line would count twice.
 */
import type { BankLine, ReadLine } from '../../../ledger/books/bank-lines.ts'
import { accountParts } from './line-keys.ts'

export interface GivenLine extends BankLine {
  /** Another id of the bank is another debit; another text may be that of another format. */
  readonly hasId: boolean
}

export interface RepeatedLine {
  readonly line: BankLine
  /** The file that brought it first. */
  readonly fileName: string
}

/** New lines of `given`, as many as there are equal ones that only another file has. */
export function repeatedLines(
  given: readonly GivenLine[],
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
      const at = alike.findIndex((other) => !areTwo(line, other))
      const [first] = at < 0 ? [] : alike.splice(at, 1)
      return first === undefined ? [] : { line, fileName: first.fileName }
    })
}

/** Accounts that both have bank, branch and number differ; a CSV's has perhaps the branch. */
function areTwo(line: GivenLine, other: BankLine): boolean {
  const [own, others] = [accountParts(line), accountParts(other)]
  if (own.join('/') === others.join('/')) return line.hasId && own.length > 1
  return own.length === 3 && others.length === 3
}

function sameness(line: BankLine): string {
  return `${accountParts(line).at(-1)} ${line.day} ${line.cents}`
}
