/** `frota quota`: the slots of each bucket, why none is granted, who used them; resets a pace. */
import { Failure } from '../failure.ts'
import {
  bucketStatus,
  forgetPace,
  slotUsers,
  SLOT_USERS_MAX,
} from '../ledger/quota/bucket-status.ts'
import { integer } from '../option-parsers.ts'
import type { FleetsFile } from '../app/fleets/fleets-file.ts'
import type { CommandContext } from './context.ts'
import { duration } from '../app/duration.ts'
import { openLedger, type OpenLedger } from '../app/ledger/open-ledger.ts'
import { quotaLines, quotaObject } from './status/quota-view.ts'
import { flagValue, givenFlag } from './typed-words.ts'

const USES_SHOWN = 20

export async function run(context: CommandContext): Promise<void> {
  const { config, output } = context
  const typed = givenFlag(context, 'last')
  const last =
    typed === undefined ? USES_SHOWN : flagValue('last', typed, integer(0, SLOT_USERS_MAX))
  const forgotten = givenFlag(context, 'reset-pace')
  await using ledger = await openLedger(context, 'read')
  const buckets = await ledger.quota.buckets()
  // Awaited here, because the ledger is closed when this function returns.
  if (forgotten !== undefined) {
    return await resetPace(context, ledger, { buckets, bucket: forgotten })
  }
  const objects: object[] = []
  const file = await fleetsFile(config)
  const named = file?.credentials.map(({ name: credential }) => `consultations/${credential}`)
  for (const bucket of buckets) {
    const view = {
      facts: await ledger.quota.facts(bucket),
      status: await bucketStatus(ledger.database.pool, bucket),
      users: await slotUsers(ledger.database.pool, bucket, last),
      isRemoved: bucket.startsWith('consultations/') && named?.includes(bucket) === false,
    }
    for (const line of quotaLines(view, output, config.FROTA_TIME_ZONE)) output.line(line)
    objects.push(quotaObject(view, await ledger.quota.uses(bucket)))
  }
  for (const bucket of named ?? []) {
    if (buckets.includes(bucket)) continue
    output.line(`${bucket}: ${output.say('ainda não usada', 'not used yet')}`)
  }
  if (buckets.length === 0) {
    output.tell('Nenhuma vaga foi usada ainda.', 'No slot used yet.')
  }
  output.object({ buckets: objects })
}

/** May be repeated; a running command follows it from its next slot on. */
async function resetPace(
  { output }: CommandContext,
  { database }: OpenLedger,
  { buckets, bucket }: { buckets: readonly string[]; bucket: string },
): Promise<void> {
  if (!buckets.includes(bucket)) throw unknownBucket(bucket, buckets)
  const paceMs = await forgetPace(database.pool, bucket)
  if (paceMs === null) {
    output.tell(`${bucket} não tem ritmo aprendido; nada mudou.`, `${bucket} has learned no pace.`)
  } else {
    const pace = duration(paceMs, output)
    output.tell(
      `${bucket}: esquecido o ritmo de uma vaga a cada ${pace}. O limite por hora continua ` +
        'valendo; o próximo 429 inesperado ensina o ritmo de novo.',
      `${bucket}: the pace of one slot each ${pace} is forgotten. The limit an hour still ` +
        'holds; the next unexpected 429 teaches the pace again.',
    )
  }
  output.object({ bucket, forgottenPaceMs: paceMs })
}

function unknownBucket(bucket: string, buckets: readonly string[]): Failure {
  const known = buckets.join(', ')
  return new Failure('usage', {
    pt:
      `--reset-pace ${bucket}: não há essa cota. ` +
      (known === '' ? 'Nenhuma foi usada ainda.' : `As que há: ${known}.`),
    en:
      `--reset-pace ${bucket}: there is no such quota. ` +
      (known === '' ? 'None was used yet.' : `Those there are: ${known}.`),
  })
}

/** What reads the file is loaded only when there is one. */
async function fleetsFile(config: CommandContext['config']): Promise<FleetsFile | undefined> {
  if (config.FROTA_FLEETS_FILE === undefined) return undefined
  return (await import('../app/fleets/chosen-fleet.ts')).fleetsFileOf(config)
}
