/** How a person wants an upload to be read, from the fields of a form; pure. */
import { FIELDS } from '../../reconciliation/intake/header/aliases.ts'
import type { Field } from '../../reconciliation/intake/header/aliases.ts'
import type { Container } from '../../reconciliation/intake/judged.ts'
import type { SampledColumn } from '../../reconciliation/intake/records/sample-columns.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'

type Named = 'defaults' | 'map' | 'sheet' | 'strict' | 'repairPlates' | 'forgetReading'
export type ReadingOptions = Pick<UploadAbout, Named>

/** The lists from which a person chooses: forms send positions in them, never their texts. */
export interface ReadingChoices {
  readonly container: Container
  readonly columns: readonly SampledColumn[]
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
  return {
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

function ticksOf(field: FieldOf): Pick<ReadingOptions, 'strict' | 'forgetReading'> {
  return {
    ...(field('strict') === 'yes' ? { strict: true } : {}),
    ...(field('forget') === 'yes' ? { forgetReading: true } : {}),
  }
}
