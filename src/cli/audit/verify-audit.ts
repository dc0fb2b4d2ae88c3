/** Walks the audit log's chain, in the ledger or in an exported file, and says how it ended. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ChainHead } from '../../ledger/audit/audit-chain.ts'
import { LINE_CHARACTERS_MAX, readLine } from '../../ledger/audit/audit-lines.ts'
import type { AuditReader } from '../../ledger/audit/audit-read.ts'
import { walkChain, type Anchor, type ChainBreak } from '../../ledger/audit/audit-walk.ts'
import { unreadableFile } from '../../unreadable-file.ts'

export interface Verified {
  readonly head: ChainHead
  readonly broken: ChainBreak | undefined
}

/** The heads that the ledger itself noted, its own and those of its runs, must be in the chain. */
export async function verifyLedger(
  audit: AuditReader,
  given: readonly Anchor[],
): Promise<Verified> {
  const walk = walkChain([...given, await audit.head(), ...(await audit.runHeads())])
  for await (const entry of audit.entries()) if (!walk.take(entry)) break
  const walked = walk.end()
  if (walked.broken !== undefined) return walked
  const { seq } = await audit.head()
  // Each append moves the head, so an entry beyond the head was not written by frota.
  if (walked.head.seq > seq) return { ...walked, broken: { seq: seq + 1n, why: 'unlinked' } }
  return walked
}

/** Verifies a file of `frota audit export`: its last line names the head, and nothing follows. */
export async function verifyFile(path: string, given: readonly Anchor[]): Promise<Verified> {
  const walk = walkChain(given)
  let head: ChainHead | undefined
  let next = 1n
  for await (const line of linesOf(path)) {
    const read = head === undefined ? readLine(line) : undefined
    if (read === undefined) {
      return { head: walk.end().head, broken: { seq: next, why: 'unreadable' } }
    }
    if ('head' in read) head = read.head
    else if (!walk.take(read.entry)) break
    else next = read.entry.seq + 1n
  }
  const walked = walk.end()
  if (walked.broken !== undefined) return walked
  const { seq, hash } = walked.head
  if (head === undefined || head.seq > seq) {
    return { ...walked, broken: { seq: seq + 1n, why: 'cut-off' } }
  }
  return head.hash === hash ? walked : { ...walked, broken: { seq, why: 'rewritten' } }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8')
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield line.slice(0, LINE_CHARACTERS_MAX)
    }
  } catch (cause) {
    throw unreadableFile('usage', `--file: ${path}`, cause)
  } finally {
    input.destroy()
  }
}
