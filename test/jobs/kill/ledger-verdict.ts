/** What the ledger says after the last run: all is finished or explained, and the counts close. */
import type { Rows } from '../../support/run-frota.ts'
import type { KillWorld } from './kill-world.ts'
import type { Twins } from './verdict.ts'

/** Sent so often without a trace that a person must look: a state with a sentence, nothing lost. */
const DOUBTS_MAX = 3
/** Of the vehicles, those that ended told but unanswered: more would be no accident. */
const TOLD_SHARE_MAX = 0.1

export async function brokenLedger(world: KillWorld, twins: Twins): Promise<string[]> {
  return world.runner.read(async (query) => [
    ...unfinished(
      await query(
        `SELECT kind, state, doubts, reason, key FROM frota.effect
          WHERE active AND state NOT IN ('done', 'adopted')`,
      ),
      twins,
    ),
    ...lostVehicles(
      await query(
        `SELECT vehicle.renavam FROM frota.vehicle LEFT JOIN frota.effect effect
          ON effect.vehicle_id = vehicle.id AND effect.kind = 'register' AND effect.active
          WHERE vehicle.service_id IS NULL AND effect.state IS DISTINCT FROM 'needs-person'`,
      ),
    ),
    ...askedTooOften(
      await query(
        `SELECT vehicle_id, campaign_id, count(*)::int AS asked FROM frota.consultation
          GROUP BY 1, 2 HAVING count(*) > (
            SELECT count(*) FROM frota.effect WHERE kind = 'consult'
              AND effect.vehicle_id = consultation.vehicle_id
              AND effect.campaign_id = consultation.campaign_id)`,
      ),
    ),
    ...lostMembers(
      await query(
        `SELECT member.vehicle_id, member.state, member.reason, effect.state AS effect
          FROM frota.campaign_member member LEFT JOIN frota.effect effect
            ON effect.kind = 'consult' AND effect.active
              AND effect.vehicle_id = member.vehicle_id
              AND effect.campaign_id = member.campaign_id
          WHERE member.state NOT IN ('answered', 'failed')`,
      ),
      world.fleets,
    ),
    ...openPlans(
      await query(
        `SELECT plan.id, plan.state, effect.state AS effect FROM frota.order_plan plan
          LEFT JOIN frota.effect effect ON effect.plan_id = plan.id
          WHERE plan.state = 'approved'`,
      ),
    ),
    ...(await query(`SELECT state FROM frota.import WHERE state <> 'applied'`)).map(
      ({ state }) => `an import is ${String(state)}`,
    ),
    ...(
      await query(`SELECT number FROM frota.run WHERE state = 'running' OR ended_at IS NULL`)
    ).map(({ number }) => `run ${String(number)} never ended`),
    ...(await wrongCount(world, query)),
  ])
}

type Query = Parameters<Parameters<KillWorld['runner']['read']>[0]>[0]

function unfinished(rows: Rows, twins: Twins): string[] {
  return rows.flatMap(({ kind, state, doubts, reason, key }) => {
    if (state === 'needs-person' && Number(doubts) >= DOUBTS_MAX) return []
    // Two at the service may be ours, and the reason names them: the proxy made one of the two.
    const isTwin = [...twins.extra].some((id) => String(reason).toLowerCase().includes(id))
    if (state === 'quarantined' && isTwin) return []
    return [`${String(kind)} ${String(key)} is ${String(state)}: ${String(reason)}`]
  })
}

function lostVehicles(rows: Rows): string[] {
  return rows.map(({ renavam }) => `vehicle ${String(renavam)} was never registered`)
}

function askedTooOften(rows: Rows): string[] {
  return rows.map(({ vehicle_id: id, asked }) => `vehicle ${String(id)}: asked ${String(asked)}x`)
}

/** An approved plan is ordered, or its effect says what a person must do. */
function openPlans(rows: Rows): string[] {
  return rows
    .filter(({ effect }) => effect !== 'needs-person' && effect !== 'quarantined')
    .map(({ id, effect }) => `plan ${String(id)} is approved, its effect ${String(effect)}`)
}

/** What is told is not lost: an answer that came too late, an asking without a trace. */
function lostMembers(rows: Rows, fleets: KillWorld['fleets']): string[] {
  // Whose registration waits for a person is not asked; `lostVehicles` looks at the registration.
  const isTold = ({ state, reason, effect }: Rows[number]): boolean =>
    state === 'stuck' || effect === 'needs-person' || reason === 'unregistered'
  const told = rows.filter(isTold)
  const lost = rows.filter((row) => !isTold(row))
  const broken = lost.map(
    ({ vehicle_id: id, state, effect, reason }) =>
      `vehicle ${String(id)} is ${String(state)}, asked ${String(effect)}: ${String(reason)}`,
  )
  if (told.length > vehiclesOf(fleets) * TOLD_SHARE_MAX)
    broken.push(`${told.length} without answer`)
  return broken
}

const vehiclesOf = (fleets: KillWorld['fleets']): number =>
  fleets.reduce((sum, { vehicles }) => sum + vehicles, 0)

async function wrongCount({ fleets }: KillWorld, query: Query): Promise<string[]> {
  const [row] = await query('SELECT count(*)::int AS vehicles FROM frota.vehicle')
  const found = row?.['vehicles']
  return found === vehiclesOf(fleets) ? [] : [`${String(found)} vehicles imported`]
}
