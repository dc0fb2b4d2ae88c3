/** Starts the service of this repository: migrated, with one tenant, as configured. */
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { migrate } from '../../database/migrate.ts'
import type { Pool } from '../../database/pool.ts'
import type { Log } from '../../log.ts'
import type { Random } from '../../random.ts'
import type { Secret } from '../../secret.ts'
import { serviceMigrations } from '../../service/migrations.ts'
import { startService } from '../../service/start-service.ts'
import type { RunningService, ServiceOptions } from '../../service/start-service.ts'
import { openServiceDb } from '../../service/service-db.ts'
import { ensureTenant } from '../../service/tenants/ensure-tenant.ts'
import { eraseUnusedVehicles } from '../../service/vehicles/erase-vehicles.ts'
import { scaledDelays } from './scaled-delays.ts'
import { version } from '../version.ts'

export interface OwnServiceTools {
  readonly config: Config
  readonly pool: Pool
  readonly secret: Secret
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

type OwnServiceOptions = Pick<
  ServiceOptions,
  | 'port'
  | 'host'
  | 'publicBaseUrl'
  | 'devBaseUrl'
  | 'corsOrigins'
  | 'trustedProxies'
  | 'limits'
  | 'scenario'
  | 'lookup'
  | 'payments'
  | 'isAlone'
  | 'acceptsDemoKey'
>

/** Fixed, so that everybody gets the same simulated data. */
const SEED = 2026
const FEE_CENTS = 490n
const HOUR_MS = 3_600_000

/** `tenant` names the brand and its account; their key and id come from the secret file. */
export async function startOwnService(
  { config, pool, secret, clock, random, log }: OwnServiceTools,
  tenant: string,
  { limits, ...where }: OwnServiceOptions,
): Promise<RunningService> {
  await migrate(pool, serviceMigrations)
  const pepper = secret.keyPepper
  await ensureTenant(
    { pool, clock, random, pepper },
    { brandName: tenant, accountName: tenant, serviceFeeCents: FEE_CENTS, ...secret.embedded },
  )
  await eraseUnusedVehicles({ db: openServiceDb(pool), clock })
  return startService({
    ...where,
    version: version(),
    pool,
    clock,
    random,
    pepper,
    log,
    seed: SEED,
    timeZone: config.FROTA_TIME_ZONE,
    limits: {
      consultationsPerHour: config.FROTA_CONSULTATIONS_PER_HOUR,
      ordersPerHour: config.FROTA_ORDERS_PER_HOUR,
      windowMs: HOUR_MS / config.FROTA_TEST_SCALE,
      ...limits,
    },
    ...scaledDelays(config.FROTA_TEST_SCALE),
  })
}
