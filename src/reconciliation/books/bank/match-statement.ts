/**
 * Holds a statement's lines against payments and refunds of ours. A person's word comes first, then
 * what was matched before, ids, totals and batches; what is left stays apart and is not guessed.
 */
import { bankDays } from '../../../fleet/calendar/bank-days.ts'
import type { BankClosure, BankFacts, BankLine } from '../../../ledger/books/bank-lines.ts'
import { BANK_CLASSES, CLOSING } from './bank-row.ts'
import type { BankClass, BankRow, Closure, OurMovement } from './bank-row.ts'
import { bankRows } from './bank-rows.ts'
import { matchBatches } from './match-batches.ts'
import { matchById, namedBy, type Named } from './match-by-id.ts'
import { matchByTotal } from './match-by-total.ts'
import { movementOf } from './movement-of.ts'
import { OpenEntries, sizeOf, totalOf } from './open-entries.ts'
import { waitsForPerson } from './waits-for-person.ts'

export interface MatchInput {
  /** Of one or several statements; a line that stands in two of them has one key. */
  readonly lines: readonly BankLine[]
  /** Those that are closed already too, for a second line may name them. */
  readonly ours: readonly OurMovement[]
  /** Of an earlier match, and what persons have said; of a line's words the last one counts. */
  readonly closures: readonly BankClosure[]
  /** YYYY-MM-DD: ages count up to it. */
  readonly today: string
}

export interface BankMatch {
  readonly rows: readonly BankRow[]
  /** What the caller stores and gives again the next time; the bank's days date the payments. */
  readonly closures: readonly Closure[]
  /** The sum of the lines of each class: together, the statement's total. */
  readonly lineCents: ReadonlyMap<BankClass, bigint>
}

/** `zone`: of the days on which our money moved. */
export function matchFacts(
  { lines, money, closures }: BankFacts,
  { zone, today }: { readonly zone: string; readonly today: string },
): BankMatch {
  const ours = money.map((each) => movementOf(each, zone))
  return matchStatement({ lines, ours, closures, today })
}

export function matchStatement({ lines, ours, closures, today }: MatchInput): BankMatch {
  const days = [...lines, ...ours].map(({ day }) => day).sort()
  const numberOf = bankDays(days[0] ?? today, days.at(-1) ?? today)
  const open = new OpenEntries(lines, ours, numberOf)
  const all = { lines: new Map(open.lines), ours: new Map(open.ours) }
  const said = closures
    .filter(({ how }) => how === 'person')
    .flatMap(({ lines: keys, movements }) => keys.map((key) => ({ key, movements })))
  const words = [...new Map(said.map((word) => [word.key, word])).values()]
  const notOurs = takeWords(open, words)
  const named = namedBy(all.lines.values(), ours)
  takeKept(open, closures.filter(isOfProgram), { words, named })
  matchById(open, named)
  matchByTotal(open)
  matchBatches(open)
  const rows = bankRows(open, all, { notOurs, today })
  const lineCents = new Map<BankClass, bigint>(BANK_CLASSES.map((name) => [name, 0n]))
  for (const row of rows) {
    lineCents.set(row.class, (lineCents.get(row.class) ?? 0n) + row.lineCents)
  }
  // What a person must still judge is matched anew each time, as facts and words come in.
  return { rows, closures: open.closures.filter((each) => !waitsForPerson(each)), lineCents }
}

function isOfProgram(closure: BankClosure): closure is Closure {
  return closure.how !== 'person' && CLOSING.some((name) => name === closure.class)
}

/** Whose a person says a line is; of no movement: it is not ours. */
interface Word {
  readonly key: string
  readonly movements: readonly string[]
}

/** Closes what a person has said, one word a line; returns the lines that are not ours. */
function takeWords(open: OpenEntries, words: readonly Word[]): BankLine[] {
  const notOurs: BankLine[] = []
  const groups: { keys: string[]; ids: Set<string> }[] = []
  for (const { key, movements } of words) {
    const line = open.lines.get(key)
    if (movements.length === 0) {
      if (line !== undefined) notOurs.push(line)
      open.lines.delete(key)
      continue
    }
    // Several lines for one payment belong together.
    const meant = groups.filter(({ ids }) => movements.some((id) => ids.has(id)))
    const joined = { keys: [key], ids: new Set(movements) }
    for (const group of meant) {
      joined.keys.push(...group.keys)
      for (const id of group.ids) joined.ids.add(id)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(joined)
  }
  for (const { keys, ids } of groups) {
    const lines = keys.flatMap((key) => open.lines.get(key) ?? [])
    const ours = [...ids].flatMap((id) => open.ours.get(id) ?? [])
    // Of another month's there is nothing to compare; the word is kept as it was given.
    const isWhole = lines.length === keys.length && ours.length === ids.size
    const whole = { class: 'matched', how: 'person', lines: keys, movements: [...ids] } as const
    if (!isWhole) open.keep(whole)
    else if (totalOf(lines) === totalOf(ours)) open.close('person', lines, ours)
    else takeDiffering(open, words, { lines, ours })
  }
  return notOurs
}

/** One line pays all of it: what the others pay in full once more is to be claimed back. */
function takeDiffering(
  open: OpenEntries,
  words: readonly Word[],
  { lines, ours }: { readonly lines: readonly BankLine[]; readonly ours: readonly OurMovement[] },
): void {
  // The line that the person named first is the payment, so that the claim names the other.
  const place = ({ identity }: BankLine): number =>
    words.findLastIndex(({ key }) => key === identity)
  const whole = lines
    .toSorted((one, other) => place(one) - place(other))
    .find(({ cents }) => sizeOf(cents) === totalOf(ours))
  const others = lines.filter((line) => line !== whole)
  const said = words.filter(({ key }) => others.some(({ identity }) => identity === key))
  const again = ours.filter(({ id }) => said.some(({ movements }) => movements.includes(id)))
  if (whole === undefined || others.length === 0 || totalOf(others) < totalOf(again)) {
    return open.close('person', lines, ours)
  }
  open.close('person', [whole], ours)
  for (const line of others) open.takeTwice(line, again)
}

/** What was matched before stays, unless a person or an id says otherwise of a part of it. */
function takeKept(
  open: OpenEntries,
  kept: readonly Closure[],
  { words, named }: { readonly words: readonly Word[]; readonly named: Named },
): void {
  const judged = new Set(words.flatMap(({ key, movements }) => [key, ...movements]))
  const taken = new Set(open.closures.flatMap(membersOf))
  const [sure, others] = [
    kept.filter(({ how }) => how === 'id'),
    kept.filter(({ how }) => how !== 'id'),
  ]
  takeAll(sure)
  const denied = deniedById(open, others, named)
  takeAll(others.filter((closure) => !denied.has(closure)))

  function takeAll(closures: readonly Closure[]): void {
    for (const closure of closures) {
      const members = membersOf(closure)
      if (members.some((name) => judged.has(name) || taken.has(name))) continue
      for (const name of members) taken.add(name)
      open.keep(closure)
    }
  }
}

/** Of what was matched without an id, that of which a line names a part and is of it or has none. */
function deniedById(open: OpenEntries, kept: readonly Closure[], named: Named): Set<Closure> {
  const denied = new Set<Closure>()
  const holders = new Map(
    kept.flatMap((each) => membersOf(each).map((name) => [name, each] as const)),
  )
  for (const [line, meant] of named) {
    const own = holders.get(line.identity)
    const others = meant.flatMap(({ id }) => holders.get(id) ?? [])
    if (!open.has(line) || (own !== undefined && others.includes(own))) continue
    if (own !== undefined) denied.add(own)
    // An order that was paid once more has the same id: the line may be its open payment's.
    const free = meant.filter(({ id }) => open.ours.has(id) && !holders.has(id))
    const fits = [totalOf(free), ...free.map(({ cents }) => cents)].includes(sizeOf(line.cents))
    if (!fits) for (const other of others) denied.add(other)
  }
  return denied
}

function membersOf({ lines, movements }: Closure): string[] {
  return [...lines, ...movements]
}
