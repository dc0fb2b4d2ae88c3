/** What the conductor of a night tells those who help: its fleets, its service, what it decides by. */
import { configuredAccount } from '../fleet/chosen-fleet.ts'
import { createHash } from 'node:crypto'
import type { CommandContext } from '../context.ts'
import type { NightWork } from '../../ledger/nights.ts'
import { Failure } from '../../failure.ts'
import { sharedDir } from '../access/known-service.ts'
import { sharedSettings, withShared } from './shared-settings.ts'
import type { Workshop } from '../run/workshop.ts'

const QUEUE_HEX = 12

/** A queue for one conductor's part of one night, whichever machines work on it. */
export function queueOfNight(holder: string, beganAtMs: number): string {
  const hash = createHash('sha256').update(`${holder} ${beganAtMs}`).digest('hex')
  return `frota-${hash.slice(0, QUEUE_HEX)}`
}

export function nightWork(
  { config }: Pick<CommandContext, 'config'>,
  { tools, access }: Workshop,
  queue: string,
): NightWork {
  const apiUrl = access.embedded ? null : (config.FROTA_API_URL ?? null)
  return {
    fleetIds: tools.fleets.map(({ id }) => id),
    queue,
    settings: { apiUrl, accountId: access.accountId, shared: sharedSettings(config) },
  }
}

/**
 * The conductor's settings over this machine's own key and places. Throws `configuration` when the
 * two speak to different services: a key goes only where its owner sends it.
 */
export async function asConductor(
  context: CommandContext,
  { settings }: NightWork,
): Promise<CommandContext> {
  const { config } = context
  const {
    apiUrl,
    accountId,
    shared = {},
  } = settings as {
    apiUrl?: unknown
    accountId?: unknown
    shared?: object
  }
  const isRehearsal = apiUrl === null && config.FROTA_API_URL === undefined
  const isSame = apiUrl === config.FROTA_API_URL && accountId === configuredAccount(config)
  if (!isRehearsal && !isSame) throw elsewhere(apiUrl)
  return { ...context, config: await withShared(config, shared, sharedDir(config)) }
}

/** A rehearsal's account is that of its secret file, which is only known once it was opened. */
export function requireAccount({ settings }: NightWork, accountId: string): void {
  const { apiUrl, accountId: conducted } = settings as { apiUrl?: unknown; accountId?: unknown }
  if (conducted !== accountId) throw elsewhere(apiUrl)
}

function elsewhere(apiUrl: unknown): Failure {
  const where = typeof apiUrl === 'string' ? apiUrl : '—'
  return new Failure('configuration', {
    pt:
      `A noite em andamento usa outro serviço ou outra conta (${where}). Configure o mesmo ` +
      'FROTA_API_URL e FROTA_ACCOUNT_ID aqui, ou nenhum, e reinicie.',
    en:
      `The night under way uses another service or account (${where}). Configure the same ` +
      'FROTA_API_URL and FROTA_ACCOUNT_ID here, or none, and start again.',
  })
}
