/** Pure. Walks the audit log's chain, and says why the first entry that does not fit does not. */
import { auditHash, NO_ENTRY, type ChainedEntry, type ChainHead } from './audit-chain.ts'

export const BREAKS = [
  /** The entry's text does not give its hash. */
  'changed',
  /** The entry names another hash than the one before it has: one of the two was rewritten. */
  'unlinked',
  'missing',
  /** The entry stands behind a later one, or twice. */
  'reordered',
  /** The log once was longer: the entry that would be next is gone, and all behind it. */
  'cut-off',
  /** A head that was noted elsewhere names another hash: the log was written anew. */
  'rewritten',
  /** The line of a file is no entry. */
  'unreadable',
] as const

export interface ChainBreak {
  readonly seq: bigint
  readonly why: (typeof BREAKS)[number]
}

/** A head of the chain that was noted somewhere; without `seq` only its hash is known. */
export interface Anchor {
  readonly seq?: bigint
  readonly hash: string
}

export interface ChainWalk {
  /** False when the verdict is final: no later entry can change it. */
  take(entry: ChainedEntry): boolean
  end(): { readonly head: ChainHead; readonly broken: ChainBreak | undefined }
}

export function walkChain(anchors: readonly Anchor[] = []): ChainWalk {
  let head = NO_ENTRY
  let broken: ChainBreak | undefined
  let gap: bigint | undefined
  const noted = notesOf(anchors)
  return {
    take: (entry) => {
      if (gap !== undefined) {
        // The missing entry stands further down, so the log is reordered.
        if (entry.seq === gap) broken = { seq: gap, why: 'reordered' }
      } else {
        const why = misfit(entry, head, noted)
        if (why === 'missing') gap = head.seq + 1n
        else if (why !== undefined) broken = { seq: entry.seq, why }
        else head = { seq: entry.seq, hash: entry.hash }
      }
      return broken === undefined
    },
    end: () => {
      if (broken !== undefined) return { head, broken }
      const next = head.seq + 1n
      if (gap !== undefined) return { head, broken: { seq: gap, why: 'missing' } }
      const isLonger = [...noted.bySeq.keys()].some((seq) => seq > head.seq)
      if (isLonger || noted.hashes.size > 0) return { head, broken: { seq: next, why: 'cut-off' } }
      return { head, broken: undefined }
    },
  }
}

interface Notes {
  readonly bySeq: Map<bigint, Set<string>>
  /** Hashes of anchors without a `seq`; each is removed when its entry was seen. */
  readonly hashes: Set<string>
}

function notesOf(anchors: readonly Anchor[]): Notes {
  const bySeq = new Map<bigint, Set<string>>()
  const hashes = new Set<string>()
  for (const { seq, hash } of anchors) {
    if (hash === NO_ENTRY.hash) continue
    if (seq === undefined) hashes.add(hash)
    else bySeq.set(seq, (bySeq.get(seq) ?? new Set()).add(hash))
  }
  return { bySeq, hashes }
}

function misfit(entry: ChainedEntry, head: ChainHead, noted: Notes): ChainBreak['why'] | undefined {
  if (entry.seq > head.seq + 1n) return 'missing'
  if (entry.seq <= head.seq) return 'reordered'
  if (auditHash(entry) !== entry.hash) return 'changed'
  if (entry.previous !== head.hash) return 'unlinked'
  const here = noted.bySeq.get(entry.seq) ?? new Set()
  if ([...here].some((hash) => hash !== entry.hash)) return 'rewritten'
  noted.hashes.delete(entry.hash)
  return undefined
}
