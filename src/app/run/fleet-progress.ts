/** Where a fleet's work stands and when it would be done, without working: for status and pages. */
import type { Config } from '../../config.ts'
import { lookUpDelays } from '../../effects/look-up-delays.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { makeOutlook } from '../../reconciliation/consultations/make-outlook.ts'
import { credentialBuckets } from '../access/credential-buckets.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import type { Budgets } from '../plan/fresh-budgets.ts'
import { readBudgets } from '../plan/read-plan.ts'
import { lastLookUpAt, laterOf, slotsUntilDone } from './expected-finish.ts'
import { readStages } from '../stages/read-stages.ts'

/**
 * `finish`: when the waiting vehicles would be answered, without a pause; none waits: undefined.
 * `out`: the names of credentials that the last run could not use.
 */
export async function fleetProgress(
  config: Config,
  ledger: OpenLedger,
  fleet: Fleet,
  nowMs: number,
) {
  const { stores, quota } = ledger
  const { consultations, orders, out } = await credentialBuckets(config, ledger)
  const isUsed = consultations.length > 0 && orders !== undefined
  const buckets = isUsed ? { consultations, orders } : undefined
  const stages = await readStages({ stores, gate: quota, buckets }, fleet)
  const own = stages.consultations.waiting
  if (own === 0 || buckets === undefined) return { stages, out, finish: undefined }
  const looking = { store: stores.effects, delays: lookUpDelays(1 / config.FROTA_TEST_SCALE) }
  const waiting = slotsUntilDone(own, [own, ...(await othersWaiting(ledger, fleet))])
  const finish = laterOf(
    finishOf(await readBudgets(config, ledger, undefined), { waiting, nowMs }),
    await lastLookUpAt(looking, fleet.id, ['consult']),
  )
  return { stages, out, finish }
}

/** How many vehicles of each other fleet with the same slots wait in a campaign that is open. */
async function othersWaiting(
  { fleets, stores: { campaigns } }: Pick<OpenLedger, 'fleets' | 'stores'>,
  { id, accountId }: Fleet,
): Promise<number[]> {
  const others = (await fleets.all()).filter((each) => each.accountId === accountId)
  const waiting = []
  for (const other of others.filter((each) => each.id !== id)) {
    const campaign = await campaigns.current(other.id)
    const counts = campaign && (await campaigns.counts(campaign.id))
    waiting.push(counts === undefined ? 0 : counts.open - counts.asked)
  }
  return waiting
}

/** The finish as in `frota plan`: with all credentials together, and without a pause. */
function finishOf(
  { consultations: buckets, latencyMs }: Budgets,
  of: { readonly waiting: number; readonly nowMs: number },
): Date | undefined {
  const { finishedAtMs } = makeOutlook({ ...of, buckets, latencyMs })
  return finishedAtMs === null ? undefined : new Date(finishedAtMs)
}
