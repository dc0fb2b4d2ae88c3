/** `frota check FILE`: what was understood of a file and what is to be mended; sends nothing. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../failure.ts'
import { explainIssue, explainWarning } from '../reconciliation/intake/explain.ts'
import { judgeFile } from '../reconciliation/intake/judge-file.ts'
import type { JudgedFile, JudgedRow, RowIssue } from '../reconciliation/intake/judged.ts'
import { writeVerdictCsv } from '../reconciliation/intake/verdict-csv.ts'
import type { CommandContext } from './context.ts'
import { fileFlags } from './run/given-file.ts'
import { fileAt } from './run/receive-file.ts'

type Problem = Pick<JudgedRow, 'line' | 'verdict' | 'issues'>

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
  const { out } = flags
  const judged = await judgeFile(source, fileFlags(flags))
  if ('refused' in judged) throw new Failure('file-refused', judged.refused.message)
  const problems = await sayJudged(context, judged)
  if (typeof out === 'string') await giveBack(judged, out, context)
  const { understood, counts } = judged
  output.object({ understood, counts, problems })
}

async function sayJudged(
  { output }: CommandContext,
  { understood, counts, rows }: JudgedFile,
): Promise<Problem[]> {
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
  const found = await readProblems(rows)
  for (const { line, issues } of found.problems) {
    for (const issue of issues) {
      const why = explainIssue(issue, output.locale)
      output.line(`  ${say('linha', 'line')} ${line}, ${issue.column}: ${why}`)
    }
  }
  for (const { issue, line, count } of found.warnings.values()) {
    const first = `${say('a primeira na linha', 'the first on line')} ${line}`
    const why = explainIssue(issue, output.locale)
    output.line(`  ${issue.code} × ${count} (${first}, ${issue.column}): ${why}`)
  }
  return found.problems
}

interface Warning {
  /** The first of its kind, as an example. */
  issue: RowIssue
  line: number
  count: number
}

/** The first rows to mend, one by one, and everything else that was noticed, by its code. */
async function readProblems(
  rows: JudgedFile['rows'],
): Promise<{ problems: Problem[]; warnings: Map<string, Warning> }> {
  const problems: Problem[] = []
  const warnings = new Map<string, Warning>()
  for await (const batch of rows) {
    for (const { line, verdict, issues } of batch) {
      if (verdict === 'rejected' || verdict === 'duplicate') {
        if (problems.length < PROBLEMS_SHOWN_MAX) problems.push({ line, verdict, issues })
        continue
      }
      for (const issue of issues) {
        const seen = warnings.get(issue.code)
        if (seen === undefined) warnings.set(issue.code, { issue, line, count: 1 })
        else seen.count += 1
      }
    }
  }
  return { problems, warnings }
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
