/** Everything that is due as one chunk: a simulated fleet is small, and has no queue. */
import type { DueChunk } from '../../../src/ledger/schema/due-chunk.ts'

export function dueChunks(due: readonly { id: string; reads: number }[]): DueChunk[] {
  if (due.length === 0) return []
  const fingerprint = due.map(({ id, reads }) => `${id} ${reads}`).join()
  return [{ chunk: '0', rows: { count: due.length, fingerprint } }]
}
