/** `frota check FILE`: what was understood of a file and what is to be mended; sends nothing. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../failure.ts'
import { explainIssue, explainWarning } from '../reconciliation/intake/explain.ts'
import { judgeFile } from '../reconciliation/intake/judge-file.ts'
import type { JudgedFile } from '../reconciliation/intake/judged.ts'
import { writeVerdictCsv } from '../reconciliation/intake/verdict-csv.ts'
import type { CommandContext } from './context.ts'
import { fileAt } from './receive-file.ts'

const PROBLEMS_SHOWN_MAX = 20
/** The file that is given back holds clear documents. */
const OWNER_ONLY = 0o600

export async function run(context: CommandContext): Promise<void> {
  const { words, flags, output } = context
  const [path] = words
  if (path === undefined) {
    throw new Failure('usage', {
      pt: 'Diga o arquivo: frota check FROTA.csv',
      en: 'Name the file: frota check FLEET.csv',
    })
  }
  const { source } = await fileAt(path)
  const { uf, 'owner-document': ownerDocument, out } = flags
  const judged = await judgeFile(source, {
    defaults: {
      ...(typeof uf === 'string' ? { uf } : {}),
      ...(typeof ownerDocument === 'string' ? { ownerDocument } : {}),
    },
  })
  if ('refused' in judged) throw new Failure('file-refused', judged.refused.message)
  const problems = await sayJudged(context, judged)
  if (typeof out === 'string') await giveBack(judged, out, context)
  const { understood, counts } = judged
  output.object({ understood, counts, problems })
}

async function sayJudged(
  { output }: CommandContext,
  { understood, counts, rows }: JudgedFile,
): Promise<object[]> {
  const { say } = output
  const columns = Object.entries(understood.columns).map(([field, header]) => `${field}=${header}`)
  output.line(
    `${say('Entendido', 'Understood')}: ${understood.encoding.name}, ` +
      `${say('separador', 'delimiter')} ${JSON.stringify(understood.delimiter)}, ` +
      `${say('cabeçalho na linha', 'header on line')} ${understood.headerLine}`,
  )
  output.line(`${say('Colunas', 'Columns')}: ${columns.join(', ')}`)
  for (const warning of understood.warnings) {
    const sentence = explainWarning(warning)
    output.line(`! ${say(sentence.pt, sentence.en)}`)
  }
  output.line(
    `${counts.read} ${say('linhas', 'rows')}: ${counts.accepted} ${say('aceitas', 'accepted')}, ` +
      `${counts.repaired} ${say('com reparo', 'repaired')}, ` +
      `${counts.rejected} ${say('recusadas', 'refused')}, ` +
      `${counts.duplicate} ${say('duplicadas', 'duplicate')}, ` +
      `${counts.skipped} ${say('puladas', 'skipped')}`,
  )
  const problems: object[] = []
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.verdict !== 'rejected' && row.verdict !== 'duplicate') continue
      if (problems.length === PROBLEMS_SHOWN_MAX) return problems
      for (const issue of row.issues) {
        const why = explainIssue(issue, output.locale)
        output.line(`  ${say('linha', 'line')} ${row.line}, ${issue.column}: ${why}`)
      }
      problems.push({ line: row.line, verdict: row.verdict, issues: row.issues })
    }
  }
  return problems
}

async function giveBack(judged: JudgedFile, out: string, context: CommandContext): Promise<void> {
  const { output } = context
  const options = { rows: 'rejected', locale: output.locale } as const
  const pieces = writeVerdictCsv(judged.understood, judged.rows, options)
  try {
    await pipeline(Readable.from(pieces), createWriteStream(out, { mode: OWNER_ONLY }))
  } catch (cause) {
    throw new Failure(
      'directory-unwritable',
      {
        pt: `${out} não pode ser gravado; escolha outro lugar com --out.`,
        en: `${out} cannot be written; choose another place with --out.`,
      },
      { cause },
    )
  }
  output.line(`${output.say('Linhas a corrigir em', 'Rows to mend in')} ${out}`)
}
