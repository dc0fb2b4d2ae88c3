/** How a person wants an upload to be read, from the fields of a form; pure. */
import { FIELDS, type Field } from '../../reconciliation/intake/header/aliases.ts'
import type { Container } from '../../reconciliation/intake/judged.ts'
import { columnsOf } from '../../reconciliation/intake/records/sample-columns.ts'
import type { SampledColumn } from '../../reconciliation/intake/records/sample-columns.ts'
import type { ReadingOptions } from '../../app/intake/drafts.ts'
import type { SeenDraft } from './drafts.ts'

/** The lists from which a person chooses: forms send positions in them, never their texts. */
export interface ReadingChoices {
  readonly container: Container
  readonly columns: readonly SampledColumn[]
}

/** Undefined where no choice makes the file readable. */
export function choicesOf({ judged }: Pick<SeenDraft, 'judged'>): ReadingChoices | undefined {
  if ('refusal' in judged) return judged.sample
  const { container, allColumns, headerLine } = judged.understood
  // Without a header the column names are made up, so columns are chosen by number only.
  return { container, columns: columnsOf(headerLine === 0 ? [] : allColumns, allColumns.length) }
}

type FieldOf = (name: string) => string

/** The options of the upload form. */
export function firstReadingOptions(field: FieldOf): ReadingOptions {
  return { defaults: defaultsOf(field), ...ticksOf(field) }
}

/** The options of the form by which a kept file is read again. */
export function changedReadingOptions(
  field: FieldOf,
  before: ReadingOptions,
  { container, columns }: ReadingChoices,
): ReadingOptions {
  const sheets = container.kind === 'csv' ? [] : container.sheets
  const chosen = sheets[Number(field('sheet')) - 1]
  const sheet = chosen ?? before.sheet
  // Columns were chosen among those of the sheet that was shown.
  const isSameSheet = container.kind === 'csv' || chosen === undefined || chosen === container.sheet
  const { ownerDocument } = before.defaults
  const { edits = [] } = before
  return {
    edits,
    // The document is never written into a page, so an empty field means the same as before.
    defaults: { ...(ownerDocument === undefined ? {} : { ownerDocument }), ...defaultsOf(field) },
    map: isSameSheet ? mapOf(field, columns) : {},
    ...(sheet === undefined ? {} : { sheet }),
    ...ticksOf(field),
  }
}

export function columnField(field: Field): string {
  return `column_${field}`
}

function mapOf(
  field: FieldOf,
  columns: readonly SampledColumn[],
): Readonly<Partial<Record<Field, string>>> {
  return Object.fromEntries(
    FIELDS.flatMap((each) => {
      const column = columns[Number(field(columnField(each))) - 1]
      return column === undefined ? [] : [[each, column.wanted] as const]
    }),
  )
}

function defaultsOf(field: FieldOf): ReadingOptions['defaults'] {
  const [uf, ownerDocument] = [field('uf'), field('owner_document')]
  return {
    ...(uf === '' ? {} : { uf }),
    ...(ownerDocument === '' ? {} : { ownerDocument }),
  }
}

type Ticks = Pick<ReadingOptions, 'strict' | 'repairPlates' | 'forgetReading'>

function ticksOf(field: FieldOf): Ticks {
  return {
    ...(field('strict') === 'yes' ? { strict: true } : {}),
    ...(field('repair_plates') === 'yes' ? { repairPlates: true } : {}),
    ...(field('forget') === 'yes' ? { forgetReading: true } : {}),
  }
}
