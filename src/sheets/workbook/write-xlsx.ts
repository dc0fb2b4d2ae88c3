import { encodeOfficeEscapes } from './xml-text.ts'

/** Writes one sheet of texts as XLSX, through the library, while the rows come. */

/** Keeps what is typed as text, so that no zero of a document is lost. */
const TEXT_FORMAT = '@'

/** Excel opens no file that has more in a cell. */
const CELL_CHARACTERS_MAX = 32_767

export async function* writeXlsx(
  rows: AsyncIterable<readonly (readonly string[])[]>,
  sheet: { readonly name: string; readonly width: number },
): AsyncGenerator<Uint8Array> {
  // Loaded where it is needed: it is large, and most files are texts.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const columns = Array.from({ length: sheet.width }, () => ({ numFmt: TEXT_FORMAT }))
  const bytes = writeXlsxStream(cellsOf(rows), {
    name: sheet.name,
    columns,
    maxRowsPerSheet: Number.POSITIVE_INFINITY,
    freezePane: { rows: 1 },
  })
  for await (const piece of bytes) yield piece
}

async function* cellsOf(
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<(string | null)[]> {
  for await (const batch of rows) {
    for (const cells of batch) yield cells.map((text) => (text === '' ? null : cellOf(text)))
  }
}

function cellOf(text: string): string {
  const escaped = encodeOfficeEscapes(text)
  return escaped.length > CELL_CHARACTERS_MAX ? escaped.slice(0, CELL_CHARACTERS_MAX) : escaped
}
