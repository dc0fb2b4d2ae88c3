/** The format in which a checked file is given back: its own, or text if `--out` asks for it. */
import { extname } from 'node:path'
import { Failure } from '../../failure.ts'
import type { Understood } from '../../reconciliation/intake/judged.ts'
import { writeVerdictCsv } from '../../reconciliation/intake/verdicts/verdict-csv.ts'
import {
  verdictExtension,
  writeVerdicts,
} from '../../reconciliation/intake/verdicts/write-verdicts.ts'

const WORKBOOKS = new Set(['.xlsx', '.ods'])
const TEXTS = new Set(['.csv', '.txt', '.tsv'])

export interface VerdictForm {
  readonly write: typeof writeVerdicts
  /** Extension of the default name. */
  readonly extension: string
}

/** Throws `usage` for a workbook's name where the file is something else. */
export function verdictForm(understood: Understood, out: string | undefined): VerdictForm {
  const extension = verdictExtension(understood)
  const wanted = extname(out ?? '').toLowerCase()
  if (TEXTS.has(wanted)) return { write: writeVerdictCsv, extension }
  if (wanted === extension || !WORKBOOKS.has(wanted)) return { write: writeVerdicts, extension }
  throw new Failure('usage', {
    pt: `O arquivo volta na forma em que veio: dê a --out um nome que termine em ${extension}.`,
    en: `The file goes back in the form in which it came: end the name of --out in ${extension}.`,
  })
}
