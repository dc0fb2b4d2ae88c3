/** `frota service`: the debt service on a port, simulated or live, until it is stopped. */
import { wallClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/open.ts'
import { openLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { openSecret } from '../secret.ts'
import { isUnusedService, pepperStanding } from '../service/keys/pepper-standing.ts'
import { deriveSecrets } from '../service/keys/service-secrets.ts'
import { serviceMigrations } from '../service/migrations.ts'
import { openServiceDb } from '../service/service-db.ts'
import type { CommandContext } from './context.ts'
import { openLiveProviders } from './service/live-providers.ts'
import { secretPath } from './run/open-ledger.ts'
import { startOwnService } from './service/own-service.ts'
import { scenarioFrom } from './service/scenario-file.ts'

/** A statement of the service reads an index or fails; PGlite does not know this limit. */
const STATEMENT_MS_MAX = 2_000

export async function run({ config, output, stop, name }: CommandContext): Promise<void> {
  const scenario = scenarioFrom(config)
  const log = openLog(config.LOG_LEVEL)
  await using database = await openMigrated(config, name)
  const { pool } = database
  const serviceDb = openServiceDb(pool)
  const isFirstStart = () => isUnusedService(serviceDb)
  const secret = await openSecret(secretPath(config), systemRandom, isFirstStart)
  const { apiKey, accountId } = secret.embedded
  const secrets = deriveSecrets(secret.keyPepper)
  const standing = (key: string) => pepperStanding(serviceDb, secrets, key)
  const isFirst = (await standing(apiKey)) !== 'known'
  const tools = { config, pool, secret, clock: wallClock, random: systemRandom, log }
  const isOwnKey = async (key: string) => key === apiKey || (await standing(key)) === 'known'
  await using live = await openLiveProviders({ ...tools, isOwnKey })
  await using service = await startOwnService(tools, 'demo', {
    port: config.PORT,
    host: config.SERVICE_HOST,
    limits: {
      windowKind: config.SERVICE_WINDOW,
      countRefused: config.SERVICE_COUNT_REFUSED === 'yes',
    },
    scenario,
    lookup: live.lookup,
    payments: live.payments,
    preparesStatements: database.engine === 'postgresql',
    publicBaseUrl: config.PUBLIC_BASE_URL,
    devBaseUrl: config.DEV_BASE_URL,
    corsOrigins: config.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  })
  const { say } = output
  const modes = `LOOKUP_MODE=${config.LOOKUP_MODE}, PAYMENTS_MODE=${config.PAYMENTS_MODE}`
  output.line(`${say('Serviço em', 'Service at')} ${service.url} (${modes})`)
  const pages = `${service.url}/docs, ${service.url}/sandbox`
  output.line(`${say('Documentação e sandbox', 'Documentation and sandbox')}: ${pages}`)
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
