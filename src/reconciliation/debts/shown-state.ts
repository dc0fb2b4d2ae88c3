/** Pure. What is said to have become of a debt. */
import type { Debt } from '../../ledger/debts/debts.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'

/** A proposal for a vehicle that left waits, unseen, for its return. */
export function shownState({ inFleet }: Pick<VehicleFacts, 'inFleet'>, { state }: Debt) {
  const isUnseen = !inFleet && (state === 'proposed' || state === 'approved')
  return isUnseen ? 'open' : state
}
