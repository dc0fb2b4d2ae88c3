/** Transactions of the stores in memory: writes that happen together, or not at all. */
import type { Tx } from '../../../src/ledger/schema/tx.ts'

interface MemoryTx {
  readonly writes: (() => void)[]
}

export function openTx(): Tx {
  const opened: MemoryTx = { writes: [] }
  return opened as unknown as Tx
}

/** What happens when the transaction commits, in order. */
export function writesOf(tx: Tx): (() => void)[] {
  return (tx as unknown as MemoryTx).writes
}

/** Do this when the transaction commits. */
export function atCommit(tx: Tx, write: () => void): void {
  writesOf(tx).push(write)
}

/** A transaction of another memory store; when `work` throws, nothing that waited for it happens. */
export async function inMemoryTx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = openTx()
  const value = await work(tx)
  for (const write of writesOf(tx)) write()
  return value
}
