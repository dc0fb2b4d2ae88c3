/** Starts the service on a port, over a migrated database, with simulated or given providers. */
import type { Clock } from '../clock.ts'
import { detail } from '../contract/problem.ts'
import type { Pool } from '../database/pool.ts'
import type { Log } from '../log.ts'
import type { Random } from '../random.ts'
import { addHealth } from '../web/health-routes.ts'
import { listen } from '../web/listen.ts'
import { type AppOptions, openApp } from '../web/open-app.ts'
import type { WebLimits } from '../web/web-limits.ts'
import { type Faults, openFaults } from './faults/open-faults.ts'
import type { Scenario } from './faults/scenario.ts'
import { bindApi } from './routes/bind-api.ts'
import { logRequests } from './routes/log-requests.ts'
import { logSecurity } from './routes/log-security.ts'
import { gzipReplies } from './http/gzip-replies.ts'
import { asRefusal } from './http/refusal.ts'
import { deriveSecrets } from './keys/service-secrets.ts'
import { mountPages } from './pages/mount-pages.ts'
import type { DebtLookup } from './debt-lookup.ts'
import { mockLookup, type ProviderDelay } from './providers/mock-lookup.ts'
import { mockPayments } from './providers/mock-payments.ts'
import { PAYABLE_MS, type Payments } from './providers/payments.ts'
import { type ServiceLimits, serviceLimits } from './quota/service-limits.ts'
import { mountSandbox } from './sandbox/mount-sandbox.ts'
import { speakEnglish } from './language/speak-english.ts'
import { endHolds } from './receipts/end-holds.ts'
import { openServiceDb } from './service-db.ts'

export interface ServiceOptions {
  /** Migrated with `serviceMigrations`; the caller closes it. */
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** At least 32 random bytes from a secret file; the same as for `ensureTenant`. */
  readonly pepper: string | Uint8Array
  /** Seed of the simulated vehicles, debts and delays. */
  readonly seed: number
  /** Default 0: any free port. */
  readonly port?: number
  readonly host?: string
  /** Simulated when absent; a live look-up may go with simulated payments. */
  readonly lookup?: DebtLookup | undefined
  readonly payments?: Payments | undefined
  /** Faults to show besides those of plates that begin with ZZ. Refused in live mode. */
  readonly scenario?: Scenario | undefined
  readonly limits?: Partial<ServiceLimits>
  readonly listMsMax?: number
  /** How long the simulated provider takes to answer, and to make a Pix code. */
  readonly providerDelay?: ProviderDelay
  /** How long each step of a simulated settlement takes. */
  readonly settlementDelay?: ProviderDelay
  readonly pixExpiresAfterMs?: number
  readonly orderExpiresAfterMs?: number
  readonly timeZone?: string
  readonly publicBaseUrl?: string | undefined
  /** Named in the OpenAPI document beside the public one. */
  readonly devBaseUrl?: string | undefined
  /** Version of the program, for the OpenAPI document. */
  readonly version?: string
  readonly corsOrigins?: readonly string[]
  readonly trustedProxies?: readonly string[]
  readonly webLimits?: Partial<WebLimits>
  /** True where no other process uses the database: what an earlier one held comes back at once. */
  readonly isAlone?: boolean
  /** Whether the key of the secret file is accepted, which everybody who starts a demo has. */
  readonly acceptsDemoKey?: boolean
  readonly log?: Log | undefined
  readonly onBug?: ((error: unknown) => void) | undefined
  readonly onAnswered?: AppOptions['onAnswered']
}

export interface RunningService extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

const DAY_MS = 86_400_000
export const PROVIDER_DELAY: ProviderDelay = { minMs: 300, maxMs: 2_000 }
export const SETTLEMENT_DELAY: ProviderDelay = { minMs: 500, maxMs: 3_000 }
/** Twice this, for consultations and orders, is far below what callers wait for an answer. */
const LIST_MS_MAX = 2_000
const TIME_ZONE = 'America/Sao_Paulo'

/** Throws a Failure when the port is taken or forbidden, and for a scenario in live mode. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const app = openApp({
    words: detail,
    limits: options.webLimits,
    corsOrigins: options.corsOrigins,
    trustedProxies: options.trustedProxies,
    log: options.log,
    asRefusal,
    onBug: options.onBug,
    onAnswered: options.onAnswered,
  })
  const { pool, clock, random, seed } = options
  const timeZone = options.timeZone ?? TIME_ZONE
  const delay = options.providerDelay ?? PROVIDER_DELAY
  const faults = faultsOf(options)
  const tools = {
    db: openServiceDb(pool),
    clock,
    random,
    seed,
    secrets: deriveSecrets(options.pepper),
    lookup: options.lookup ?? mockLookup({ seed, delay, timeZone, faults: faults?.lookup }),
    payments: options.payments ?? simulatedPayments(options, timeZone, faults),
    limits: { ...serviceLimits, ...options.limits },
    coverage: options.scenario?.coverage ?? [],
    acceptsDemoKey: options.acceptsDemoKey ?? true,
    notedUses: new Map<string, number>(),
    underWay: new Set<Promise<void>>(),
    listMsMax: options.listMsMax ?? LIST_MS_MAX,
    orderExpiresAfterMs: options.orderExpiresAfterMs ?? PAYABLE_MS,
    timeZone,
    publicBaseUrl: options.publicBaseUrl,
  }
  if (options.isAlone === true) await endHolds(tools)
  const checks = { database: async () => void (await pool.query('select 1')) }
  addHealth(app, checks, clock)
  gzipReplies(app)
  speakEnglish(app)
  if (options.log !== undefined) {
    logRequests(app, options.log)
    logSecurity(app, options.log, tools)
  }
  bindApi(app, tools, faults)
  mountPages(app, options)
  mountSandbox(app, options)
  const { host = '127.0.0.1', port = 0 } = options
  const listening = await listen(app, { host, port })
  const close = async (): Promise<void> => {
    await listening.close()
    await Promise.allSettled(tools.underWay)
  }
  return { ...listening, close, [Symbol.asyncDispose]: close }
}

function faultsOf({ scenario, lookup, payments, clock, onBug }: ServiceOptions) {
  const modes = { lookup: lookup?.mode ?? 'mock', payments: payments?.mode ?? 'mock' }
  return openFaults({ scenario, modes, clock, onBug })
}

function simulatedPayments(
  options: ServiceOptions,
  timeZone: string,
  faults: Faults | undefined,
): Payments {
  return mockPayments({
    seed: options.seed,
    timeZone,
    delay: options.providerDelay ?? PROVIDER_DELAY,
    settlement: options.settlementDelay ?? SETTLEMENT_DELAY,
    pixExpiresAfterMs: options.pixExpiresAfterMs ?? DAY_MS,
    scenario: faults?.payments ?? {},
  })
}
