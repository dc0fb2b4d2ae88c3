import type { Language } from '../../../bilingual.ts'
import { formatRecords } from '../../../sheets/csv/format-records.ts'
import { BYTE_ORDER_MARK, CSV_OUTPUTS, type CsvFlavour } from '../../../sheets/csv/write-csv.ts'
import { UFS } from '../../../fleet/uf.ts'
import { TEMPLATE_COLUMNS, templateRecords } from './columns.ts'

/** Writes the file that people fill in: as text, or as a workbook that keeps zeros in front. */

/** Of a workbook: this many rows are ready to be typed into. */
const ROWS_READY = 500
const TEXT_FORMAT = '@'
const GUIDE_WIDTHS = [20, 14, 70] as const

export function templateCsv(flavour: CsvFlavour, language: Language): Uint8Array {
  const text = formatRecords(templateRecords(language), CSV_OUTPUTS[flavour])
  return Buffer.from(flavour === 'excel' ? BYTE_ORDER_MARK + text : text)
}

/** `at`: stands in the workbook as the day it was made. */
export async function templateXlsx(language: Language, at: Date): Promise<Uint8Array> {
  // Loaded where it is needed: it is large.
  const { writeXlsx } = await import('hucre/xlsx')
  const records = templateRecords(language)
  const blank = TEMPLATE_COLUMNS.map(() => null)
  const ready = Array.from({ length: ROWS_READY }, () => blank)
  const ufColumn = String.fromCharCode(
    65 + TEMPLATE_COLUMNS.findIndex(({ field }) => field === 'uf'),
  )
  return writeXlsx({
    properties: { created: at, modified: at },
    sheets: [
      {
        name: language === 'pt' ? 'Frota' : 'Fleet',
        columns: TEMPLATE_COLUMNS.map(({ width }) => ({ width, numFmt: TEXT_FORMAT })),
        rows: [...records, ...ready].map((row) => [...row]),
        freezePane: { rows: 1 },
        dataValidations: [
          {
            type: 'list',
            values: [...UFS],
            allowBlank: true,
            range: `${ufColumn}2:${ufColumn}${records.length + ROWS_READY}`,
          },
        ],
      },
      {
        name: language === 'pt' ? 'Como preencher' : 'How to fill in',
        columns: GUIDE_WIDTHS.map((width) => ({ width })),
        rows: templateGuide(language).map((row) => [...row]),
      },
    ],
  })
}

/** For each column its header, whether it may be empty, and what goes into it. */
export function templateGuide(language: Language): readonly (readonly string[])[] {
  const [must, may] = language === 'pt' ? ['obrigatória', 'opcional'] : ['required', 'optional']
  return TEMPLATE_COLUMNS.map(({ header, isRequired, guide }) => [
    header[language],
    isRequired ? must : may,
    guide[language],
  ])
}
