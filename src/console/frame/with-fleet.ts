/** Opens the ledger for a page and finds the fleet that it shows. */
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { ConsoleTools } from './console-tools.ts'
import type { PageSetting } from './page.ts'

/** `none` where nothing was imported for the fleet yet. May throw a Failure. */
export async function withFleet<T, None>(
  { ledger }: Pick<ConsoleTools, 'ledger'>,
  { fleet: name }: Pick<PageSetting, 'fleet'>,
  work: (ledger: OpenLedger, fleet: Fleet) => Promise<T>,
  none: None,
): Promise<T | None> {
  if (ledger.isNew()) return none
  return ledger.use(async (open) => {
    const fleet = await open.fleets.find(name)
    return fleet === undefined ? none : work(open, fleet)
  })
}
