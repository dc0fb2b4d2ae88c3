/** `frota report [RUN]`: writes the reports of an ended run again. */
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import { systemRandom } from '../random.ts'
import { writeReports } from '../reconciliation/reports/write-reports.ts'
import { openSecret } from '../secret.ts'
import type { CommandContext } from './context.ts'
import { secretPath } from './run/open-ledger.ts'
import { withFleet } from './fleet/read-fleet.ts'
import { rowOpener } from './run/row-opener.ts'
import { totalsDiffer } from './run/run-ending.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, output, words } = context
  const which = runNumber(words[0])
  await withFleet(context, async ({ stores }, fleet) => {
    const found = await stores.runs.find(which, fleet.id)
    if (found === undefined) throw unknownRun(which)
    const openRow = rowOpener(await openSecret(secretPath(config), systemRandom))
    const written = await writeReports(
      { source: stores.reports, openRow },
      { run: found, reportsDir: config.FROTA_REPORTS_DIR },
    )
    await stores.runs.noteReports(found.id, written.directory)
    const page = join(written.directory, 'summary.html')
    output.line(`${output.say('Relatórios', 'Reports')} ${page}`)
    output.object({ run: found.number, reports: written.directory, closes: written.closes })
    if (!written.closes) throw totalsDiffer(written.directory)
  })
}

function runNumber(word: string | undefined): number | 'latest' {
  if (word === undefined || word === 'latest') return 'latest'
  if (/^\d{1,9}$/.test(word)) return Number(word)
  throw new Failure('usage', {
    pt: `"${word.slice(0, 20)}" não é o número de uma execução; veja: frota runs`,
    en: `"${word.slice(0, 20)}" is not the number of a run; see: frota runs`,
  })
}

function unknownRun(which: number | 'latest'): Failure {
  return new Failure('usage', {
    pt: `A execução ${which} não existe; veja: frota runs`,
    en: `There is no run ${which}; see: frota runs`,
  })
}
