/** The page's roll-forward: the whole with its picture, and a line for each group. */
import { exact, html, type Content, type Html } from '../../../html.ts'
import { pageSection, pageTable } from '../../reports/page/page-table.ts'
import { fill } from '../../reports/words/messages.ts'
import type { Roll } from '../roll-forward.ts'
import { MOVING } from '../movement.ts'
import { groupName } from './book-files.ts'
import { charted, moneyBar, type PageContext } from './page-context.ts'

/** Groups of one kind that the page lists; rollforward.csv has all. */
const GROUPS_SHOWN_MAX = 60

export function rollTables(context: PageContext): Html {
  const { roll, words, display } = context
  const { page, classes } = words
  const { whole } = roll
  const opening = [classes.opening, whole.openingCents] as const
  const closing = [classes.closing, whole.closingCents] as const
  const moved = MOVING.filter((name) => whole.movedCents[name] !== 0n).map(
    (name) => [classes[name], whole.movedCents[name]] as const,
  )
  const line = ([name, cents]: readonly [string, bigint]): string[] => [name, display.money(cents)]
  const table = pageTable(['', 'n'], { rows: [opening, ...moved].map(line), foot: line(closing) })
  const bars = [opening, ...moved, closing].map(([name, cents]) => moneyBar(name, cents, display))
  const note = html`<p class="soft small">${page.rollNote}</p>`
  const adjusted =
    whole.adjustedCents !== 0n &&
    html`<p class="soft">${fill(page.adjusted, { amount: display.money(whole.adjustedCents) })}</p>`
  return html`<div class="two">
      ${pageSection(page.rollTitle, note, table, adjusted)} ${charted(page.rollTitle, bars)}
    </div>
    ${groupTable(context, 'cnpj')} ${groupTable(context, 'costCentre')}
    ${groupTable(context, 'kind')}`
}

/** Opening, what came, what went, and closing of each group: four figures fit on A4. */
function groupTable(
  { roll, words, texts, display }: PageContext,
  grouping: 'cnpj' | 'costCentre' | 'kind',
): Html | null {
  const { page, classes, groupings } = words
  const groups = [...roll.groups[grouping]]
  // A fleet whose sheet has no cost centres needs no table of one row.
  if (groups.every(([key]) => key === '')) return null
  const sorted = groups.toSorted(([, a], [, b]) => (a.closingCents > b.closingCents ? -1 : 1))
  const nameless = grouping === 'cnpj' ? page.noCnpj : page.noCostCentre
  const row = ([group, of]: [string, Roll]): Content[] => [
    exact(group === '' ? nameless : groupName({ grouping, group }, texts.kinds)),
    display.money(of.openingCents),
    display.money(sumOf(of, (cents) => cents > 0n)),
    display.money(sumOf(of, (cents) => cents < 0n)),
    display.money(of.closingCents),
  ]
  return pageSection(
    groupings[grouping],
    pageTable(['', 'n', 'n', 'n', 'n'], {
      head: [groupings[grouping], classes.opening, '+', '−', classes.closing],
      rows: sorted.slice(0, GROUPS_SHOWN_MAX).map(row),
    }),
    sorted.length > GROUPS_SHOWN_MAX &&
      html`<p class="soft">rollforward.csv: ${display.count(sorted.length)}</p>`,
  )
}

function sumOf({ movedCents }: Roll, isIn: (cents: bigint) => boolean): bigint {
  return MOVING.map((name) => movedCents[name])
    .filter(isIn)
    .reduce((sum, cents) => sum + cents, 0n)
}
