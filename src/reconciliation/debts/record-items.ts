/** Turns ready answers' items into debts, within the transaction that records the answers. */
import type { DebtStore } from '../../ledger/debts/debts-sql.ts'
import type { RecordItems } from '../consultations/read-consultations.ts'
import { compareDebts } from './compare-debts.ts'

export function itemRecorder(
  debts: Pick<DebtStore, 'lockVehicles' | 'ofVehicles' | 'apply'>,
): RecordItems {
  return async (tx, answers) => {
    const vehicleIds = answers.map(({ vehicleId }) => vehicleId)
    await debts.lockVehicles(vehicleIds, tx)
    const known = await debts.ofVehicles(vehicleIds, tx)
    const changes = answers.map((answer) => {
      const { vehicleId, consultationId, at } = answer
      const compared = compareDebts(answer, answer.items, known.get(vehicleId) ?? [])
      return { vehicleId, consultationId, at, ...compared }
    })
    await debts.apply(changes, tx)
  }
}
