/** `frota service`: the debt service on a port, with simulated providers, until it is stopped. */
import { existsSync } from 'node:fs'
import { wallClock } from '../clock.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { Failure } from '../failure.ts'
import { openLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { openSecret } from '../secret.ts'
import { serviceMigrations } from '../service/migrations.ts'
import { startService } from '../service/start-service.ts'
import { ensureTenant } from '../service/tenants/ensure-tenant.ts'
import type { CommandContext } from './context.ts'
import { secretPath } from './open-ledger.ts'
import { scaledDelays } from './scaled-delays.ts'

const SEED = 2026
const FEE_CENTS = 490n
const HOUR_MS = 3_600_000

export async function run({ config, output, stop, name }: CommandContext): Promise<void> {
  if (config.LOOKUP_MODE === 'live' || config.PAYMENTS_MODE === 'live') throw noLiveProvider()
  const log = openLog(config.LOG_LEVEL)
  const clock = wallClock
  const random = systemRandom
  const isFirst = !existsSync(secretPath(config))
  await using database = await openDatabase(
    config.DATABASE_URL === undefined
      ? { dataDir: config.FROTA_DATA_DIR, command: `frota ${name}` }
      : { url: config.DATABASE_URL },
  )
  const secret = await openSecret(secretPath(config), random)
  const pepper = secret.keyPepper
  const { pool } = database
  await migrate(pool, serviceMigrations)
  const { apiKey, accountId } = secret.embedded
  const tenant = { brandName: 'demo', accountName: 'demo', serviceFeeCents: FEE_CENTS }
  await ensureTenant({ pool, clock, random, pepper }, { ...tenant, accountId, apiKey })
  await using service = await startService({
    pool,
    clock,
    random,
    pepper,
    log,
    seed: SEED,
    port: config.PORT,
    timeZone: config.FROTA_TIME_ZONE,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    corsOrigins: config.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    limits: {
      consultationsPerHour: config.FROTA_CONSULTATIONS_PER_HOUR,
      ordersPerHour: config.FROTA_ORDERS_PER_HOUR,
      windowMs: HOUR_MS / config.FROTA_TEST_SCALE,
    },
    ...scaledDelays(config.FROTA_TEST_SCALE),
  })
  const { say } = output
  output.line(`${say('Serviço em', 'Service at')} ${service.url} (LOOKUP_MODE=mock)`)
  output.line(`${say('Conta de demonstração', 'Demo account')}: ${accountId}`)
  // Once: whoever starts it again has the key, or reads it from the secret file's owner.
  if (isFirst) output.line(`${say('Chave de demonstração', 'Demo key')}: ${apiKey}`)
  output.object({ url: service.url, accountId, ...(isFirst ? { apiKey } : {}) })
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true })
    if (stop.aborted) resolve()
  })
}

function noLiveProvider(): Failure {
  return new Failure('configuration', {
    pt: 'Ainda não há provedor real; use LOOKUP_MODE=mock e PAYMENTS_MODE=mock.',
    en: 'There is no live provider yet; use LOOKUP_MODE=mock and PAYMENTS_MODE=mock.',
  })
}
