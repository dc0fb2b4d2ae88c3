/** `frota runs`: the executions of a fleet, newest first, and how they ended. */
import { inLocale } from '../bilingual.ts'
import { pick } from '../fields.ts'
import type { CommandContext } from './context.ts'
import { withFleet } from '../app/ledger/with-fleet.ts'
import { shortTime } from '../app/short-time.ts'
import { runState } from './words.ts'

const RUNS_SHOWN_MAX = 50
const SHOWN = [
  'number',
  'command',
  'state',
  'startedAt',
  'endedAt',
  'reportsDir',
  'failure',
] as const
const STATE_CHARACTERS = 16

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  await withFleet(context, async ({ stores }, fleet) => {
    const runs = await stores.runs.list({ fleetId: fleet.id, limit: RUNS_SHOWN_MAX })
    for (const each of runs) {
      const failure = each.failure && inLocale(each.failure, output.locale)
      const started = shortTime(each.startedAt, output, config.FROTA_TIME_ZONE)
      const where = each.reportsDir ?? output.say('sem relatório', 'no report')
      output.line(
        `${String(each.number).padStart(4)}  ${started}  ${each.command.padEnd(10)} ` +
          `${runState(each.state, output.locale).padEnd(STATE_CHARACTERS)} ${where}`,
      )
      if (failure !== null) output.line(`      ${failure}`)
    }
    output.object({ runs: runs.map((each) => pick(each, SHOWN)) })
  })
}
