/**
 * What lies beside a file that was taken: the file given back with its verdicts, or why it was
 * refused. Both go to who dropped it and to nobody else.
 */
import type { Locale } from '../../bilingual.ts'
import { createWriteStream } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { judgeFile, type JudgeOptions } from '../../reconciliation/intake/judge-file.ts'
import {
  verdictExtension,
  writeVerdicts,
} from '../../reconciliation/intake/verdicts/write-verdicts.ts'
import type { Placed } from './move-file.ts'
import { sourceOf } from './take-file.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const VERDICT = { 'pt-BR': '.veredito', en: '.verdict' } as const
const REASON = { 'pt-BR': '.motivo.txt', en: '.reason.txt' } as const

/** The verdict file's path; undefined when the file, read again, is refused by now. */
export async function writeVerdict(
  claimed: string,
  { path, mode }: Placed,
  { reading, locale }: { reading: JudgeOptions; locale: Locale },
): Promise<string | undefined> {
  const judged = await judgeFile(sourceOf(claimed), reading)
  if ('refused' in judged) return undefined
  const rows = writeVerdicts(judged.understood, judged.rows, { rows: 'all', locale })
  const target = `${path}${VERDICT[locale]}${verdictExtension(judged.understood)}`
  const partial = `${target}.part`
  try {
    await pipeline(Readable.from(rows), createWriteStream(partial, { mode }))
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return target
}

/** With a byte order mark and Windows line ends, so that any text editor shows it well. */
export async function writeReason(
  { path, mode }: Placed,
  lines: readonly string[],
  locale: Locale,
): Promise<string> {
  const target = `${path}${REASON[locale]}`
  await writeFile(target, BYTE_ORDER_MARK + lines.join('\r\n'), { mode })
  return target
}
