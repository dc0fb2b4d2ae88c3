/** Whether what a fleet's orders show may be paid at all. */
import type { RunStore } from '../../ledger/runs/runs.ts'
import { SIMULATED } from '../../reconciliation/reports/files/columns.ts'

/** Whether the newest run's service was simulated; true before the first run. */
export async function isSimulated(runs: Pick<RunStore, 'find'>, fleetId: string): Promise<boolean> {
  return (await runs.find('latest', fleetId))?.simulated ?? true
}

/** What ends a line of the terminal whose money is not real; empty where it is. */
export async function simulatedMark(...of: Parameters<typeof isSimulated>): Promise<string> {
  return (await isSimulated(...of)) ? ` · ${SIMULATED}` : ''
}
