/** `frota audit verify`: walks the audit log's chain, in the ledger or in an exported file. */
import { Failure } from '../../failure.ts'
import type { Anchor } from '../../ledger/audit/audit-walk.ts'
import { chainBreak } from './audit-words.ts'
import type { CommandContext } from '../context.ts'
import { openLedger } from '../../app/ledger/open-ledger.ts'
import { verifyFile, verifyLedger, type Verified } from './verify-audit.ts'

const EXIT_BROKEN = 1

export async function run(context: CommandContext): Promise<void> {
  const { flags } = context
  const { file } = flags
  const anchors = anchorOf(flags['head'])
  if (typeof file === 'string') return tell(context, await verifyFile(file, anchors))
  await using ledger = await openLedger(context, 'read')
  tell(context, await verifyLedger(ledger.audit, anchors))
}

function tell(context: CommandContext, { head, broken }: Verified): void {
  const { output } = context
  const { locale } = output
  if (broken === undefined) {
    output.tell(
      `O registro está inteiro: ${head.seq} entradas, fim ${head.seq}:${head.hash}`,
      `The log is whole: ${head.seq} entries, head ${head.seq}:${head.hash}`,
    )
  } else {
    const why = chainBreak(broken.why, locale)
    output.tell(`A entrada ${broken.seq} ${why}.`, `Entry ${broken.seq} ${why}.`)
    output.tell(
      `Inteiro até a entrada ${head.seq}. Guarde o banco de dados como está e compare com uma cópia ou com um arquivo de frota audit export.`,
      `Whole up to entry ${head.seq}. Keep the database as it is and compare a backup or a file of frota audit export.`,
    )
    context.exitWith(EXIT_BROKEN)
  }
  output.object({ whole: broken === undefined, head, broken: broken ?? null })
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
