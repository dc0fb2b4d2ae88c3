/** How much was ordered so far, in memory; the simulation has no runs, so none has a limit. */
import { costCentreKey } from '../../../src/fleet/cost-centre.ts'
import type { openPlanLimits, SpendingPeriod } from '../../../src/ledger/orders/plans-limits.ts'
import { partOf } from './tables.ts'
import type { CommitmentRow, Rows } from './rows.ts'

const sum = (all: readonly { readonly cents: bigint }[]): bigint =>
  all.reduce((cents, one) => cents + one.cents, 0n)

export function memoryPlanLimits(rows: Rows): ReturnType<typeof openPlanLimits> {
  const { plans, commitments } = rows
  return partOf<ReturnType<typeof openPlanLimits>>('plan limits', {
    commit: async (planId, { cents, period }) => {
      commitments.remove(planId)
      const plan = plans.get(planId)
      if (plan === undefined) throw new Error('A commitment belongs to a plan.')
      const { fleetId } = plan
      const costCentre = rows.vehicles.get(plan.vehicleId)?.costCentre ?? ''
      commitments.put(planId, { planId, fleetId, day: period.day, costCentre, cents })
      plans.patch(planId, { waitsFor: null, waitsUntil: null })
      return { committed: true }
    },
    expected: async (fleetId, period) => {
      const taken = ofPeriod(rows, fleetId, period)
      const approved = plans
        .where((plan) => plan.fleetId === fleetId && plan.state === 'approved')
        .filter((plan) => commitments.get(plan.id) === undefined)
        .map((plan) => ({
          cents: plan.totalCents ?? plan.debtsCents,
          costCentre: rows.vehicles.get(plan.vehicleId)?.costCentre ?? '',
        }))
      const byCostCentre = Map.groupBy(taken, (each) => costCentreKey(each.costCentre))
      return {
        runCents: 0n,
        dayCents: sum(taken.filter(({ day }) => day === period.day)),
        approved,
        byCostCentre: new Map([...byCostCentre].map(([name, all]) => [name, sum(all)])),
      }
    },
    wait: async (planId, { why, until }) => {
      plans.patch(planId, { waitsFor: why, waitsUntil: until })
    },
    renewWaits: async () => 0,
  })
}

function ofPeriod(rows: Rows, fleetId: string, period: SpendingPeriod): CommitmentRow[] {
  return rows.commitments.where((each) => each.fleetId === fleetId && each.day >= period.from)
}

export function settleCommitment(
  rows: Rows,
  planId: string,
  of: { readonly totalCents: bigint; readonly at: Date },
): void {
  const plan = rows.plans.get(planId)
  if (plan === undefined) return
  const cents = of.totalCents < 0n ? 0n : of.totalCents
  const known = rows.commitments.get(planId)
  const { fleetId } = plan
  const costCentre = rows.vehicles.get(plan.vehicleId)?.costCentre ?? ''
  const day = of.at.toISOString().slice(0, 'YYYY-MM-DD'.length)
  rows.commitments.put(planId, { planId, fleetId, costCentre, day, ...known, cents })
}
