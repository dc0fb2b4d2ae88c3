/** The tables of docs/money.md, made by running every cell; `npm run docs:money` writes them. */
import type { SentKind } from '../../src/ledger/effects/effects.ts'
import { FAULTS } from '../effects/fake-service.ts'
import { CRASHES, runCell, type CellEnding } from './money-cell.ts'
import { RENEWAL_CRASHES, runRenewalCell } from './renewal-cell.ts'

const KINDS: readonly (readonly [SentKind, string])[] = [
  ['register', 'POST vehicle'],
  ['consult', 'POST consultation'],
  ['order', 'POST order'],
]

export async function moneyTables(): Promise<string> {
  // Kinds whose every cell is the same share a table.
  const titles = new Map<string, string[]>()
  for (const [kind, title] of KINDS) {
    const lines = await rowsOf(CRASHES, async (fault, crash) =>
      shown(await runCell({ kind, fault, crash })),
    )
    titles.set(lines, [...(titles.get(lines) ?? []), title])
  }
  const tables = [...titles].map(([lines, named]) => `### ${named.join(' and ')}\n\n${lines}`)
  const renewals = await rowsOf(RENEWAL_CRASHES, async (fault, crash) => {
    const { hasCode, sent } = await runRenewalCell(fault, crash)
    return `${hasCode ? 'code' : 'no code'} (${sent} sent)`
  })
  tables.push(`### POST new Pix code\n\n${renewals}`)
  return tables.join('\n\n')
}

async function rowsOf<Crash extends string>(
  crashes: readonly Crash[],
  cell: (fault: (typeof FAULTS)[number], crash: Crash) => Promise<string>,
): Promise<string> {
  const endings = new Map<string, string>()
  for (const fault of FAULTS) {
    for (const crash of crashes) endings.set(`${fault}/${crash}`, await cell(fault, crash))
  }
  const ending = (fault: string, crash: string): string => endings.get(`${fault}/${crash}`) ?? ''
  const columns = groupsOf(crashes, (crash) => FAULTS.map((fault) => ending(fault, crash)))
  const rows = groupsOf(FAULTS, (fault) => crashes.map((crash) => ending(fault, crash)))
  return [
    `| fault \\ crash | ${columns.map((group) => group.join('; ')).join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows.map((faults) => {
      const cells = columns.map(([crash = '']) => ending(faults[0] ?? '', crash))
      return `| ${faults.join('; ')} | ${cells.join(' | ')} |`
    }),
  ].join('\n')
}

/** Names whose cells are all the same share a row, or a column, so that no cell stands twice. */
function groupsOf<Name extends string>(
  names: readonly Name[],
  cellsOf: (name: Name) => readonly string[],
): Name[][] {
  const groups = new Map<string, Name[]>()
  for (const name of names) {
    const cells = cellsOf(name).join('|')
    groups.set(cells, [...(groups.get(cells) ?? []), name])
  }
  return [...groups.values()]
}

function shown({ state, made, sent, tookMs }: CellEnding): string {
  const took = duration(tookMs)
  return `${state} ${made}/${sent}${took === '' ? '' : `, ${took}`}`
}

/** Whole units, the two largest; nothing below a second. */
function duration(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const units: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ]
  const shownUnits = units.filter(([count]) => count > 0).slice(0, 2)
  return shownUnits.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

/** The page with its tables renewed: `<!-- cells -->` ... `<!-- /cells -->`. */
export async function withMoneyTables(page: string): Promise<string> {
  const marked = /(<!-- cells -->\n)[\s\S]*?(\n<!-- \/cells -->)/
  if (!marked.test(page)) throw new Error('The page has no place for the cells.')
  const tables = await moneyTables()
  return page.replace(
    marked,
    (_, before: string, after: string) => `${before}\n${tables}\n${after}`,
  )
}
