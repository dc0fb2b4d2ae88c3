/**
 * Which service the runner speaks to: the configured one, or the service of this repository started
 * on a free loopback port, spoken to over HTTP like any other.
 */
import { openClient } from '../client/open-client.ts'
import type { Client } from '../client/client.ts'
import { secretReader } from '../config.ts'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import type { RunningService } from '../service/start-service.ts'
import type { OwnServiceTools } from './own-service.ts'

export interface ServiceAccess extends AsyncDisposable {
  readonly client: Client
  readonly accountId: string
  /** The credential's name, never the key: quota buckets bear it. */
  readonly credential: string
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
  if (config.FROTA_API_URL === undefined) return openEmbedded(tools)
  const credentials = configuredCredentials(config)
  return reach(tools, { baseUrl: config.FROTA_API_URL, ...credentials, service: undefined })
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
  // Loaded only here: a runner with a service of its own never needs it.
  const { startOwnService } = await import('./own-service.ts')
  const service = await startOwnService(tools, 'frota', {})
  const { apiKey, accountId } = tools.secret.embedded
  return reach(tools, { baseUrl: service.url, apiKey: () => apiKey, accountId, service })
}

async function reach(
  { clock, random, log, config }: OwnServiceTools,
  to: {
    baseUrl: string
    apiKey: () => string
    accountId: string
    service: RunningService | undefined
  },
): Promise<ServiceAccess> {
  const { baseUrl, apiKey, accountId, service } = to
  const client = openClient({ baseUrl, apiKey, accountId, clock, random, log })
  const close = async (): Promise<void> => {
    await client.close()
    await service?.close()
  }
  try {
    const modes = await client.health()
    const simulated = modes.lookup === 'mock' || modes.payments === 'mock'
    refuseScale(config, baseUrl, simulated)
    await client.checkAccess()
    return {
      client,
      accountId,
      simulated,
      embedded: service !== undefined,
      credential: service === undefined ? 'principal' : 'embutida',
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
