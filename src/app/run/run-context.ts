/**
 * The composition of a run: opens the database, the secret, the service, the gate and the queue,
 * and builds the jobs' tools. Everything is closed again in reverse order.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Tools } from '../../../jobs/tools.ts'
import { wallClock } from '../../clock.ts'
import { sweepEffects } from '../../effects/recover-effects.ts'
import type { Failure } from '../../failure.ts'
import type { Fleet, FleetStore } from '../../ledger/fleets/fleets.ts'
import { FROTA_ITSELF } from '../../ledger/audit/audit.ts'
import { openLog } from '../../log.ts'
import { machineStart } from '../../machine-start.ts'
import { keepOut } from '../../ledger/quota/credentials-out.ts'
import type { Queue } from '../../queue/queue.ts'
import { scaledTiming } from '../../queue/timing.ts'
import { within } from '../../queue/within.ts'
import { openGate } from '../../quota/open-gate.ts'
import { systemRandom } from '../../random.ts'
import { openUploads } from '../../reconciliation/intake/uploads.ts'
import { accountsOfLedger } from '../fleets/chosen-fleet.ts'
import type { AppContext } from '../context.ts'
import { rememberService } from '../access/known-service.ts'
import { openEffects } from './open-effects.ts'
import { runAbsence } from '../ledger/ledger-absence.ts'
import { openLedger, type OpenLedger } from '../ledger/open-ledger.ts'
import { notePolicy } from '../orders/note-policy.ts'
import { orderStatusesFrom } from '../order-statuses-file.ts'
import { orderPolicyOf } from '../orders/order-policy-file.ts'
import { planPolicyFrom } from '../plan/plan-file.ts'
import { rowOpener } from './row-opener.ts'
import { runBuckets } from './run-buckets.ts'
import { openAccess } from '../access/service-access.ts'
import { ledgerSecret } from '../ledger/ledger-secret.ts'

export type RunContext = Awaited<ReturnType<typeof openRunContext>>

/** For jobs whose request was just given up to note it. */
const CLOSING_GRACE_MS = 1_000
const PREFIX_HEX = 12
/** A store that is gone must not keep a stop waiting. */
const WIPE_MS_MAX = 500

export interface RunContextOptions {
  /** Chooses the fleets once the account is known. */
  fleetsOf(store: FleetStore, accountId: string): Promise<readonly Fleet[]>
  onFailure(failure: Failure): void
  /** Later turns of open orders are left to another run. */
  followUntilMs?: number
  /** How long a database server that went away is waited for; absent: not at all. */
  lostMsMax?: number
  vehicleId?: Tools['vehicleId']
  /** The queue of a worker's night; absent: a queue named by the fleets. */
  queue?: NightQueue
}

/** The queue of a night, whose jobs several workers may process. */
export interface NightQueue {
  readonly name: string
  /** True for the one that derives the jobs, which holds the fleets; the others only process. */
  readonly isOwn: boolean
  /** The queue of the night's former worker, which is to be emptied. */
  readonly left?: string | undefined
}

export async function openRunContext(context: AppContext, options: RunContextOptions) {
  const { config, output, stop, ledger: lent, shared, meter } = context
  const { openQueue } = await import('../../queue/open.ts')
  await using opening = new AsyncDisposableStack()
  const clock = wallClock
  const random = systemRandom
  const log = openLog(config.LOG_LEVEL)
  const ledger = lent ?? opening.use(await openLedger(context, 'execute'))
  const { database, stores, fleets: fleetStore, quota, leases } = ledger
  const { holder } = leases
  const { queue: night } = options
  const derives = night?.isOwn !== false
  const secret = await ledgerSecret(config, ledger)
  const access = opening.use(await openAccess({ config, output }, ledger, secret))
  await rememberService({ config, output }, ledger, { access, sharing: false })
  const fleets = await options.fleetsOf(fleetStore, access.accountId)
  const names = derives ? fleets.map((fleet) => `fleet ${fleet.name}`) : []
  const lease = opening.use(await leases.take(names, stop))
  const scale = 1 / config.FROTA_TEST_SCALE
  const buckets = runBuckets(access, config)
  const gate = await openGate({
    ledger: quota,
    clock,
    random,
    holder,
    machine: await machineStart(),
    buckets: buckets.settings,
    alarm: (alarm) =>
      log.warn({ bucket: alarm.bucket, code: alarm.kind }, 'the quota needs a look'),
  })
  opening.defer(() => gate.close())
  const keepRound = async (): Promise<void> => {
    const { consultations: all, tools: now } = buckets
    // A credential that is alone is never left out of a plan.
    if (all.length < 2) return
    const usable = now.buckets.consultations
    return keepOut(database.pool, { accountId: access.accountId, all, usable })
  }
  // A run may be shorter than the time between sweeps. A ledger that is gone is not told.
  opening.defer(() => keepRound().catch(() => undefined))
  const statuses = orderStatusesFrom(config)
  const { client, accountId } = access
  const zone = config.FROTA_TIME_ZONE
  const { effects, money } = await openEffects(ledger, opening, {
    dataDir: config.FROTA_DATA_DIR,
    clock,
    gate,
    scale,
    log,
    client,
    accountId,
    statuses,
    zone,
    shared,
    accounts: await accountsOfLedger(config, fleetStore),
  })
  await money.upkeep(stop)
  const open = (prefix: string): Promise<Queue> =>
    openQueue(queueStore(config.REDIS_URL, ledger), {
      clock,
      prefix,
      timing: scaledTiming(scale),
      onTrouble: () => log.warn({ kind: 'queue' }, 'the queue recovers from a lost connection'),
    })
  const queue = await open(night?.name ?? queuePrefix(fleets))
  opening.defer(async () => {
    // Requests that outlived the grace of a stop are aborted and end in doubt.
    await access.client.close()
    if (night?.isOwn === true) await within(clock, WIPE_MS_MAX, queue.wipe()).catch(() => false)
    await queue.close({ graceMs: CLOSING_GRACE_MS })
  })
  // Nobody else works on these fleets, so whatever a killed process left in the queue is stale, and
  // would block its ids until BullMQ's locks ran out; the ledger derives it anew. Where others may
  // still work, jobs that are wiped under them leave ghosts: there each night has a queue of its own.
  if (night === undefined) await queue.wipe()
  if (night?.left !== undefined) await clear(await open(night.left))
  const tools: Tools = {
    stores,
    client: access.client,
    gate,
    effects,
    uploads: openUploads(join(config.FROTA_DATA_DIR, 'uploads'), secret, clock),
    secret,
    clock,
    random,
    fleets,
    vehicleId: options.vehicleId,
    accountId: access.accountId,
    ...buckets.tools,
    policy: await orderPolicyOf(config, ledger),
    statuses,
    planPolicy: await planPolicyFrom(config),
    pace: { scale },
    zone: config.FROTA_TIME_ZONE,
    openRow: rowOpener(secret),
    reportsDir: config.FROTA_REPORTS_DIR,
    reportsDue: new Map(),
    onFailure: (failure) => options.onFailure(failure),
    onJob: meter?.job,
    followUntilMs: options.followUntilMs,
  }
  if (derives) await notePolicy(ledger, tools.policy, FROTA_ITSELF)
  const closing = opening.move()
  const own = { holder, atWork: ledger.atWork }
  const sweeping = { store: stores.effects, delays: effects.delays, goneOf: leases.gone, own }
  const sweep = async (): Promise<void> => {
    await keepRound()
    const { doubted } = await sweepEffects(sweeping)
    if (doubted > 0) log.warn({ count: doubted }, 'in doubt: whoever sent these is gone or late')
    await money.upkeep(stop)
  }
  const alone = database.engine === 'pglite'
  const msMax = alone ? undefined : options.lostMsMax
  return {
    tools,
    queue,
    ledger,
    access,
    log,
    clock,
    /** True on the embedded database, where no other process works. */
    alone,
    /** On a server, how the run waits for a ledger that is away. */
    absence: msMax === undefined ? undefined : runAbsence(output, { clock, scale, msMax }),
    /** Frees effects of holders that are gone or late; run now and then. */
    sweep,
    /** Aborts when another process took over a lease; the reason is the Failure to report. */
    lost: lease.lost,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

async function clear(queue: Queue): Promise<void> {
  await queue.wipe()
  await queue.close({ graceMs: 0 })
}

/** Processes for other fleets share the store, so each set of fleets has its own queues. */
function queuePrefix(fleets: readonly Fleet[]): string {
  const ids = fleets.map((fleet) => fleet.id).toSorted()
  return `frota-${createHash('sha256').update(ids.join()).digest('hex').slice(0, PREFIX_HEX)}`
}

function queueStore(redisUrl: string | undefined, { database }: OpenLedger) {
  return redisUrl === undefined ? { pool: database.queuePool } : { redisUrl }
}
