/**
 * Which service the runner speaks to: the configured one, or the service of this repository started
 * on a free loopback port, spoken to over HTTP like any other.
 */
import { openClient } from '../../client/open-client.ts'
import type { Client } from '../../client/client.ts'
import { secretReader } from '../../config.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { RunningService } from '../../service/start-service.ts'
import { claimKeys } from './claim-keys.ts'
import type { NamedKey } from './claim-keys.ts'
import { openCredentials } from './open-credentials.ts'
import type { OwnServiceTools } from '../service/own-service.ts'

export interface ServiceAccess extends AsyncDisposable {
  readonly client: Client
  readonly accountId: string
  /** Names, never keys: quota buckets bear them. The first is the one that a single one is. */
  readonly credentials: readonly [string, ...string[]]
  /** Those of them that may be used now; never empty. */
  readonly usable: () => readonly string[]
  /** For what only this credential's quota pays for. */
  readonly clientOf: (credential: string) => Pick<Client, 'call'>
  /** What the quota of the whole service is called. */
  readonly service: string
  readonly simulated: boolean
  readonly embedded: boolean
}

export interface Credentials {
  /** Read again at every call, so that a rotated key file takes effect. */
  readonly apiKey: () => string
  readonly accountId: string
}

export async function openServiceAccess(tools: OwnServiceTools): Promise<ServiceAccess> {
  const { config } = tools
  const baseUrl = config.FROTA_API_URL
  if (baseUrl === undefined) return openEmbedded(tools)
  const { clock, random, log } = tools
  const openOne = (of: { apiKey: () => string; accountId: string }): Client =>
    openClient({ baseUrl, ...of, clock, random, log })
  const several = openCredentials(config, openOne)
  if (several !== undefined) {
    const { round, client, accountId } = several
    const [first = CONFIGURED, ...others] = round.names
    const named: Named = {
      credentials: [first, ...others],
      usable: () => round.usable(),
      clientOf: (name) => client.of(name),
      service: CONFIGURED,
    }
    const { keys } = several
    return reach(tools, { baseUrl, client, accountId, named, keys, service: undefined })
  }
  const { apiKey, accountId } = configuredCredentials(config)
  const client = openOne({ apiKey, accountId })
  const named = onlyOne(CONFIGURED, client)
  const keys = (): NamedKey[] => [{ credential: CONFIGURED, key: apiKey() }]
  return reach(tools, { baseUrl, client, accountId, named, keys, service: undefined })
}

type Named = Pick<ServiceAccess, 'credentials' | 'usable' | 'clientOf' | 'service'>

/** The credential of the environment; the order budget of every configured service. */
const CONFIGURED = 'principal'
const EMBEDDED = 'embutida'

function onlyOne(name: string, client: Client): Named {
  return { credentials: [name], usable: () => [name], clientOf: () => client, service: name }
}

/** Throws a Failure that names the option that is missing, or the file that cannot be read. */
export function configuredCredentials(config: Config): Credentials {
  const apiKey = secretReader(config)
  if (apiKey === undefined) {
    throw new Failure('configuration', {
      pt: 'Falta a chave da API: defina FROTA_API_KEY_FILE (um arquivo) ou FROTA_API_KEY.',
      en: 'The API key is missing: set FROTA_API_KEY_FILE (a file) or FROTA_API_KEY.',
    })
  }
  if (config.FROTA_ACCOUNT_ID === undefined) {
    throw new Failure('configuration', {
      pt: 'Falta a conta: defina FROTA_ACCOUNT_ID com o UUID da conta no serviço.',
      en: "The account is missing: set FROTA_ACCOUNT_ID to the account's UUID at the service.",
    })
  }
  // Read now, so that a missing file is said before anything starts.
  apiKey()
  return { apiKey, accountId: config.FROTA_ACCOUNT_ID }
}

async function openEmbedded(tools: OwnServiceTools): Promise<ServiceAccess> {
  if (tools.config.FROTA_FLEETS_FILE !== undefined) {
    throw new Failure('configuration', {
      pt: 'FROTA_FLEETS_FILE precisa de um serviço: defina FROTA_API_URL, ou retire o arquivo.',
      en: 'FROTA_FLEETS_FILE needs a service: set FROTA_API_URL, or remove the file.',
    })
  }
  // Loaded only here: a runner with a service of its own never needs it.
  const { startOwnService } = await import('../service/own-service.ts')
  const service = await startOwnService(tools, 'frota', {})
  const { apiKey, accountId } = tools.secret.embedded
  const baseUrl = service.url
  const { clock, random, log } = tools
  const client = openClient({ baseUrl, apiKey: () => apiKey, accountId, clock, random, log })
  const named = onlyOne(EMBEDDED, client)
  return reach(tools, { baseUrl, client, accountId, named, keys: () => [], service })
}

async function reach(
  { config, pool, secret }: OwnServiceTools,
  to: {
    baseUrl: string
    client: Client
    accountId: string
    named: Named
    keys: () => readonly NamedKey[]
    service: RunningService | undefined
  },
): Promise<ServiceAccess> {
  const { baseUrl, client, accountId, named, keys, service } = to
  const close = async (): Promise<void> => {
    await client.close()
    await service?.close()
  }
  try {
    const modes = await client.health()
    const simulated = modes.lookup === 'mock' || modes.payments === 'mock'
    refuseScale(config, baseUrl, simulated)
    await client.checkAccess()
    await claimKeys({ pool, secret, zone: config.FROTA_TIME_ZONE }, keys())
    return {
      client,
      accountId,
      simulated,
      embedded: service !== undefined,
      ...named,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Short windows are for tests: against a real service they would break its quota. */
function refuseScale(config: Config, baseUrl: string, simulated: boolean): void {
  if (config.FROTA_TEST_SCALE === 1) return
  const { hostname } = new URL(baseUrl)
  if (simulated && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return
  throw new Failure('configuration', {
    pt: 'FROTA_TEST_SCALE só serve para testes contra um serviço simulado em loopback; retire-a.',
    en: 'FROTA_TEST_SCALE is only for tests against a simulated service on loopback; remove it.',
  })
}
