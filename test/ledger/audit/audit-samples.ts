/** Chains of entries as the ledger writes them, made without one. */
import { auditHash, NO_ENTRY } from '../../../src/ledger/audit/audit-chain.ts'
import type { AuditEntry, ChainedEntry, ChainHead } from '../../../src/ledger/audit/audit-chain.ts'

export type Bare = Omit<AuditEntry, 'seq' | 'previous'>

export function chained(entries: readonly Bare[]): ChainedEntry[] {
  let head: ChainHead = NO_ENTRY
  return entries.map((entry) => {
    const linked = { ...entry, seq: head.seq + 1n, previous: head.hash }
    const hash = auditHash(linked)
    head = { seq: linked.seq, hash }
    return { ...linked, hash }
  })
}

export function headOf(entries: readonly ChainedEntry[]): ChainHead {
  return entries.at(-1) ?? NO_ENTRY
}
