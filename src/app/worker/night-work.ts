/** What workers need to process a night's jobs: its fleets, its service, its settings. */
import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { NightWork } from '../../ledger/runs/nights.ts'
import { sharedDir } from '../access/known-service.ts'
import type { AppContext } from '../context.ts'
import { configuredAccount, fleetsFileOf } from '../fleets/chosen-fleet.ts'
import type { RunContext } from '../run/run-context.ts'
import { sharedSettings, withShared } from '../access/shared-settings.ts'

const QUEUE_HEX = 12

/** One account's part of a night. */
export interface NightPart {
  readonly fleetIds: readonly string[]
  readonly queue: string
  readonly accountId: string
}

/**
 * The queue of one account's part of one night under one lease, for all machines. It is not used
 * again, since jobs that are wiped while a worker runs them would leave traces in it.
 */
export function queueOfNight(epoch: bigint, beganAtMs: number, part = 0): string {
  const hash = createHash('sha256').update(`${epoch} ${beganAtMs} ${part}`).digest('hex')
  return `frota-${hash.slice(0, QUEUE_HEX)}`
}

export function nightPart({ tools, access }: RunContext, queue: string): NightPart {
  return { fleetIds: tools.fleets.map(({ id }) => id), queue, accountId: access.accountId }
}

export function nightWork(config: Config, parts: readonly [NightPart, ...NightPart[]]): NightWork {
  const [{ queue, accountId }] = parts
  return {
    fleetIds: parts.flatMap(({ fleetIds }) => fleetIds),
    queue,
    settings: {
      apiUrl: config.FROTA_API_URL ?? null,
      accountId,
      parts,
      shared: sharedSettings(config),
    },
  }
}

/** A night of an earlier version had one account, and named no parts. */
export function partsOf({ fleetIds, queue, settings }: NightWork): readonly NightPart[] {
  const { parts, accountId } = settings as { parts?: unknown; accountId?: unknown }
  if (Array.isArray(parts) && parts.length > 0 && parts.every(isPart)) return parts
  return [{ fleetIds, queue, accountId: typeof accountId === 'string' ? accountId : '' }]
}

function isPart(value: unknown): value is NightPart {
  if (typeof value !== 'object' || value === null) return false
  const { fleetIds, queue, accountId } = value as Partial<Record<keyof NightPart, unknown>>
  return Array.isArray(fleetIds) && typeof queue === 'string' && typeof accountId === 'string'
}

/**
 * The night's settings with this machine's own keys and directories, for one account. Throws
 * `configuration` when this machine is configured for another service, so that its key is never
 * sent to a service that its owner did not choose.
 */
export async function withNightSettings(
  context: AppContext,
  { settings }: NightWork,
  { accountId }: NightPart,
): Promise<AppContext> {
  const { apiUrl, shared = {} } = settings as { apiUrl?: unknown; shared?: object }
  const config = configOf(context.config, accountId)
  if (config === undefined) throw elsewhere(apiUrl)
  const isRehearsal = apiUrl === null && config.FROTA_API_URL === undefined
  const isSame = apiUrl === config.FROTA_API_URL && accountId === configuredAccount(config)
  if (!isRehearsal && !isSame) throw elsewhere(apiUrl)
  return { ...context, config: await withShared(config, shared, sharedDir(config)) }
}

/** Undefined when this machine's FROTA_FLEETS_FILE has no fleet of the account. */
function configOf(config: Config, accountId: string): Config | undefined {
  const file = fleetsFileOf(config)
  if (file === undefined) return config
  const fleet = file.fleets.find((each) => each.accountId === accountId)
  return fleet === undefined ? undefined : { ...config, FROTA_FLEET: fleet.name }
}

/** A rehearsal's account is that of its secret file, which is only known once it was opened. */
export function requireAccount({ settings }: NightWork, part: NightPart, accountId: string): void {
  const { apiUrl } = settings as { apiUrl?: unknown }
  if (part.accountId !== accountId) throw elsewhere(apiUrl)
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
