/** The moves of effects in the operator's log: doubts and how they end, and orders that were placed. */
import type { EffectTools } from '../../effects/tools.ts'
import type { PlanStore } from '../../ledger/orders/plans.ts'
import type { Log } from '../../log.ts'

const DOUBTFUL = ['in-doubt', 'held']
const GOOD = ['done', 'adopted']
const FOR_PERSON = ['quarantined', 'needs-person']

export function logMoves(
  log: Log,
  plans: Pick<PlanStore, 'find'>,
): NonNullable<EffectTools['moved']> {
  return async ({ id, kind, vehicleId, planId, remoteId, answerStatus }, { from, to }) => {
    const fields = { effect: id, kind, vehicle: vehicleId, from, to, status: answerStatus }
    const wasDoubtful = DOUBTFUL.includes(from)
    if (to === 'in-doubt' && !wasDoubtful) return log.warn(fields, 'in doubt')
    if (FOR_PERSON.includes(to)) return log.info(fields, 'waits for a person')
    if (wasDoubtful && !DOUBTFUL.includes(to)) log.info(fields, 'doubt settled')
    if (kind !== 'order' || !GOOD.includes(to)) return log.debug(fields, 'effect moved')
    // What the ledger cannot say now is left out: the order is placed whatever the log says.
    const plan = planId === null ? undefined : await plans.find(planId).catch(() => undefined)
    const cents = plan?.totalCents
    log.info({ ...fields, order: remoteId, cents: Number(cents ?? 0) }, 'order placed')
  }
}
