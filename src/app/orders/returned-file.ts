/** A proposals.csv that came back with decisions: read and carried out, whether typed or uploaded. */
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { decideFile, type FiledDecision } from '../../reconciliation/orders/deciding/decide-file.ts'
import type { Person } from '../../reconciliation/orders/deciding/decide-plan.ts'
import {
  readProposals,
  type ReturnedLine,
} from '../../reconciliation/orders/deciding/read-proposals.ts'
import { proposalCells } from '../../reconciliation/reports/files/proposal-cells.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { decidingTools } from './deciding-tools.ts'
import { isSimulated } from './is-simulated.ts'

/** Throws the Failure 'file-refused'. */
export async function readReturned(bytes: Uint8Array): Promise<readonly ReturnedLine[]> {
  const lines = await readProposals(bytes)
  if ('refused' in lines) throw new Failure('file-refused', lines.refused.message)
  return lines
}

/** A plan bounces unless a file that is written today would show it as this one does. */
export async function decideReturned(
  { config, stop }: Pick<AppContext, 'config' | 'stop'>,
  ledger: OpenLedger,
  fleet: Fleet,
  { lines, person }: { readonly lines: readonly ReturnedLine[]; readonly person: Person },
): Promise<FiledDecision[]> {
  const tools = await decidingTools(config, ledger, fleet, person)
  const cellsOf = proposalCells(await isSimulated(ledger.stores.runs, fleet.id))
  const shown = async (planId: string) => {
    const now = await ledger.proposals.ofPlan(fleet.id, planId)
    return now.map((line) => ({ ...line, cells: cellsOf(line) }))
  }
  return decideFile({ ...tools, shown }, lines, person, stop)
}
