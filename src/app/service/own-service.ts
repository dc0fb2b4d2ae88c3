/** Starts the service of this repository: migrated, as configured. */
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { migrate } from '../../database/migrate.ts'
import type { Pool } from '../../database/pool.ts'
import type { Log } from '../../log.ts'
import type { Random } from '../../random.ts'
import type { Secret } from '../../secret.ts'
import { noteSecretFile } from '../../service/keys/pepper-status.ts'
import { deriveSecrets } from '../../service/keys/service-secrets.ts'
import { serviceMigrations } from '../../service/migrations.ts'
import { PROVIDER_DELAY, SETTLEMENT_DELAY, startService } from '../../service/start-service.ts'
import type { ProviderDelay } from '../../service/providers/mock-lookup.ts'
import type { RunningService, ServiceOptions } from '../../service/start-service.ts'
import { openServiceDb } from '../../service/service-db.ts'
import { ensureTenant } from '../../service/tenants/ensure-tenant.ts'
import { eraseUnusedVehicles } from '../../service/vehicles/erase-vehicles.ts'
import { version } from '../version.ts'

export interface OwnServiceTools {
  readonly config: Config
  readonly pool: Pool
  readonly secret: Secret
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Fixed, so that everybody gets the same simulated data. */
const SEED = 2026
const FEE_CENTS = 490n
const HOUR_MS = 3_600_000

/** `tenant`: the brand and its account, with key and id of the secret file; undefined: none. */
export async function startOwnService(
  { config, pool, secret, clock, random, log }: OwnServiceTools,
  tenant: string | undefined,
  { limits, ...where }: Partial<ServiceOptions>,
): Promise<RunningService> {
  await migrate(pool, serviceMigrations)
  const { keyPepper: pepper, embedded } = secret
  const tools = { db: openServiceDb(pool), clock }
  await noteSecretFile(tools, deriveSecrets(pepper), embedded.apiKey)
  await eraseUnusedVehicles(tools)
  await using opening = new AsyncDisposableStack()
  const options = {
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
    providerDelay: scaled(PROVIDER_DELAY, config.FROTA_TEST_SCALE),
    settlementDelay: scaled(SETTLEMENT_DELAY, config.FROTA_TEST_SCALE),
  }
  const service = opening.use(await startService(options))
  // Once it listens: the key of a demo is shown only at the start that makes it.
  if (tenant !== undefined) {
    const names = { brandName: tenant, accountName: tenant }
    const made = { ...names, serviceFeeCents: FEE_CENTS, ...embedded }
    await ensureTenant({ pool, clock, random, pepper }, made)
  }
  opening.move()
  return service
}

/**
 * FROTA_TEST_SCALE shortens the runner's time limits, so a provider with the ordinary delays would
 * exceed them.
 */
function scaled({ minMs, maxMs }: ProviderDelay, scale: number): ProviderDelay {
  return { minMs: Math.floor(minMs / scale), maxMs: Math.ceil(maxMs / scale) }
}
