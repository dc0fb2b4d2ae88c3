/** Moves an imported or refused file to its folder, with its verdict file or the reason. */
import { inLocale, sayIn, type Bilingual, type Locale } from '../../bilingual.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import { importNotes } from '../run/import-notes.ts'
import { clerkWhy } from './clerk-words.ts'
import { shortTime } from '../short-time.ts'
import { withoutCommands } from '../without-commands.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../clock.ts'
import { judgeFile, type JudgeOptions } from '../../reconciliation/intake/judge-file.ts'
import { shownName } from '../inbox-names.ts'
import { placeFile, type Placed } from './move-file.ts'
import { sourceOf, type Why } from './take-file.ts'
import { writeFile } from 'node:fs/promises'
import { replaceFile } from '../../replace-file.ts'
import {
  verdictExtension,
  writeVerdicts,
} from '../../reconciliation/intake/verdicts/write-verdicts.ts'

interface LayTools {
  readonly config: Config
  readonly clock: Clock
}

export interface Laying {
  readonly claimed: string
  readonly name: string
  /** Created when it does not exist. */
  readonly folder: string
}

export interface LaidFile {
  readonly path: string
  readonly beside: string | undefined
}

/** `reading`: as the file was judged when it was imported; `notes`: of the import, if it is new. */
export async function layImported(
  tools: LayTools,
  laying: Laying,
  { reading, notes }: { reading: JudgeOptions; notes: Import | undefined },
): Promise<LaidFile> {
  const { FROTA_LOCALE: locale } = tools.config
  const said = notes === undefined ? [] : importNotes(notes, { locale, say: sayIn(locale) })
  const lines = said.map(withoutCommands).filter((line) => line !== '')
  let beside: string | undefined
  const { path } = await place(tools, laying, async (placed) => {
    beside = await writeVerdict(laying.claimed, placed, { reading, locale })
    if (lines.length === 0) return
    await writeText(placed, NOTES[locale], [titleOf(tools, laying, IMPORTED), '', ...lines, ''])
  })
  return { path, beside }
}

const IMPORTED: Bilingual = { pt: 'importado', en: 'imported' }

/** `reading`: absent where reading the file again would fail again. */
export async function layRefused(
  tools: LayTools,
  laying: Laying,
  { why, reading }: { why: Why; reading: JudgeOptions | undefined },
): Promise<LaidFile> {
  const { FROTA_LOCALE: locale } = tools.config
  const { code } = why
  const judged = reading && (await judgeFile(sourceOf(laying.claimed), reading))
  const facts = judged !== undefined && 'refused' in judged ? judged.refused.facts : {}
  const reason = {
    happened: { pt: 'recusado', en: 'refused' },
    why: clerkWhy(why, facts),
    next: {
      pt: `Nada foi alterado (${code}). Depois de corrigir, ponha o arquivo na pasta de novo.`,
      en: `Nothing was changed (${code}). Once it is fixed, put the file into the folder again.`,
    },
  }
  return layWithReason(tools, laying, reason, async (placed) => {
    // Rows that can be read are given back, even if all of them were rejected.
    if (reading !== undefined) await writeVerdict(laying.claimed, placed, { reading, locale })
  })
}

/** Of a file that a person has among those that were sent to the pages. */
export function layOpened(tools: LayTools, laying: Laying): Promise<LaidFile> {
  return layWithReason(tools, laying, OPENED)
}

const OPENED = {
  happened: { pt: 'aberto no console', en: 'opened in the console' },
  why: {
    pt: 'Está entre as planilhas enviadas, onde alguém confere as linhas e inicia.',
    en: 'It is among the files that were sent, where somebody checks its rows and starts it.',
  },
  next: {
    pt: 'Nada foi alterado ainda. Se o descartarem lá, ponha o arquivo na pasta de novo.',
    en: 'Nothing was changed yet. If it is discarded there, put the file into the folder again.',
  },
}

async function layWithReason(
  tools: LayTools,
  laying: Laying,
  { happened, why, next }: typeof OPENED,
  more: (placed: Placed) => Promise<void> = async () => undefined,
): Promise<LaidFile> {
  const { FROTA_LOCALE: locale } = tools.config
  const title = titleOf(tools, laying, happened)
  const lines = [title, '', inLocale(why, locale), '', inLocale(next, locale), '']
  let beside: string | undefined
  const { path } = await place(tools, laying, async (placed) => {
    beside = await writeText(placed, REASON[locale], lines)
    await more(placed)
  })
  return { path, beside }
}

/** `frota.csv: recusado em 02/03, 10:00` */
function titleOf({ config, clock }: LayTools, { name }: Laying, happened: Bilingual): string {
  const { FROTA_LOCALE: locale, FROTA_TIME_ZONE: zone } = config
  const at = shortTime(new Date(clock.now()), { locale }, zone)
  return `${shownName(name)}: ${inLocale(happened, locale)} ${sayIn(locale)('em', 'at')} ${at}`
}

function place(
  { config, clock }: LayTools,
  { claimed, folder, name }: Laying,
  fill: Parameters<typeof placeFile>[2],
): ReturnType<typeof placeFile> {
  return placeFile(claimed, { folder, name, atMs: clock.now(), zone: config.FROTA_TIME_ZONE }, fill)
}

const BYTE_ORDER_MARK = '\uFEFF'
const VERDICT = { 'pt-BR': '.veredito', en: '.verdict' } as const
const NOTES = { 'pt-BR': '.avisos.txt', en: '.notes.txt' } as const
const REASON = { 'pt-BR': '.motivo.txt', en: '.reason.txt' } as const

/** The verdict file's path; undefined when the file, read again, is refused by now. */
async function writeVerdict(
  claimed: string,
  { path, mode }: Placed,
  { reading, locale }: { reading: JudgeOptions; locale: Locale },
): Promise<string | undefined> {
  const judged = await judgeFile(sourceOf(claimed), reading)
  if ('refused' in judged) return undefined
  const rows = writeVerdicts(judged.understood, judged.rows, { rows: 'all', locale })
  const target = `${path}${VERDICT[locale]}${verdictExtension(judged.understood)}`
  await replaceFile(target, rows, { mode })
  return target
}

/** With a byte order mark and Windows line ends, so that any text editor shows it well. */
async function writeText(
  { path, mode }: Placed,
  ending: string,
  lines: readonly string[],
): Promise<string> {
  const target = `${path}${ending}`
  await writeFile(target, BYTE_ORDER_MARK + lines.join('\r\n'), { mode })
  return target
}
