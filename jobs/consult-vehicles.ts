/** A few consultations a job, of those for which a slot is free: the rest waits in the ledger. */
import { claimEffects } from '../src/effects/perform-effect.ts'
import type { Effect } from '../src/ledger/effects/effects.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import { consultStage } from '../src/reconciliation/consultations/ask-consultation.ts'
import { shareOf } from '../src/queue/share-jobs.ts'
import { planConsultations } from '../src/reconciliation/consultations/plan-consultations.ts'
import { shareSlots, type WaitingFleet } from '../src/reconciliation/consultations/share-slots.ts'
import { dueWithinQuota } from './due-effects.ts'
import { freeSlots, type FreeSlots } from './free-slots.ts'
import { earlier, nothingDue, type Due, type Job } from './job.ts'
import { takeTurns } from './take-turns.ts'
import type { Tools } from './tools.ts'

/** Requests at once for each credential, as many as the gate lets on the wire. */
const PER_CREDENTIAL = 4
/** Below this share of those that are planned and wait, more vehicles do not change who is next. */
const UNPLANNED_SHARE_MIN = 0.1
/** Requests at once of one process, however many credentials it has. */
const AT_ONCE_MAX = 16

export const consultVehicles: Job<'consult-vehicles'> = {
  kind: 'consult-vehicles',
  concurrency: atOnce,
  attempts: 3,
  due: dueOfAll,
  run: async (tools, { effects }, context) => {
    const stage = consultStage({
      ...tools,
      ...tools.stores,
      bucket: tools.buckets.consultations,
    })
    const { signal } = context
    const claimed = await claimEffects({ ...tools.effects, signal }, stage, effects)
    return takeTurns(tools, claimed, effects, context)
  },
}

function atOnce({ buckets }: Tools): number {
  return Math.min(PER_CREDENTIAL * buckets.consultations.length, AT_ONCE_MAX)
}

interface DueFleet extends WaitingFleet<Effect> {
  /** Effects in doubt whose look-up is due; it needs no slot. */
  readonly lookUps: readonly Effect[]
  readonly nextDueAtMs: number | null
}

async function dueOfAll(tools: Tools): Promise<Due> {
  const fleets: DueFleet[] = []
  let slots: FreeSlots | undefined
  for (const fleet of tools.fleets) {
    const campaign = await tools.stores.campaigns.current(fleet.id)
    if (campaign === undefined) continue
    slots ??= await freeSlots(tools.gate, tools.buckets.consultations)
    fleets.push(await dueOf(tools, fleet, campaign.id, slots))
  }
  if (slots === undefined) return nothingDue
  const { free, nextInMs } = slots
  const shared = shareSlots(fleets, free)
  const waiting = fleets.reduce((sum, fleet) => sum + fleet.waiting.length, 0)
  const slotAtMs = waiting > shared.length ? tools.clock.now() + nextInMs : null
  const effects = [...shared, ...fleets.flatMap(({ lookUps }) => lookUps)]
  return {
    jobs: effects.map(({ id, epoch }, index) => ({
      kind: 'consult-vehicles',
      id: `consult-${id}-${epoch}`,
      data: { effect: id },
      priority: index + 1,
      share: shareOf(effects.length, atOnce(tools)),
    })),
    nextDueAtMs: fleets.reduce((next, fleet) => earlier(next, fleet.nextDueAtMs), slotAtMs),
  }
}

async function dueOf(
  tools: Tools,
  fleet: Fleet,
  campaignId: string,
  slots: FreeSlots,
): Promise<DueFleet> {
  const { campaigns } = tools.stores
  if (await needsPlan(tools, campaignId, slots)) {
    await planConsultations({ ...tools, campaigns }, campaignId)
  }
  const of = { kind: 'consult', slots, vehicleId: tools.vehicleId } as const
  const { effects, nextDueAtMs } = await dueWithinQuota(tools, fleet, of)
  // A single fleet shares with nobody, so the time when it was last served is not read.
  const servedAt = tools.fleets.length > 1 ? await campaigns.servedAt(campaignId) : null
  return {
    servedAtMs: servedAt?.getTime() ?? null,
    waiting: effects.filter(({ state }) => state === 'planned'),
    lookUps: effects.filter(({ state }) => state !== 'planned'),
    nextDueAtMs,
  }
}

/**
 * Planning ranks the whole campaign, so while vehicles are still being registered it is done only
 * when a slot is free for one of them and they are a tenth of those that wait, and once more when
 * the last is registered.
 */
async function needsPlan(tools: Tools, campaignId: string, { free }: FreeSlots): Promise<boolean> {
  const { campaigns } = tools.stores
  const { unplanned, planned } = await campaigns.unplanned(campaignId)
  if (unplanned === 0) return false
  const isWorth = unplanned >= planned * UNPLANNED_SHARE_MIN
  if (isWorth && free > 0) return true
  return (await campaigns.counts(campaignId)).unregistered === 0
}
