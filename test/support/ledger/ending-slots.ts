/** A store in memory whose moves end the slots of a quota in memory, as one statement does in SQL. */
import type { QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import type { PlanningStore } from './planning-store.ts'

export function endingSlots<Store extends PlanningStore>(
  store: Store,
  quota: Pick<QuotaLedger, 'settle'>,
): Store {
  const settle: PlanningStore['settle'] = async (id, epoch, move, record) => {
    const settled = await store.settle(id, epoch, move, record)
    const { slotEnding } = move
    if (settled === null || settled.slotId === null || slotEnding === undefined) return settled
    await quota.settle(settled.slotId, slotEnding)
    return settled
  }
  return { ...store, settle }
}
