/** What is owed by state, kind, due date and cost centre: pictures, and the same as tables. */
import { barsImage, type Bar } from './chart-picture.ts'
import { html, type Html } from '../../../html.ts'
import { wordFor } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import { pageSection, pageTable } from './page-table.ts'
import { REST, sumOfAll, type Sum } from '../tally.ts'

/** More bars than this cannot be read at a glance; the rest becomes one bar. */
const BARS_MAX = 12
const COST_CENTRES_SHOWN_MAX = 20
const MONTHS_MAX = 12

interface Group {
  name: string
  sum: Sum
  alarming?: boolean
}

export function breakdown(facts: PageFacts): Html | null {
  const { tally, texts } = facts
  if (tally.owed.rows === 0) return null
  const { page } = texts
  const byUf = bySize(facts, tally.byUf, (uf) => uf)
  const named = (kind: string): string => wordFor(texts.kinds, kind)
  const byKind = bySize(facts, tally.byKind, named)
  return html`<div class="two">
      ${charted(facts, page.byUf, page.uf, byUf)} ${charted(facts, page.byKind, page.kind, byKind)}
    </div>
    <div class="two">
      ${charted(facts, page.byMonth, '', byMonth(facts), 'no table')} ${byCostCentre(facts)}
    </div>`
}

/** A fleet whose sheet has no cost centres needs no table of one row. */
function byCostCentre(facts: PageFacts): Html | null {
  const { tally, texts } = facts
  const { page } = texts
  if (tally.byCostCentre.size === 1 && tally.byCostCentre.has('')) return null
  const named = (name: string): string => (name === '' ? page.noCostCentre : name)
  const groups = bySize(facts, tally.byCostCentre, named)
  const shown = cut(groups, COST_CENTRES_SHOWN_MAX, page.otherCostCentres)
  return pageSection(page.byCostCentre, table(facts, '', shown))
}

function charted(
  facts: PageFacts,
  title: string,
  heading: string,
  groups: readonly Group[],
  tabled: 'no table' | 'table' = 'table',
): Html {
  const { display, texts } = facts
  const bars = cut(groups, BARS_MAX, texts.page.otherCostCentres).map(
    ({ name, sum, alarming }): Bar => ({
      name,
      label: display.money(sum.cents),
      length: Number(sum.cents) / 100,
      alarming: alarming === true,
    }),
  )
  const tables = tabled === 'table' && table(facts, heading, groups)
  return pageSection(title, barsImage(title, bars), tables)
}

function table({ tally, texts, display }: PageFacts, heading: string, groups: readonly Group[]) {
  const { page } = texts
  const whole = tally.owed.cents
  return pageTable(['', 'n', 'n', 'n share'], {
    head: [heading, page.quantity, page.amount, page.share],
    rows: groups.map(({ name, sum }) => [
      name,
      display.count(sum.rows),
      display.money(sum.cents),
      display.share(sum.cents, whole),
    ]),
    foot: [page.total, display.count(tally.owed.rows), display.money(whole), ''],
  })
}

/** The largest first; equal ones by name, so that the same ledger gives the same bytes. */
function bySize(
  { texts }: PageFacts,
  groups: ReadonlyMap<string, Sum>,
  nameOf: (key: string) => string,
) {
  const rest = texts.page.otherCostCentres
  return [...groups]
    .map(([key, sum]) => ({ name: key === REST ? rest : nameOf(key), sum }))
    .sort((a, b) => compare(b.sum.cents, a.sum.cents) || compare(a.name, b.name))
}

function byMonth({ tally, texts, display }: PageFacts): Group[] {
  const { page } = texts
  const special = ['overdue', 'none', REST]
  const months = [...tally.byMonth]
    .filter(([key]) => !special.includes(key))
    .sort(([a], [b]) => compare(a, b))
    .map(([key, sum]) => ({ name: display.month(key), sum }))
  const overdue = tally.byMonth.get('overdue')
  const undated = tally.byMonth.get('none')
  return [
    ...(overdue === undefined ? [] : [{ name: page.overdueMonth, sum: overdue, alarming: true }]),
    ...cut(months, MONTHS_MAX - 2, page.later),
    ...(undated === undefined ? [] : [{ name: page.noDueDate, sum: undated }]),
  ]
}

function cut(groups: readonly Group[], max: number, rest: string): Group[] {
  if (groups.length <= max) return [...groups]
  const sum = sumOfAll(groups.slice(max - 1).map((group) => group.sum))
  return [...groups.slice(0, max - 1), { name: rest, sum }]
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
