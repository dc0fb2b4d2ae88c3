/** The runs of the fleet, newest first; also a short list for the first page. */
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { html } from '../../html.ts'
import type { Content, Html } from '../../html.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { AGAIN_MODES, againForms } from './again-forms.ts'
import { stateTag } from './ended-run.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import { page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'

/** There are no further pages; a person hardly scrolls beyond this. */
export const RUNS_SHOWN_MAX = 100
export const LATEST_RUNS_MAX = 5

/** Newest first. */
export function fleetRuns(
  tools: Pick<ConsoleTools, 'ledger'>,
  setting: PageSetting,
  limit: number,
): Promise<readonly Run[]> {
  const list = ({ stores }: OpenLedger, { id }: Fleet): Promise<Run[]> =>
    stores.runs.list({ fleetId: id, limit })
  return withFleet(tools, setting, list, [])
}

export function runsPage(setting: PageSetting, runs: readonly Run[]): string {
  const { texts } = setting
  const body = html`<section>
    <h1>${texts.runs.title}</h1>
    ${runs.length === 0 ? html`<p>${texts.runs.none}</p>` : table(setting, runs)}
  </section>`
  const again = runs.length === 0 ? null : againForms(setting, AGAIN_MODES)
  const start = html`<section>
    <h2>${texts.runs.now}</h2>
    ${again}
  </section>`
  return page(setting, { title: texts.runs.title, body: [again !== null && start, body] })
}

export function latestRuns(setting: PageSetting, runs: readonly Run[]): Content {
  if (runs.length === 0) return null
  const { texts } = setting
  return html`<section>
    <h2>${texts.runs.latest}</h2>
    ${table(setting, runs)}
    <p class="actions"><a href="/runs">${texts.runs.all}</a></p>
  </section>`
}

function table({ texts, locale, zone }: PageSetting, runs: readonly Run[]): Html {
  const display = displayFor(locale, zone)
  const instant = (at: Date | null): string =>
    at === null ? '' : display.instant(at.toISOString())
  const row = (run: Run): Html =>
    html`<tr>
      <td><a href="/runs/${run.number}">${run.number}</a></td>
      <td>${instant(run.startedAt)}</td>
      <td class="wide">${instant(run.endedAt)}</td>
      <td class="wide">${run.command}</td>
      <td>${stateTag(texts, run)}${run.simulated && ` ${texts.simulated}`}</td>
    </tr>`
  return plainTable(
    [
      texts.runs.number,
      texts.run.started,
      [texts.run.ended, 'wide'],
      [texts.runs.command, 'wide'],
      texts.run.state,
    ],
    runs.map(row),
  )
}
