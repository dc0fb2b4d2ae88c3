/** Starts the debt service on a port, simulated or live, as the configuration says. */
import { isIP } from 'node:net'
import { wallClock, type Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase, type Database } from '../../database/open.ts'
import { Failure } from '../../failure.ts'
import { openLog, type Log } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import { openSecret } from '../../secret.ts'
import { holdsKey, isUnusedService } from '../../service/keys/pepper-status.ts'
import { deriveSecrets } from '../../service/keys/service-secrets.ts'
import { serviceMigrations } from '../../service/migrations.ts'
import { openServiceDb, type ServiceDb } from '../../service/service-db.ts'
import { listBrands } from '../../service/tenants/administer-brands.ts'
import type { AppContext } from '../context.ts'
import { meterOf, openMonitor } from '../metrics/monitor.ts'
import { LOOPBACK } from '../loopback.ts'
import { secretPath } from '../ledger/open-ledger.ts'
import { openLiveProviders } from './live-providers.ts'
import { requireOneProvider } from './one-provider.ts'
import { startOwnService } from './own-service.ts'
import { namedFile } from '../named-file.ts'
import { readScenario } from '../../service/faults/read-scenario.ts'
import type { Scenario } from '../../service/faults/scenario.ts'
import { eraseUnusedVehicles } from '../../service/vehicles/erase-vehicles.ts'

/** Every statement of the service uses an index, so a slow one fails; PGlite has no such limit. */
const STATEMENT_MS_MAX = 2_000

/**
 * A demo brand is made where `demo` asks for it and on an empty database of this machine; its key,
 * that of the secret file, works there alone, and never in front of a real service. `logLevel`:
 * where no option gives one. Throws a Failure that names what to fix.
 */
export async function serve(
  { config, name, stop }: Pick<AppContext, 'config' | 'name' | 'stop'>,
  { demo, logLevel }: { readonly demo: boolean; readonly logLevel: string },
) {
  const isLive = [config.LOOKUP_MODE, config.PAYMENTS_MODE].includes('live')
  if (isLive && demo) throw new Failure('usage', NO_DEMO)
  const scenario = scenarioFrom(config)
  const log = openLog(config.LOG_LEVEL ?? logLevel)
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openMigrated(config, name))
  const { pool } = database
  const serviceDb = openServiceDb(pool)
  await requireOneProvider(serviceDb, config)
  const isFirstStart = () => isUnusedService(serviceDb)
  const secret = await openSecret(secretPath(config), systemRandom, isFirstStart)
  const { apiKey, accountId } = secret.embedded
  const secrets = deriveSecrets(secret.keyPepper)
  const isOwnKey = (key: string) => holdsKey(serviceDb, secrets, key)
  const tools = { config, pool, secret, clock: wallClock, random: systemRandom, log }
  const live = opening.use(await openLiveProviders({ ...tools, isOwnKey, stop }))
  const acceptsDemoKey = !isLive && (demo || LOOPBACK.includes(config.SERVICE_HOST))
  // Asked in this order, another instance that starts now has made both or neither.
  const hasBrands = (await listBrands(serviceDb)).length > 0
  const isNew = !(await isOwnKey(apiKey))
  const makesDemo = acceptsDemoKey && isNew && (demo || !hasBrands)
  const meter = await meterOf(config)
  const service = opening.use(
    await startOwnService(tools, makesDemo ? 'demo' : undefined, {
      port: config.PORT,
      host: config.SERVICE_HOST,
      limits: {
        windowKind: config.SERVICE_WINDOW,
        countRefused: config.SERVICE_COUNT_REFUSED === 'yes',
      },
      acceptsDemoKey,
      scenario,
      lookup: live.lookup,
      payments: live.payments,
      isAlone: database.engine === 'pglite',
      publicBaseUrl: config.PUBLIC_BASE_URL,
      devBaseUrl: config.DEV_BASE_URL,
      corsOrigins: config.CORS_ORIGINS ?? [],
      trustedProxies: trustedProxies(config.SERVICE_TRUSTED_PROXIES),
      onAnswered: meter?.answered,
    }),
  )
  const checks = { database: async () => void (await pool.query('select 1')) }
  opening.use((await openMonitor(config, meter, { checks, clock: wallClock })) ?? null)
  opening.use(eraseDaily({ db: serviceDb, clock: wallClock, log }))
  const mode = `${config.LOOKUP_MODE}/${config.PAYMENTS_MODE}`
  log.info({ url: service.url, mode }, 'service started')
  opening.defer(() => log.info({ url: service.url }, 'service stopping'))
  const opened = opening.move()
  return {
    url: service.url,
    /** Where there is a demo whose key is accepted; the key itself only when it was made now. */
    demo:
      acceptsDemoKey && (makesDemo || !isNew)
        ? { accountId, ...(makesDemo ? { apiKey } : {}) }
        : undefined,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const NO_DEMO = {
  pt: '--demo é do serviço simulado; em modo live crie uma chave com frota service keys create.',
  en: '--demo is for the simulated service; in live mode use frota service keys create.',
}

/** Whoever is trusted by mistake may claim any address, so an entry that is none stops the start. */
function trustedProxies(text: string): string[] {
  const named = text.split(',').map((each) => each.trim())
  const proxies = named.filter((each) => each !== '')
  const wrong = proxies.find((each) => !isNetwork(each))
  if (wrong === undefined) return proxies
  throw new Failure('configuration', {
    pt: `SERVICE_TRUSTED_PROXIES: "${wrong}" não é um IP nem uma rede; use 10.0.0.5 ou 10.0.0.0/24.`,
    en: `SERVICE_TRUSTED_PROXIES: "${wrong}" is no IP and no network; use 10.0.0.5 or 10.0.0.0/24.`,
  })
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const width = isIP(address) === 6 ? 128 : 32
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
  return isIP(address) !== 0 && isWidth && more.length === 0
}

/** Migrates on a connection without the limit for statements, since a migration may take longer. */
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

/** Undefined without SERVICE_SCENARIO_FILE. Throws a Failure that names what to fix. */
function scenarioFrom(config: Config): Scenario | undefined {
  const path = config.SERVICE_SCENARIO_FILE
  return path === undefined ? undefined : readScenario(namedFile('SERVICE_SCENARIO_FILE', path))
}

const DAY_MS = 86_400_000

/** Begins a day after the start, which erases by itself. A failure is logged and tried again then. */
function eraseDaily(tools: {
  readonly db: ServiceDb
  readonly clock: Clock
  readonly log: Log
}): AsyncDisposable {
  const stop = new AbortController()
  const ended = repeat(tools, stop.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await ended
    },
  }
}

async function repeat(tools: Parameters<typeof eraseDaily>[0], stop: AbortSignal): Promise<void> {
  const { log } = tools
  for (;;) {
    await tools.clock.sleep(DAY_MS, stop)
    if (stop.aborted) return
    try {
      const count = await eraseUnusedVehicles(tools)
      log.info({ count }, 'personal data erased')
    } catch (error) {
      const code = error instanceof Error ? error.name : 'unknown'
      log.error({ code }, 'personal data not erased')
    }
  }
}
