/** `frota audit export --to FILE`: writes the whole log, to be kept elsewhere and verified. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { Failure } from '../../failure.ts'
import { NO_ENTRY, type ChainHead } from '../../ledger/audit/audit-chain.ts'
import { entryLine, headLine } from '../../ledger/audit/audit-lines.ts'
import type { AuditReader } from '../../ledger/audit/audit-read.ts'
import type { CommandContext } from '../context.ts'
import { openLedger } from '../../app/ledger/open-ledger.ts'

/** The log says who decided what, which readers of the reports need not know. */
const OWNER_ONLY = 0o600

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context
  const { to } = flags
  if (typeof to !== 'string' || to.trim() === '' || to === '-') {
    throw new Failure('usage', {
      pt: 'Diga o nome de um arquivo novo: frota audit export --to auditoria.jsonl',
      en: 'Give the name of a new file: frota audit export --to audit.jsonl',
    })
  }
  await using ledger = await openLedger(context, 'read')
  const exported: { head: ChainHead } = { head: NO_ENTRY }
  try {
    const lines = Readable.from(linesOf(ledger.audit, exported))
    await pipeline(lines, createWriteStream(to, { flags: 'wx', mode: OWNER_ONLY }))
  } catch (cause) {
    throw new Failure(
      'directory-unwritable',
      {
        pt: `${to} não pode ser criado, ou já existe; escolha outro nome com --to.`,
        en: `${to} cannot be made, or exists already; choose another name with --to.`,
      },
      { cause },
    )
  }
  const { head } = exported
  output.tell(
    `${head.seq} entradas em ${to}; fim ${head.seq}:${head.hash}`,
    `${head.seq} entries in ${to}; head ${head.seq}:${head.hash}`,
  )
  output.object({ file: to, entries: head.seq, head })
}

async function* linesOf(audit: AuditReader, exported: { head: ChainHead }): AsyncGenerator<string> {
  for await (const entry of audit.entries()) {
    exported.head = { seq: entry.seq, hash: entry.hash }
    yield `${entryLine(entry)}\n`
  }
  yield `${headLine(exported.head)}\n`
}
