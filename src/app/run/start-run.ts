/** Starts a fleet's run: its number, its settings, and a folder for its reports that is its own. */
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { RunRequest } from '../../ledger/runs/run-requests.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { orderPolicyToJson } from '../../reconciliation/orders/policy/read-order-policy.ts'
import { claimFolder, highestRunNumber } from '../../reconciliation/reports/claim-folder.ts'
import type { AppContext } from '../context.ts'
import type { RunContext } from './run-context.ts'

/** Tries for a free folder: other ledgers may write reports to the same directory. */
const FOLDERS_TAKEN_MAX = 100

export async function startRun(
  { access, tools, clock, ledger: { leases, requests } }: RunContext,
  { config, name }: AppContext,
  options: {
    readonly fleet: Fleet
    readonly importId?: string
    readonly asked?: RunRequest | undefined
  },
): Promise<Run> {
  const { runs } = tools.stores
  let run = await runs.start({
    fleetId: options.fleet.id,
    ...(options.importId === undefined ? {} : { importId: options.importId }),
    command: name,
    holder: leases.holder,
    simulated: access.simulated,
    settings: {
      flavour: config.FROTA_CSV_FLAVOUR,
      locale: config.FROTA_LOCALE,
      zone: config.FROTA_TIME_ZONE,
      serviceOrigin: access.client.origin,
      ipva: tools.policy.prefer,
      orderPolicy: orderPolicyToJson(tools.policy),
    },
    at: new Date(clock.now()),
    after: await highestRunNumber(tools.reportsDir),
  })
  for (let taken = 0; !(await claimFolder(tools.reportsDir, run)); taken += 1) {
    if (taken === FOLDERS_TAKEN_MAX) throw new Error('Every folder for a run is taken.')
    run = await runs.renumber(run.id)
  }
  if (options.asked !== undefined) await requests.noteRun(options.asked, run.number)
  return run
}
