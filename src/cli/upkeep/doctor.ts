/** `frota doctor`: one line for each thing that a night needs: ok, or what to do. */
import { thisMachine } from '../../app/doctor/check-machine.ts'
import { examine } from '../../app/doctor/doctor.ts'
import type { Check, Level } from '../../app/doctor/finding.ts'
import { inLocale, type Bilingual } from '../../bilingual.ts'
import type { CommandContext } from '../context.ts'
import { tableLines } from '../table-lines.ts'

const EXIT_WRONG = 1
const EXIT_FOR_PERSON = 20

const NAMES: Readonly<Record<Check, Bilingual>> = {
  node: { pt: 'Node', en: 'Node' },
  memory: { pt: 'Memória', en: 'Memory' },
  disk: { pt: 'Disco', en: 'Disk' },
  folders: { pt: 'Pastas', en: 'Folders' },
  settings: { pt: 'Opções', en: 'Settings' },
  secret: { pt: 'Segredo', en: 'Secret' },
  ledger: { pt: 'Livro-razão', en: 'Ledger' },
  queue: { pt: 'Fila', en: 'Queue' },
  service: { pt: 'Serviço', en: 'Service' },
  account: { pt: 'Conta', en: 'Account' },
  quota: { pt: 'Cota', en: 'Quota' },
  work: { pt: 'Trabalho', en: 'Work' },
  'time-zone': { pt: 'Fuso', en: 'Time zone' },
  backup: { pt: 'Cópia', en: 'Backup' },
}

const LEVELS: Readonly<Record<Level, Bilingual>> = {
  ok: { pt: 'ok', en: 'ok' },
  attention: { pt: 'atenção', en: 'attention' },
  wrong: { pt: 'ERRADO', en: 'WRONG' },
}

export async function run(context: CommandContext): Promise<void> {
  const { output, flags } = context
  const findings = await examine(context, thisMachine())
  const { locale } = output
  const checks = findings.map((each) => ({ ...each, said: inLocale(each.said, locale) }))
  const rows = checks.map(({ check, level, said }) => [
    inLocale(NAMES[check], locale),
    inLocale(LEVELS[level], locale),
    said,
  ])
  for (const line of tableLines(rows)) output.line(line)
  output.object({ checks })
  const levels = new Set(findings.map(({ level }) => level))
  if (levels.has('wrong')) context.exitWith(EXIT_WRONG)
  else if (levels.has('attention') && flags['exit-code'] === true) context.exitWith(EXIT_FOR_PERSON)
}
