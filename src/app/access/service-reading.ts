/** The service of a fleet for readers: uses no slot, claims no key, creates no installation. */
import { existsSync } from 'node:fs'
import type { Client } from '../../client/client.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openSecret } from '../../secret.ts'
import { secretPath } from '../ledger/open-ledger.ts'
import {
  checkService,
  closeConnection,
  connectConfigured,
  connectEmbedded,
} from './service-access.ts'
import type { AccessTools, Connection } from './service-access.ts'

export interface ServiceReading extends AsyncDisposable {
  readonly client: Pick<Client, 'read' | 'pages'>
}

type ReadingTools = Omit<AccessTools, 'secret'> & { readonly signal: AbortSignal }

/**
 * Throws a Failure that says what is missing, or why the service does not answer; also when the
 * configured account is not the fleet's, since it would not know the fleet's orders.
 */
export async function openServiceReading(
  tools: ReadingTools,
  { accountId, name }: Fleet,
): Promise<ServiceReading> {
  const connection = await connect(tools, accountId)
  const close = (): Promise<void> => closeConnection(connection)
  try {
    if (connection.accountId !== accountId) throw notConfigured(name)
    await checkService(tools.config, connection, { signal: tools.signal })
    return { client: connection.client, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(tools: ReadingTools, accountId: string): Promise<Connection> {
  const { config, random } = tools
  if (config.FROTA_API_URL !== undefined) return connectConfigured(tools, config.FROTA_API_URL)
  const path = secretPath(config)
  const secret = existsSync(path) ? await openSecret(path, random, async () => false) : undefined
  if (secret?.embedded.accountId !== accountId) throw notConfigured(config.FROTA_FLEET)
  return connectEmbedded({ ...tools, secret })
}

function notConfigured(fleet: string): Failure {
  return new Failure('configuration', {
    pt:
      `O serviço da frota "${fleet}" não está configurado aqui; defina FROTA_API_URL, a chave e ` +
      'a conta como nas execuções.',
    en:
      `The service of the fleet "${fleet}" is not configured here; set FROTA_API_URL, its key and ` +
      'its account as in the runs.',
  })
}
