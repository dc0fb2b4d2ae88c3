/**
 * manifest.json of a month: what was closed by whom, the balance by class and group, the checks,
 * and each file's hash. Amounts are whole cents as text: JSON's numbers are not exact beyond 2^53.
 */
import { hash } from 'node:crypto'
import type { Heads } from '../../../ledger/books/books-source.ts'
import { formatCnpj } from '../../../fleet/document.ts'
import { REAL, SIMULATED } from '../../reports/files/columns.ts'
import { othersObject } from '../../reports/outside.ts'
import { toldSum } from '../../reports/tally.ts'
import type { Layout } from '../journal/journal-layout.ts'
import type { Roll } from '../roll-forward.ts'
import { MOVING } from '../movement.ts'
import type { MonthFacts } from './month-facts.ts'
import { booksDiffer, waitingOf } from './waiting.ts'

/** `layout`: of the journal, so that whoever has the folder alone can read it. */
export function monthManifest(facts: MonthFacts, heads: Heads, layout: Layout) {
  const { settings, tally, checks, files } = facts
  const { fleet, month, revision, closing, locale, flavour, zone, simulated, at } = settings
  return {
    format: 1,
    kind: 'month',
    origin: simulated ? SIMULATED : REAL,
    fleet: fleet.name,
    month,
    revision,
    state: closing === null ? 'preview' : 'closed',
    ...(closing === null ? {} : { closedBy: closing.person, reason: closing.reason }),
    asOf: at.toISOString(),
    locale,
    flavour,
    zone,
    closes: booksDiffer(checks).length === 0,
    ...booksOf(facts),
    exceptions: Object.fromEntries([...tally.ages].map(([age, sum]) => [age, toldSum(sum)])),
    oldAnswers: { ...tally.old, cents: tally.old.cents.toString(), days: settings.freshDays },
    contains: Object.fromEntries(Object.entries(heads).map(([name, seq]) => [name, String(seq)])),
    checks: checks.map((check) => ({
      ...check,
      expected: check.expected.toString(),
      found: check.found.toString(),
    })),
    others: othersObject(facts.others),
    layout,
    files: Object.fromEntries(
      files.map(({ name, bytes, sha256, rows }) => [name, { bytes, sha256, rows: rows ?? null }]),
    ),
  }
}

/** What a person who agrees to a month agrees to. */
function booksOf({ roll, tally, journal, classes, checks }: MonthFacts) {
  const groups = Object.entries(roll.groups).map(([name, rolls]) => {
    const named = [...rolls].map(([key, of]) => [
      name === 'cnpj' ? formatCnpj(key) : key,
      rollOf(of),
    ])
    return [name, Object.fromEntries(named)] as const
  })
  return {
    roll: rollOf(roll.whole),
    groups: Object.fromEntries(groups),
    payments: Object.fromEntries([...tally.natures].map(([name, sum]) => [name, toldSum(sum)])),
    journal: {
      method: journal.method,
      earlier: toldSum(journal.earlier),
      unbooked: Object.fromEntries(
        [...journal.unbooked].map(([name, sum]) => [name, toldSum(sum)]),
      ),
    },
    classes: Object.fromEntries([...classes].map(([name, sum]) => [name, toldSum(sum)])),
    waiting: waitingOf({ tally, checks }),
  }
}

const BOOKS = ['roll', 'groups', 'payments', 'journal', 'classes', 'waiting'] as const

/** One text for the same figures, of written facts or of a manifest that was read. */
export function figuresOf(books: Readonly<Record<string, unknown>>): string {
  const told = BOOKS.map((name) => books[name])
  return hash('sha256', JSON.stringify(told))
}

/** The same of a month that is not on disk yet. */
export function figuresOfFacts(facts: MonthFacts): string {
  return figuresOf(booksOf(facts))
}

function rollOf({ openingCents, movedCents, closingCents, adjustedCents }: Roll) {
  return {
    opening: openingCents.toString(),
    ...Object.fromEntries(MOVING.map((name) => [name, movedCents[name].toString()])),
    closing: closingCents.toString(),
    adjusted: adjustedCents.toString(),
  }
}
