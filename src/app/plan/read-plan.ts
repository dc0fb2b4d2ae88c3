/**
 * The facts for a plan: the fleet's campaign as a run would open or join it now, in a transaction
 * that is rolled back, and the buckets as they are. Nothing is sent or stored.
 */
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { lastNotOffered, rehearse } from '../../ledger/orders/rehearse.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { expectAnswers, usualLatencyMs } from '../../reconciliation/consultations/expect-answers.ts'
import { freshBucket } from '../../reconciliation/consultations/make-outlook.ts'
import { openCampaign } from '../../reconciliation/consultations/open-campaign.ts'
import { planConsultations } from '../../reconciliation/consultations/plan-consultations.ts'
import { credentialBuckets, type BucketLedger } from '../access/credential-buckets.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { freshBudgets, type Budgets } from './fresh-budgets.ts'
import { planPolicyFrom } from './plan-file.ts'
import type { WaitingFleet } from './shared-slots.ts'

const DAY_MS = 24 * 3600 * 1000

export interface PlanLedger extends Pick<OpenLedger, 'database' | 'fleets' | 'quota'> {
  readonly stores: Pick<OpenLedger['stores'], 'campaigns'>
}

export interface Backlog {
  /** When the open campaign was opened; null when there is none and one would be opened now. */
  readonly openedAt: Date | null
  /** In the order of asking. */
  readonly vehicles: readonly { readonly vehicleId: string; readonly plate: string }[]
  /** Open members that wait to be registered; they are asked after those above. */
  readonly unregistered: number
  /** Vehicles that were asked and not answered yet. */
  readonly underWay: number
  /** Vehicles of the fleet that can be asked at all, fresh or not. */
  readonly askable: number
  /** When a consultation of the campaign last left, milliseconds since 1970; null before the first. */
  readonly servedAtMs: number | null
}

export async function readBacklog(
  config: Config,
  { database, stores }: PlanLedger,
  fleet: Fleet,
): Promise<Backlog> {
  const db = openLedgerDb(database.pool)
  const policy = { zone: config.FROTA_TIME_ZONE, planPolicy: await planPolicyFrom(config) }
  const openedAt = (await stores.campaigns.current(fleet.id))?.openedAt ?? null
  const notOffered = await lastNotOffered(db, fleet.id)
  return rehearse(db, async (campaigns) => {
    const tools = { campaigns, clock: wallClock, ...policy }
    const fleetId = fleet.id
    const ahead = new Date(wallClock.now() + DAY_MS)
    const askable = await campaigns.stale(fleetId, { staleBefore: ahead, failedBefore: ahead })
    const { campaign } = await openCampaign(tools, { fleetId, mode: 'open-or-join', notOffered })
    const none = { vehicles: [], unregistered: 0, underWay: 0, servedAtMs: null }
    if (campaign === null) return { openedAt, askable, ...none }
    const plates = new Map<string, string>()
    const vehicles: { vehicleId: string; plate: string }[] = []
    // Ranks as a run does, but keeps the ranks in memory instead of writing them.
    const listener: Parameters<typeof planConsultations>[0]['campaigns'] = {
      rankFacts: async (id, today) => {
        const facts = await campaigns.rankFacts(id, today)
        for (const { vehicleId, plate } of facts) plates.set(vehicleId, plate)
        return facts
      },
      writeRanks: async (_id, ranked) => {
        for (const { vehicleId } of ranked.toSorted((a, b) => a.rank - b.rank)) {
          vehicles.push({ vehicleId, plate: plates.get(vehicleId) ?? '' })
        }
      },
      plan: async () => 0,
    }
    await planConsultations({ ...tools, campaigns: listener }, campaign.id)
    const { unregistered, asked: underWay } = await campaigns.counts(campaign.id)
    const servedAtMs = (await campaigns.servedAt(campaign.id))?.getTime() ?? null
    return { openedAt, askable, vehicles, unregistered, underWay, servedAtMs }
  })
}

/** The other fleets of the account that wait: a night works for all fleets at once. */
export async function otherBacklogs(
  config: Config,
  ledger: PlanLedger,
  fleet: Fleet,
): Promise<(WaitingFleet & Pick<Fleet, 'name'>)[]> {
  const others = []
  for (const other of await ledger.fleets.all()) {
    // Fleets of another account have other slots.
    if (other.id === fleet.id || other.accountId !== fleet.accountId) continue
    const backlog = await readBacklog(config, ledger, other)
    const { servedAtMs } = backlog
    others.push({ name: other.name, servedAtMs, waiting: waitingOf(backlog) })
  }
  return others.filter(({ waiting }) => waiting > 0)
}

/** How many vehicles are still to be asked, registered or not. */
export function waitingOf({ vehicles, unregistered }: Backlog): number {
  return vehicles.length + unregistered
}

/** `credentials`: a number to assume; absent: the configured ones. */
export async function readBudgets(
  config: Config,
  ledger: BucketLedger & { readonly quota: Pick<OpenLedger['quota'], 'facts' | 'uses'> },
  credentials: number | undefined,
): Promise<Budgets> {
  const { quota } = ledger
  const names = await credentialBuckets(config, ledger)
  const read = async (name: string) => ({
    facts: await quota.facts(name),
    uses: await quota.uses(name),
  })
  const known = await Promise.all(names.consultations.map(read))
  const latencyMs = usualLatencyMs(known.flatMap(({ uses }) => uses))
  const used = known.map(({ facts, uses }) => expectAnswers(facts, uses, latencyMs))
  const unused = freshBudgets(config)
  const fresh = (used.length > 0 ? used : unused.consultations).slice(0, 1).map(freshBucket)
  const count = credentials ?? Math.max(1, used.length + names.unused)
  const added = Array.from({ length: Math.max(0, count - used.length) }, () => fresh).flat()
  const orders = names.orders === undefined ? unused.orders : await quota.facts(names.orders)
  return { consultations: [...used.slice(0, count), ...added], orders, latencyMs }
}
