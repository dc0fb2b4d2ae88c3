/** Ways to read one sheet: our own, and the library's two. Each answers rows of what it read. */
import { readFile } from 'node:fs/promises'
import { INTAKE_LIMITS } from '../../src/reconciliation/intake/limits.ts'
import { openWorkbook } from '../../src/sheets/workbook/open-workbook.ts'

export type Kind = 'xlsx' | 'ods'

type Row = readonly unknown[]
type Reader = (bytes: Uint8Array, kind: Kind) => AsyncIterable<Row>

export const READERS: Readonly<Record<string, Reader>> = {
  frota: readOurs,
  'hucre, streamed': readStreamed,
  'hucre, whole': readWhole,
}

export async function countRows(name: string, path: string): Promise<number> {
  const reader = READERS[name]
  if (reader === undefined) throw new Error(`There is no reader ${name}.`)
  const kind = path.endsWith('.ods') ? 'ods' : 'xlsx'
  let rows = 0
  for await (const row of reader(await readFile(path), kind)) if (row.length > 0) rows++
  return rows
}

async function* readOurs(bytes: Uint8Array): AsyncGenerator<Row> {
  const book = await openWorkbook(bytes, INTAKE_LIMITS.workbook, INTAKE_LIMITS)
  if ('other' in book) throw new Error(`It is ${book.other}.`)
  for await (const batch of book.read(0).rows) for (const row of batch) yield row.cells
}

async function* readStreamed(bytes: Uint8Array, kind: Kind): AsyncGenerator<Row> {
  if (kind === 'ods') {
    const { streamOdsRows } = await import('hucre/ods')
    for await (const row of streamOdsRows(bytes)) yield row.values
    return
  }
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const row of streamXlsxRows(bytes)) yield row.values
}

async function* readWhole(bytes: Uint8Array, kind: Kind): AsyncGenerator<Row> {
  const { readOds } = await import('hucre/ods')
  const { readXlsx } = await import('hucre/xlsx')
  const book = await (kind === 'ods' ? readOds(bytes) : readXlsx(bytes))
  yield* book.sheets[0]?.rows ?? []
}
