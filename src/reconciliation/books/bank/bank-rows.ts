/** The rows of bank.csv: what was matched, and what is left on either side, with its age. */
import { ageClass } from '../../reports/age-class.ts'
import { monthOf } from '../../../fleet/calendar/months.ts'
import type { BankLine, BankRow, Closure, OurMovement } from './bank-row.ts'
import type { OpenEntries } from './open-entries.ts'

const DAY_MS = 86_400_000
/** Movements that are named to a person for a line that nothing has matched. */
const CANDIDATES_MAX = 5

interface Entries {
  readonly lines: ReadonlyMap<string, BankLine>
  readonly ours: ReadonlyMap<string, OurMovement>
}

/** `all`: before anything was matched. */
export function bankRows(
  open: OpenEntries,
  all: Entries,
  { notOurs, today }: { readonly notOurs: readonly BankLine[]; readonly today: string },
): BankRow[] {
  const rows: BankRow[] = []
  const add = (row: Pick<BankRow, 'class' | 'by' | 'lineKeys' | 'ourIds'>, of = NONE): void => {
    const lines = row.lineKeys.flatMap((key) => all.lines.get(key) ?? [])
    const ours = row.ourIds.flatMap((id) => all.ours.get(id) ?? [])
    const day = (lines.length > 0 ? lines : ours).map((each) => each.day).sort()[0]
    // What was matched before and stands in neither input is no row of this statement.
    if (day === undefined) return
    const lineCents = lines.reduce((sum, { cents }) => sum + cents, 0n)
    const ourCents = ours.reduce((sum, each) => sum + signedCents(each), 0n)
    const { class: name, by, lineKeys, ourIds } = row
    rows.push({ class: name, by, lineKeys, ourIds, lineCents, ourCents, of, ...ageOf(day, today) })
  }
  for (const closure of open.closures) {
    for (const { of, ...part } of partsByMonth(closure, all.lines)) add(part, of)
  }
  for (const [key, of] of open.twice) add({ ...LEFT, class: 'twice', lineKeys: [key] }, of)
  for (const { key } of notOurs) {
    add({ ...LEFT, class: 'not-ours', by: 'person', lineKeys: [key] })
  }
  const left = Map.groupBy(open.ours.values(), signedCents)
  for (const line of open.lines.values()) {
    const fits = (left.get(line.cents) ?? []).filter((each) => open.areNear(line, each))
    const mayBe = open.candidates.get(line.key) ?? fits.slice(0, CANDIDATES_MAX)
    const of = mayBe.map(({ id }) => id)
    add({ ...LEFT, class: 'only-bank', lineKeys: [line.key] }, of)
  }
  for (const { id } of open.ours.values()) add({ ...LEFT, class: 'only-fleet', ourIds: [id] })
  return rows
}

/**
 * One for each month of the lines, so that each statement's month has its own. As many lines as
 * movements are pairs, as their dates are; otherwise the first month has the movements.
 */
function partsByMonth(
  closure: Closure,
  lines: Entries['lines'],
): (Closure & Pick<BankRow, 'of'>)[] {
  const { lineKeys, ourIds } = closure
  const months = Map.groupBy(lineKeys, (key) => monthOf(lines.get(key)?.day ?? ''))
  if (months.size < 2 || months.has('')) return [{ ...closure, of: NONE }]
  const isPaired = lineKeys.length === ourIds.length
  return [...months.values()].map((keys, at) => {
    const paired = ourIds.filter((_, index) => keys.includes(lineKeys[index] ?? ''))
    const held = isPaired ? paired : at === 0 ? ourIds : NONE
    return { ...closure, lineKeys: keys, ourIds: held, of: isPaired || at === 0 ? NONE : ourIds }
  })
}

const NONE: readonly string[] = []
const LEFT = { by: null, lineKeys: NONE, ourIds: NONE } as const

function signedCents({ kind, cents }: OurMovement): bigint {
  return kind === 'payment' ? -cents : cents
}

function ageOf(day: string, today: string): Pick<BankRow, 'day' | 'ageDays' | 'ageClass'> {
  const ageDays = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS))
  return { day, ageDays, ageClass: ageClass(ageDays) }
}
