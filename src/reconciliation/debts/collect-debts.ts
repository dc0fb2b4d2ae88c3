/** Collects the debts of one chunk of consultations: reads what is due and records the answers. */
import type { DebtStore } from '../../ledger/debts/debts-sql.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { readConsultations, type ReadingTools } from '../consultations/read-consultations.ts'
import { itemRecorder } from './record-items.ts'

export interface CollectTools extends Omit<ReadingTools, 'recordItems'> {
  readonly debts: DebtStore
}

/** `snoozed` while a consultation of the chunk is pending, else `done`. */
export function collectDebts(
  { debts, ...tools }: CollectTools,
  chunk: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  return readConsultations({ ...tools, recordItems: itemRecorder(debts) }, chunk, signal)
}
