/** Says of which vehicles a run that ended its pass knows only an old answer. */
import type { Stores, Tools } from '../../../jobs/tools.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { statesNotOffered } from '../../reconciliation/consultations/read-coverage.ts'
import { staleCriteria } from '../../reconciliation/consultations/stale-criteria.ts'
import type { Output } from '../output.ts'

/**
 * A pass that was left open for longer than answers stay fresh ends with members that were asked at
 * its beginning; they are asked in the next pass, which only a further run opens.
 */
export async function tellStale(
  {
    stores,
    client,
    planPolicy,
    zone,
  }: Pick<Tools, 'client' | 'planPolicy' | 'zone'> & {
    readonly stores: Pick<Stores, 'campaigns'>
  },
  run: Pick<Run, 'fleetId' | 'startedAt'>,
  { tell }: Pick<Output, 'tell'>,
): Promise<void> {
  const when = staleCriteria(planPolicy, run.startedAt.getTime(), zone)
  // Most runs leave none, and those need not ask the service.
  if ((await stores.campaigns.stale(run.fleetId, when)) === 0) return
  const notOffered = await statesNotOffered(client)
  const stale = await stores.campaigns.stale(run.fleetId, { ...when, notOffered })
  if (stale === 0) return
  tell(
    `Veículos cuja resposta já é antiga: ${stale} (respondidos no começo desta passada). ` +
      'Execute outra vez para perguntar por eles.',
    `Vehicles whose answer is old again: ${stale} (answered when this pass began). ` +
      'Run again to ask about them.',
  )
}
