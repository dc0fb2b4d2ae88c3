/** What became of the balance since the run before; the books reckon it, from outside this folder. */
import type { Locale } from '../../bilingual.ts'
import type { VehicleHistory } from '../../ledger/histories/vehicle-histories.ts'
import type { IpvaPolicy } from '../debts/ipva-alternatives.ts'

export interface RunRoll {
  readonly openingCents: bigint
  /** In the reader's words; what did not move is absent. */
  readonly moved: readonly { readonly name: string; readonly cents: bigint }[]
  readonly closingCents: bigint
}

export type RollOfRun = (
  histories: AsyncIterable<readonly VehicleHistory[]>,
  of: {
    /** The fleet's name. */
    readonly fleet: string
    readonly zone: string
    readonly prefer: IpvaPolicy['prefer']
    readonly locale: Locale
    /** The end of the run before; null for the first. */
    readonly from: Date | null
    /** YYYY-MM-DD where the fleet is: what "owed" means depends on it. */
    readonly today: string
  },
) => Promise<RunRoll>
