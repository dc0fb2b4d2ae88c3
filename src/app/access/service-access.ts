/**
 * Which service the runner speaks to: the configured one, or the service of this repository started
 * on a free loopback port, spoken to over HTTP like any other.
 */
import { openClient } from '../../client/open-client.ts'
import type { CallOptions, Client } from '../../client/client.ts'
import { secretReader, type Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { asDetail, openLog } from '../../log.ts'
import type { RunningService } from '../../service/start-service.ts'
import { claimKeys, type NamedKey } from './claim-keys.ts'
import { givenAccount } from '../fleets/chosen-fleet.ts'
import { openCredentials } from './open-credentials.ts'
import { refuseTestSettings } from './test-settings.ts'
import type { OwnServiceTools } from '../service/own-service.ts'
import { wallClock } from '../../clock.ts'
import { systemRandom } from '../../random.ts'
import type { Secret } from '../../secret.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export interface AccessTools extends OwnServiceTools {
  /** Called for each credential that cannot be used any more. */
  readonly warn: (text: string) => void
}

export interface ServiceAccess extends AsyncDisposable {
  readonly client: Client
  readonly accountId: string
  /** Names, never keys: quota buckets are named by them. The first is the default. */
  readonly credentials: readonly [string, ...string[]]
  /** The credentials that may be used now; never empty. */
  readonly usable: () => readonly string[]
  /** The client for requests that count in this credential's quota. */
  readonly clientOf: (credential: string) => Pick<Client, 'call'>
  /** The service's name in the quota of orders. */
  readonly service: string
  readonly simulated: boolean
  readonly embedded: boolean
}

export interface Credentials {
  /** Read again at every call, so that a rotated key file takes effect. */
  readonly apiKey: () => string
  readonly accountId: string
}

/** A client of the service, before any request. */
export interface Connection {
  readonly baseUrl: string
  readonly client: Client
  readonly accountId: string
  readonly named: Named
  readonly keys: () => readonly NamedKey[]
  /** The embedded service, if it is used; it ends with the connection. */
  readonly service: RunningService | undefined
}

/** Throws a Failure that names what to fix, or says why the service does not answer. */
export async function openAccess(
  { config, output }: Pick<AppContext, 'config' | 'output'>,
  { database }: Pick<OpenLedger, 'database'>,
  secret: Secret,
): Promise<ServiceAccess> {
  const { pool } = database
  const log = openLog(config.LOG_LEVEL)
  const own = { pool, secret, clock: wallClock, random: systemRandom, log }
  const tools = { config, ...own, warn: output.warn }
  const baseUrl = config.FROTA_API_URL
  const connection =
    baseUrl === undefined ? await connectEmbedded(tools) : connectConfigured(tools, baseUrl)
  return reach(tools, connection)
}

/** Throws a Failure that names the option that is missing. */
export function connectConfigured(
  { config, clock, random, log, warn }: Omit<AccessTools, 'pool' | 'secret'>,
  baseUrl: string,
): Connection {
  const openOne = (of: { apiKey: () => string; accountId: string }): Client =>
    openClient({ baseUrl, ...of, clock, random, log })
  const several = openCredentials(config, openOne, warn)
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
    return { baseUrl, client, accountId, named, keys, service: undefined }
  }
  const { apiKey, accountId } = configuredCredentials(config)
  const client = openOne({ apiKey, accountId })
  const named = onlyOne(CONFIGURED, client)
  const keys = (): NamedKey[] => [{ credential: CONFIGURED, key: apiKey() }]
  return { baseUrl, client, accountId, named, keys, service: undefined }
}

type Named = Pick<ServiceAccess, 'credentials' | 'usable' | 'clientOf' | 'service'>

/** Name of the environment's credential and of the order budget of every configured service. */
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
  const accountId = givenAccount(config)
  // Read now, so that a missing file is said before anything starts.
  apiKey()
  return { apiKey, accountId }
}

export async function connectEmbedded(tools: OwnServiceTools): Promise<Connection> {
  if (tools.config.FROTA_FLEETS_FILE !== undefined) {
    throw new Failure('configuration', {
      pt: 'FROTA_FLEETS_FILE precisa de um serviço: defina FROTA_API_URL, ou retire o arquivo.',
      en: 'FROTA_FLEETS_FILE needs a service: set FROTA_API_URL, or remove the file.',
    })
  }
  // Loaded only here: a runner with a configured service does not need it.
  const { startOwnService } = await import('../service/own-service.ts')
  const service = await startOwnService({ ...tools, log: asDetail(tools.log) }, 'frota', {})
  const { apiKey, accountId } = tools.secret.embedded
  const baseUrl = service.url
  const { clock, random, log } = tools
  const client = openClient({ baseUrl, apiKey: () => apiKey, accountId, clock, random, log })
  const named = onlyOne(EMBEDDED, client)
  return { baseUrl, client, accountId, named, keys: () => [], service }
}

async function reach({ config, pool, secret }: OwnServiceTools, connection: Connection) {
  const { client, accountId, named, keys, service } = connection
  try {
    const { simulated } = await checkService(config, connection)
    await claimKeys({ pool, secret, zone: config.FROTA_TIME_ZONE }, keys())
    return {
      client,
      accountId,
      simulated,
      embedded: service !== undefined,
      ...named,
      [Symbol.asyncDispose]: () => closeConnection(connection),
    }
  } catch (error) {
    await closeConnection(connection)
    throw error
  }
}

/**
 * Checks that the address is such a service, and that key and account may work there. What a
 * sandbox takes for paid settles no debt either, also where its answers come from real providers.
 */
export async function checkService(
  config: Config,
  service: { readonly baseUrl: string; readonly client: Pick<Client, 'health' | 'checkAccess'> },
  options: CallOptions = {},
): Promise<{ readonly simulated: boolean }> {
  const { baseUrl, client } = service
  const modes = await client.health(options)
  const simulated = modes.lookup === 'mock' || modes.payments === 'mock' || modes.sandbox === true
  refuseTestSettings(config, { baseUrl, simulated })
  await client.checkAccess(options)
  return { simulated }
}

export async function closeConnection({ client, service }: Connection): Promise<void> {
  await client.close()
  await service?.close()
}
