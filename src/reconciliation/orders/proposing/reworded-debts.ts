/**
 * Pure. Finds debts that one answer may show twice in other words: of the same kind, group, year,
 * due date and amount, with another description. Nobody but a person can tell whether they are one
 * debt or two, unless both are numbered alike and the numbers differ.
 */
import { normalizeDescription } from '../../../fleet/debt-identity.ts'
import type { ShownDebt } from '../../../ledger/debts/debts.ts'

/** Ids of all debts that may be the same as another one of the answer. */
export function rewordedDebts(shown: readonly ShownDebt[]): Set<string> {
  const alike = Map.groupBy(shown, ({ kind, group, year, dueDate, amountCents }) =>
    JSON.stringify([kind, group, year, dueDate, `${amountCents}`]),
  )
  const found = new Set<string>()
  for (const debts of alike.values()) {
    for (const debt of debts) {
      if (debts.some((other) => mayBeOne(debt, other))) found.add(debt.id)
    }
  }
  return found
}

/** Equal descriptions mean two debts (an answer is a multiset); different ones may mean one. */
function mayBeOne(one: ShownDebt, other: ShownDebt): boolean {
  const [a, b] = [normalizeDescription(one.description), normalizeDescription(other.description)]
  return a !== b && !numberedApart(a, b)
}

/**
 * Each has a number that the other lacks, in the same form: fines with different notice numbers, or
 * instalments 1 and 2. A number that only one of them has proves nothing.
 */
function numberedApart(a: string, b: string): boolean {
  const [ofA, ofB] = [numbersOf(a), numbersOf(b)]
  const onlyA = [...ofA].filter((number) => !ofB.has(number)).map(formOf)
  const onlyB = new Set([...ofB].filter((number) => !ofA.has(number)).map(formOf))
  return onlyA.some((form) => onlyB.has(form))
}

function numbersOf(text: string): Set<string> {
  return new Set(text.split(' ').filter((word) => /\d/.test(word)))
}

/** `SP123456` and `SP123457` are of one form, an article and a code are not. */
function formOf(number: string): string {
  return number.replace(/\d/g, '0').replace(/\p{L}/gu, 'A')
}
