/** The runs of the fleet, newest first. */
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { runOrigins, type RunOrigin } from '../../ledger/listings/run-listing.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { html } from '../../html.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { AGAIN_MODES, againForms } from './again-forms.ts'
import { stateTag } from './ended-run.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { rowsView } from '../tables/rows-table.ts'
import { instant, money, text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { readManifest } from './report-file.ts'

/** More than two years of nights. */
export const RUNS_SHOWN_MAX = 1_000
export const RUNS_QUERY = {
  filters: ['q'],
  sorts: ['number', 'started', 'owed'],
  largestFirst: ['number', 'started', 'owed'],
} as const

export interface ShownRun extends Run, Omit<RunOrigin, 'number'> {
  /** At its end, of its report; null where it left none. */
  readonly owedCents: bigint | null
}

/** Newest first. */
export async function fleetRuns(
  tools: Pick<ConsoleTools, 'ledger' | 'context'>,
  setting: PageSetting,
  limit: number,
): Promise<readonly ShownRun[]> {
  const { FROTA_REPORTS_DIR: reportsDir } = tools.context.config
  const list = async (ledger: OpenLedger, fleet: Fleet): Promise<ShownRun[]> => {
    const runs = await ledger.stores.runs.list({ fleetId: fleet.id, limit })
    const origins = await runOrigins(openLedgerDb(ledger.database.pool), fleet)
    const shown = async (run: Run): Promise<ShownRun> => {
      const { file = '', by = '' } = origins.get(run.number) ?? {}
      const owed = (await readManifest(reportsDir, run))?.sums['owed']
      return { ...run, file, by, owedCents: owed === undefined ? null : BigInt(owed.cents) }
    }
    return Promise.all(runs.map(shown))
  }
  return (await withFleet(tools, setting, list)) ?? []
}

export function runsPage(
  setting: PageSetting,
  runs: readonly ShownRun[],
  query: TableQuery,
): string {
  const { texts } = setting
  const { title, now, none, search } = texts.runs
  const table = { path: '/runs', query, columns: runColumns(setting), rows: runs, search }
  const body = html`<section>
    <h1>${title}</h1>
    ${runs.length === 0 ? html`<p>${none}</p>` : rowsView(setting, table)}
  </section>`
  const again = runs.length === 0 ? null : againForms(setting, AGAIN_MODES)
  const start = html`<section>
    <h2>${now}</h2>
    ${again}
  </section>`
  return page(setting, { title, body: [again !== null && start, body] })
}

export function runColumns({ texts, locale }: PageSetting): TableColumn<ShownRun>[] {
  const { runs, run: words, states } = texts
  return [
    {
      title: runs.number,
      kind: 'integer',
      sort: 'number',
      value: ({ number }) => number,
      cell: ({ number }) => html`<a href="/runs/${number}">${number}</a>`,
    },
    instant(words.started, ({ startedAt }) => startedAt, { sort: 'started' }),
    instant(words.ended, ({ endedAt }) => endedAt, { wide: true }),
    text(runs.command, ({ command }) => wordFor(runs.commands, command), { wide: true }),
    text(words.file, ({ file }) => file, { wide: true }),
    text(runs.by, ({ by }) => by && pageWords(by, locale), { wide: true }),
    money(words.owed, ({ owedCents }) => owedCents, { sort: 'owed', wide: true }),
    {
      title: words.state,
      kind: 'text',
      value: ({ state }) => states[state],
      cell: (run) => html`${stateTag(texts, run)}${run.simulated && ` ${texts.simulated}`}`,
    },
  ]
}
