/** What a proposals.csv that is written today would show of each plan. */
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { FileTools } from '../../reconciliation/orders/deciding/decide-file.ts'
import { proposalCells } from '../../reconciliation/reports/files/proposal-cells.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { isSimulated } from './is-simulated.ts'

export async function shownPlans(
  { stores, proposals }: Pick<OpenLedger, 'stores' | 'proposals'>,
  { id: fleetId }: Fleet,
): Promise<FileTools['shown']> {
  const cellsOf = proposalCells(await isSimulated(stores.runs, fleetId))
  return async (planId) => {
    const lines = await proposals.ofPlan(fleetId, planId)
    return lines.map((line) => ({ ...line, cells: cellsOf(line) }))
  }
}
