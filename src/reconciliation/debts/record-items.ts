/** Turns a ready answer's items into debts, within the transaction that records the answer. */
import type { DebtStore } from '../../ledger/debts/debts.ts'
import type { RecordItems } from '../consultations/read-consultations.ts'
import { compareDebts } from './compare-debts.ts'

export function itemRecorder(
  debts: Pick<DebtStore, 'lockVehicle' | 'ofVehicle' | 'apply'>,
): RecordItems {
  return async (tx, answer) => {
    const { vehicleId, consultationId, at } = answer
    await debts.lockVehicle(vehicleId, tx)
    const known = await debts.ofVehicle(vehicleId, tx)
    const { items, missing } = compareDebts(answer, answer.items, known)
    await debts.apply({ vehicleId, consultationId, at, items, missing }, tx)
  }
}
