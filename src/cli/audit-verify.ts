/** `frota audit verify`: walks the audit log's chain, in the ledger or in an exported file. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Failure } from '../failure.ts'
import { LINE_CHARACTERS_MAX, readLine } from '../ledger/audit-lines.ts'
import { walkChain } from '../ledger/audit-walk.ts'
import type { Anchor, ChainBreak } from '../ledger/audit-walk.ts'
import type { ChainHead } from '../ledger/audit-chain.ts'
import type { AuditReader } from '../ledger/audit-read.ts'
import { chainBreak } from './audit-words.ts'
import type { CommandContext } from './context.ts'
import { openLedger } from './open-ledger.ts'

const EXIT_BROKEN = 1

interface Verified {
  readonly head: ChainHead
  readonly broken: ChainBreak | undefined
}

export async function run(context: CommandContext): Promise<void> {
  const { flags, config, name, output } = context
  const { file } = flags
  const anchors = anchorOf(flags['head'])
  if (typeof file === 'string') return tell(context, await verifyFile(file, anchors))
  await using ledger = await openLedger(config, { mode: 'read', command: name, output })
  tell(context, await verifyLedger(ledger.audit, anchors))
}

function tell(context: CommandContext, { head, broken }: Verified): void {
  const { output } = context
  const { say, locale } = output
  if (broken === undefined) {
    output.line(
      say(
        `O registro está inteiro: ${head.seq} entradas, fim ${head.seq}:${head.hash}`,
        `The log is whole: ${head.seq} entries, head ${head.seq}:${head.hash}`,
      ),
    )
  } else {
    const why = chainBreak(broken.why, locale)
    output.line(say(`A entrada ${broken.seq} ${why}.`, `Entry ${broken.seq} ${why}.`))
    output.line(
      say(
        `Inteiro até a entrada ${head.seq}. Guarde o banco de dados como está e compare com uma cópia ou com um arquivo de frota audit export.`,
        `Whole up to entry ${head.seq}. Keep the database as it is and compare a backup or a file of frota audit export.`,
      ),
    )
    context.exitWith(EXIT_BROKEN)
  }
  output.object({ whole: broken === undefined, head, broken: broken ?? null })
}

/** The heads that the ledger itself noted, its own and those of its runs, must be in the chain. */
async function verifyLedger(audit: AuditReader, given: readonly Anchor[]): Promise<Verified> {
  const walk = walkChain([...given, await audit.head(), ...(await audit.runHeads())])
  for await (const entry of audit.entries()) if (!walk.take(entry)) break
  const walked = walk.end()
  if (walked.broken !== undefined) return walked
  const { seq } = await audit.head()
  // Nobody appends without moving the head.
  if (walked.head.seq > seq) return { ...walked, broken: { seq: seq + 1n, why: 'unlinked' } }
  return walked
}

async function verifyFile(path: string, given: readonly Anchor[]): Promise<Verified> {
  let head: ChainHead | undefined
  const anchors: Anchor[] = [...given]
  for await (const line of linesOf(path)) {
    const read = readLine(line)
    if (read !== undefined && 'head' in read) head = read.head
  }
  if (head !== undefined) anchors.push(head)
  const walk = walkChain(anchors)
  let next = 1n
  for await (const line of linesOf(path)) {
    const read = readLine(line)
    if (read === undefined)
      return { head: walk.end().head, broken: { seq: next, why: 'unreadable' } }
    if ('head' in read) break
    if (!walk.take(read.entry)) break
    next = read.entry.seq + 1n
  }
  const walked = walk.end()
  // An exported file ends in its head: without one, its end was cut off.
  if (walked.broken !== undefined || head !== undefined) return walked
  return { ...walked, broken: { seq: walked.head.seq + 1n, why: 'cut-off' } }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8')
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield line.slice(0, LINE_CHARACTERS_MAX)
    }
  } catch (cause) {
    throw new Failure(
      'usage',
      {
        pt: `--file: ${path} não pode ser lido; indique um arquivo de frota audit export.`,
        en: `--file: ${path} cannot be read; give a file of frota audit export.`,
      },
      { cause },
    )
  } finally {
    input.destroy()
  }
}

function anchorOf(flag: string | boolean | undefined): Anchor[] {
  if (typeof flag !== 'string') return []
  const parts = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/i.exec(flag.trim())
  const hash = parts?.[2]?.toLowerCase()
  if (hash !== undefined) {
    return [parts?.[1] === undefined ? { hash } : { seq: BigInt(parts[1]), hash }]
  }
  throw new Failure('usage', {
    pt: '--head: dê o fim como frota audit o mostra, 12:abc… (número, dois pontos, 64 dígitos).',
    en: '--head: give the head as frota audit shows it, 12:abc… (number, colon, 64 digits).',
  })
}
