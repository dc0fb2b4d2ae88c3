/** `frota status`: where each stage stands, beside a running command or after it. */
import type { CommandContext } from './context.ts'
import { expectedFinish } from './expected-finish.ts'
import type { OpenLedger } from './open-ledger.ts'
import { withFleet } from './read-fleet.ts'
import { stageLines, time } from './stage-lines.ts'
import { readStages } from './stages.ts'
import type { StageSources } from './stages.ts'

/** The health check of a container reads this before anything was imported. */
export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  await withFleet(context, async (ledger, fleet) => {
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
          `${latest.state} · ${time(latest.startedAt, output, zone)}`,
      )
    }
    output.object({
      fleet: fleet.name,
      run: latest === undefined ? null : { number: latest.number, state: latest.state },
      ...stages,
      expectedFinish: finish?.toISOString() ?? null,
    })
  })
}

async function sourcesOf({ stores, quota }: OpenLedger): Promise<StageSources> {
  const names = await quota.buckets()
  const consultations = names.find((name) => name.startsWith('consultations/'))
  const orders = names.find((name) => name.startsWith('orders/'))
  const known = consultations !== undefined && orders !== undefined
  return { stores, gate: quota, buckets: known ? { consultations, orders } : undefined }
}
