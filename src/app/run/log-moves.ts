/** The moves of effects in the operator's log: doubts and how they end, and orders that were placed. */
import type { EffectTools } from '../../effects/tools.ts'
import { parseCents } from '../../fleet/money.ts'
import type { Log } from '../../log.ts'

const DOUBTFUL = ['in-doubt', 'held']
const GOOD = ['done', 'adopted']
const FOR_PERSON = ['quarantined', 'needs-person']

export function logMoves(log: Log): NonNullable<EffectTools['moved']> {
  return ({ id, kind, vehicleId, remoteId, answerStatus }, { from, to }, answer) => {
    const fields = { effect: id, kind, vehicle: vehicleId, from, to, status: answerStatus }
    const wasDoubtful = DOUBTFUL.includes(from)
    if (to === 'in-doubt' && !wasDoubtful) return log.warn(fields, 'in doubt')
    if (FOR_PERSON.includes(to)) return log.info(fields, 'waits for a person')
    if (wasDoubtful && !DOUBTFUL.includes(to)) log.info(fields, 'doubt settled')
    if (kind !== 'order' || !GOOD.includes(to)) return log.debug(fields, 'effect moved')
    log.info({ ...fields, order: remoteId, cents: totalOf(answer) }, 'order placed')
  }
}

function totalOf(order: unknown): number {
  if (typeof order !== 'object' || order === null || !('total_amount' in order)) return 0
  const total = parseCents(String(order.total_amount))
  return total.ok ? Number(total.value) : 0
}
