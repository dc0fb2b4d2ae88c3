/** `frota template`: writes the file that a fleet fills in, and says what goes into each column. */
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { TEMPLATE_COLUMNS } from '../../reconciliation/intake/template/columns.ts'
import {
  templateCsv,
  templateGuide,
  templateXlsx,
} from '../../reconciliation/intake/template/write-template.ts'
import type { CommandContext } from '../context.ts'
import { writeWhole } from './write-whole.ts'

const STDOUT = '-'
type Format = 'csv' | 'xlsx'

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, config } = context
  const language = output.locale === 'pt-BR' ? 'pt' : 'en'
  const out = typeof flags['out'] === 'string' ? flags['out'] : undefined
  const format = formatOf(flags['format'], out)
  const bytes =
    format === 'csv'
      ? templateCsv(config.FROTA_CSV_FLAVOUR, language)
      : await templateXlsx(language, new Date(wallClock.now()))
  // A pipe gets the file itself; a person at a terminal gets a file with a name.
  const toPipe = out === undefined && !output.live && !output.json
  if (out === STDOUT || toPipe) {
    process.stdout.write(bytes)
    return
  }
  const path = out ?? `${output.say('modelo-frota', 'fleet-template')}.${format}`
  if (flags['force'] !== true) await mustBeNew(path)
  await writeWhole(path, [bytes])
  sayGuide(context, path)
}

function formatOf(asked: string | boolean | undefined, out: string | undefined): Format {
  const named = extname(out ?? '').toLowerCase()
  const format = asked ?? (named === '.xlsx' ? 'xlsx' : 'csv')
  if (format === 'csv' || format === 'xlsx') return format
  throw new Failure('usage', {
    pt: `--format: "${String(format).slice(0, 20)}" não serve: dê csv ou xlsx.`,
    en: `--format: "${String(format).slice(0, 20)}" is not usable: give csv or xlsx.`,
  })
}

async function mustBeNew(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there === undefined || !there.isFile()) return
  throw new Failure('usage', {
    pt: `${path} já existe: dê outro nome com --out, ou --force para trocá-lo.`,
    en: `${path} is there already: give another --out, or --force to replace it.`,
  })
}

function sayGuide({ output }: CommandContext, path: string): void {
  const { say, line, tell } = output
  line(`${say('Modelo', 'Template')}: ${path}`)
  for (const [name = '', need, guide] of templateGuide(say('pt', 'en') === 'pt' ? 'pt' : 'en')) {
    line(`  ${name.padEnd(16)} ${need}: ${guide}`)
  }
  tell(
    'Troque as linhas de exemplo pelos seus veículos, uma linha para cada um, e confira com:',
    'Replace the lines of example with your vehicles, one line each, and check it with:',
  )
  line(`  frota check ${path}`)
  const columns = TEMPLATE_COLUMNS.map(({ field, header, isRequired }) => ({
    field,
    header: say(header.pt, header.en),
    required: isRequired,
  }))
  output.object({ file: path, columns })
}
