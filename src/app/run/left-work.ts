/** Work that a run leaves to a later one: counts from the ledger, and work that was given up. */
import { chunkOf, type Tools } from '../../../jobs/tools.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { DriveEnding } from '../../queue/drive.ts'
import type { GivenUp } from '../../queue/pace.ts'

export type LeftWork = Awaited<ReturnType<typeof leftWork>>

export async function leftWork(
  tools: Tools,
  of: { readonly fleet: Fleet; readonly campaignId: string | null },
  driven: DriveEnding,
) {
  const { fleet, campaignId } = of
  const { campaigns, effects, runs } = tools.stores
  const at = new Date(tools.clock.now())
  const vehicles = await runs.vehiclesLeft({ fleetId: fleet.id, campaignId, at })
  const givenUp: GivenUp[] = []
  for (const one of driven.givenUp) {
    if ((await fleetIdOf(tools, one)) === fleet.id) givenUp.push(one)
  }
  const rows = givenUp.reduce((sum, one) => sum + one.rows, 0)
  return {
    /** Those that another run goes on with; never 0 when something was given up. */
    vehicles: Math.max(vehicles, rows),
    /** Those of `vehicles` that wait for an answer. */
    unanswered: campaignId === null ? 0 : (await campaigns.counts(campaignId)).open,
    /** Approved orders that wait for their slot. */
    orders: (await effects.counts(fleet.id)).order.planned ?? 0,
    givenUp,
  }
}

/** The fleet's id is in a chunk's name, and for an effect in its row. */
async function fleetIdOf(tools: Tools, { work }: GivenUp): Promise<string | undefined> {
  const found = chunkOf(tools, work)
  return found?.fleet.id ?? (await tools.stores.effects.find(work))?.fleetId
}
