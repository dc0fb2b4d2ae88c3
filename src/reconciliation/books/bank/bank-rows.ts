/** The rows of bank.csv: what was matched, and what is left on either side, with its age. */
import { sumCents } from '../../../fleet/money.ts'
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import { ageClass } from '../../reports/age-class.ts'
import { monthOf } from '../../../fleet/calendar/months.ts'
import type { BankRow, OurMovement } from './bank-row.ts'
import type { OpenEntries } from './open-entries.ts'

const DAY_MS = 86_400_000
/** Movements that are named to a person for a line that nothing has matched. */
const CANDIDATES_MAX = 5

type Part = Pick<BankRow, 'class' | 'how' | 'lines' | 'ours' | 'of'>

/** `all`: before anything was matched. */
export function bankRows(
  open: OpenEntries,
  all: Pick<OpenEntries, 'lines' | 'ours'>,
  { notOurs, today }: { readonly notOurs: readonly BankLine[]; readonly today: string },
): BankRow[] {
  const rows: BankRow[] = []
  const add = (part: Partial<Part> & Pick<Part, 'class'>): void => {
    const { lines = [], ours = [] } = part
    const day = (lines.length > 0 ? lines : ours).map((each) => each.day).sort()[0]
    // What was matched before and stands in neither input is no row of this statement.
    if (day === undefined) return
    const lineCents = sumCents(lines)
    const ourCents = ours.reduce((sum, each) => sum + signedCents(each), 0n)
    const none = { how: null, lines, ours, of: [] }
    rows.push({ ...none, ...part, lineCents, ourCents, ...ageOf(day, today) })
  }
  for (const { class: name, how, lines: keys, movements } of open.closures) {
    const lines = keys.flatMap((key) => all.lines.get(key) ?? [])
    const ours = movements.flatMap((id) => all.ours.get(id) ?? [])
    for (const part of partsByMonth({ class: name, how, lines, ours, of: [] })) add(part)
  }
  for (const [line, of] of open.twice) add({ class: 'twice', lines: [line], of })
  for (const line of notOurs) add({ class: 'not-ours', how: 'person', lines: [line] })
  const left = Map.groupBy(open.ours.values(), signedCents)
  for (const line of open.lines.values()) {
    const fits = (left.get(line.cents) ?? []).filter((each) => open.areNear(line, each))
    const of = open.candidates.get(line) ?? fits.slice(0, CANDIDATES_MAX)
    add({ class: 'only-bank', lines: [line], of })
  }
  for (const each of open.ours.values()) add({ class: 'only-fleet', ours: [each] })
  return rows
}

/**
 * One for each month of the lines, so that each statement's month has its own. As many lines as
 * movements are pairs, as their dates are; otherwise the first month has the movements.
 */
function partsByMonth(whole: Part): Part[] {
  const { lines, ours } = whole
  const months = [...Map.groupBy(lines, ({ day }) => monthOf(day)).values()]
  if (months.length < 2) return [whole]
  const isPaired = lines.length === ours.length
  return months.map((held, at) => {
    const paired = ours.filter((_, index) => held.some((line) => line === lines[index]))
    const first = at === 0 ? ours : []
    const of = isPaired || at === 0 ? [] : ours
    return { ...whole, lines: held, ours: isPaired ? paired : first, of }
  })
}

function signedCents({ kind, cents }: OurMovement): bigint {
  return kind === 'payment' ? -cents : cents
}

function ageOf(day: string, today: string): Pick<BankRow, 'day' | 'ageDays' | 'ageClass'> {
  const ageDays = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS))
  return { day, ageDays, ageClass: ageClass(ageDays) }
}
