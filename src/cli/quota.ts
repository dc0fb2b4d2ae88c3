/** `frota quota`: slots used and free of each bucket, when the next frees, and who holds them. */
import { instant } from '../clock.ts'
import type { CommandContext } from './context.ts'
import { openLedger } from './open-ledger.ts'
import { time } from './stage-lines.ts'
import { slotState } from './words.ts'

export async function run({ config, name, output }: CommandContext): Promise<void> {
  await using ledger = await openLedger(config, { mode: 'read', command: name, output })
  const { say } = output
  const zone = config.FROTA_TIME_ZONE
  const buckets: object[] = []
  for (const bucket of await ledger.quota.buckets()) {
    const facts = await ledger.quota.facts(bucket)
    const uses = await ledger.quota.uses(bucket)
    const next =
      facts.free > 0 ? say('agora', 'now') : time(new Date(facts.nextFreeAtMs), output, zone)
    output.line(
      `${bucket}: ${facts.used}/${facts.max} ${say('usadas', 'used')}, ${facts.free} ` +
        `${say('livres', 'free')}, ${say('próxima', 'next')} ${next}`,
    )
    for (const use of uses) {
      const state = slotState(use.state, output.locale)
      output.line(
        `  ${time(new Date(use.reservedAtMs), output, zone)}  ${state.padEnd(11)} ` +
          `${say('livre às', 'free at')} ${time(new Date(use.freeAtMs), output, zone)}  ` +
          use.holder,
      )
    }
    const { used, max, free } = facts
    buckets.push({ bucket, used, max, free, nextFreeAt: instant(facts.nextFreeAtMs), uses })
  }
  if (buckets.length === 0) output.line(say('Nenhuma vaga foi usada ainda.', 'No slot used yet.'))
  output.object({ buckets })
}
