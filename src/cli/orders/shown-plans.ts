/** What a proposals.csv that is written today would show of each plan. */
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { FileTools } from '../../reconciliation/orders/deciding/decide-file.ts'
import { proposalCells } from '../../reconciliation/reports/files/proposal-cells.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'

export async function shownPlans(
  { stores, proposals }: Pick<OpenLedger, 'stores' | 'proposals'>,
  { id: fleetId }: Fleet,
): Promise<FileTools['shown']> {
  const cellsOf = proposalCells(await isSimulated(stores, fleetId))
  return async (planId) => {
    const lines = await proposals.ofPlan(fleetId, planId)
    return lines.map((line) => ({ ...line, cells: cellsOf(line) }))
  }
}

/** Whether the newest run's service was simulated; true before the first run. */
export async function isSimulated(
  { runs }: Pick<OpenLedger['stores'], 'runs'>,
  fleetId: string,
): Promise<boolean> {
  return (await runs.find('latest', fleetId))?.simulated ?? true
}
