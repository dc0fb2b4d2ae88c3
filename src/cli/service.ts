/** `frota service`: the debt service on a port, with simulated providers, until it is stopped. */
import { wallClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/open.ts'
import { Failure } from '../failure.ts'
import { openLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { openSecret } from '../secret.ts'
import { pepperStanding } from '../service/keys/pepper-standing.ts'
import { deriveSecrets } from '../service/keys/service-secrets.ts'
import { serviceMigrations } from '../service/migrations.ts'
import { openServiceDb } from '../service/service-db.ts'
import type { CommandContext } from './context.ts'
import { secretPath } from './open-ledger.ts'
import { startOwnService } from './own-service.ts'
import { scenarioFrom } from './scenario-file.ts'

/** A statement of the service reads an index or fails; PGlite does not know this limit. */
const STATEMENT_MS_MAX = 2_000

export async function run({ config, output, stop, name }: CommandContext): Promise<void> {
  if (config.LOOKUP_MODE === 'live' || config.PAYMENTS_MODE === 'live') throw noLiveProvider()
  const scenario = scenarioFrom(config)
  const log = openLog(config.LOG_LEVEL)
  await using database = await openMigrated(config, name)
  const { pool } = database
  const secret = await openSecret(secretPath(config), systemRandom)
  const { apiKey, accountId } = secret.embedded
  const secrets = deriveSecrets(secret.keyPepper)
  const isFirst = (await pepperStanding(openServiceDb(pool), secrets, apiKey)) !== 'known'
  const tools = { config, pool, secret, clock: wallClock, random: systemRandom, log }
  await using service = await startOwnService(tools, 'demo', {
    port: config.PORT,
    host: config.SERVICE_HOST,
    limits: {
      windowKind: config.SERVICE_WINDOW,
      countRefused: config.SERVICE_COUNT_REFUSED === 'yes',
    },
    scenario,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    devBaseUrl: config.DEV_BASE_URL,
    corsOrigins: config.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  })
  const { say } = output
  output.line(`${say('Serviço em', 'Service at')} ${service.url} (LOOKUP_MODE=mock)`)
  output.line(`${say('Conta de demonstração', 'Demo account')}: ${accountId}`)
  // Once: whoever starts it again has the key, or makes another with `frota service keys create`.
  if (isFirst) output.line(`${say('Chave de demonstração', 'Demo key')}: ${apiKey}`)
  output.object({ url: service.url, accountId, ...(isFirst ? { apiKey } : {}) })
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true })
    if (stop.aborted) resolve()
  })
}

/** A migration may take its time on a server; a caller's statement may not. */
async function openMigrated(config: Config, name: string): Promise<Database> {
  const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir } = config
  const first = url === undefined ? { dataDir, command: `frota ${name}` } : { url }
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openDatabase(first))
  await migrate(database.pool, serviceMigrations)
  if (url !== undefined) return await openDatabase({ url, statementMsMax: STATEMENT_MS_MAX })
  opening.move()
  return database
}

function noLiveProvider(): Failure {
  return new Failure('configuration', {
    pt: 'Ainda não há provedor real; use LOOKUP_MODE=mock e PAYMENTS_MODE=mock.',
    en: 'There is no live provider yet; use LOOKUP_MODE=mock and PAYMENTS_MODE=mock.',
  })
}
