/** Whether what a fleet's orders show may be paid at all. */
import type { RunStore } from '../../ledger/runs/runs.ts'

/** Whether the newest run's service was simulated; true before the first run. */
export async function isSimulated(runs: Pick<RunStore, 'find'>, fleetId: string): Promise<boolean> {
  return (await runs.find('latest', fleetId))?.simulated ?? true
}
