/** `frota status`: where each stage stands, beside a running command or after it. */
import type { Fleet } from '../ledger/fleets.ts'
import { options } from '../options.ts'
import type { CommandContext } from './context.ts'
import { expectedFinish } from './expected-finish.ts'
import { openLedger } from './open-ledger.ts'
import type { OpenLedger } from './open-ledger.ts'
import { nothingImported } from './known-fleet.ts'
import { stageLines, time } from './stage-lines.ts'
import { readStages } from './stages.ts'
import type { StageSources } from './stages.ts'
import { runState } from './words.ts'

/**
 * The health check of a container calls this with `--json`, also before anything was imported: an
 * installation without the fleet that nobody named is healthy, a mistyped name is an error.
 */
export async function run(context: CommandContext): Promise<void> {
  const { output, config, name } = context
  await using ledger = await openLedger(config, { mode: 'read', command: name, output })
  const fleet = await ledger.fleets.find(config.FROTA_FLEET)
  // Awaited, or the ledger would be closed under it.
  if (fleet !== undefined) return await sayStatus(context, ledger, fleet)
  if (!output.json || config.FROTA_FLEET !== options.FROTA_FLEET.default) {
    throw nothingImported(config.FROTA_FLEET)
  }
  const others = await ledger.fleets.all()
  output.object({ fleet: null, run: null, otherFleets: others.map((other) => other.name) })
}

async function sayStatus(
  { output, config }: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
): Promise<void> {
  const sources = await sourcesOf(ledger)
  const stages = await readStages(sources, fleet)
  const { waiting } = stages.consultations
  const { buckets, gate } = sources
  const finish =
    waiting === 0 || buckets === undefined
      ? undefined
      : await expectedFinish({ buckets, gate }, waiting)
  const latest = await ledger.stores.runs.find('latest', fleet.id)
  const zone = config.FROTA_TIME_ZONE
  for (const { text } of stageLines(stages, { output, zone, finish })) output.line(text)
  if (latest !== undefined) {
    output.line(
      `${output.say('Execução', 'Run').padEnd(12)} ${latest.number} · ${latest.command} · ` +
        `${runState(latest.state, output.locale)} · ${time(latest.startedAt, output, zone)}`,
    )
  }
  output.object({
    fleet: fleet.name,
    run: latest === undefined ? null : { number: latest.number, state: latest.state },
    ...stages,
    expectedFinish: finish?.toISOString() ?? null,
  })
}

async function sourcesOf({ stores, quota }: OpenLedger): Promise<StageSources> {
  const names = await quota.buckets()
  const consultations = names.find((name) => name.startsWith('consultations/'))
  const orders = names.find((name) => name.startsWith('orders/'))
  const known = consultations !== undefined && orders !== undefined
  return { stores, gate: quota, buckets: known ? { consultations, orders } : undefined }
}
