/** The sheets of a written workbook as its own reader reads them, and a form to compare rows in. */
import { INTAKE_LIMITS } from '../../../src/reconciliation/intake/limits.ts'
import { openWorkbook } from '../../../src/sheets/workbook/open-workbook.ts'

interface Row {
  readonly cells: readonly string[]
  readonly computed: readonly number[]
}

export async function sheetsOf(bytes: Uint8Array): Promise<Map<string, Row[]>> {
  const book = await openWorkbook(bytes, INTAKE_LIMITS.workbook, INTAKE_LIMITS)
  if ('other' in book) throw new Error(`no workbook but ${book.other}`)
  const read = async (at: number): Promise<Row[]> =>
    (await Array.fromAsync(book.read(at).rows)).flat()
  const sheets = book.sheets.map(async ({ name }, at) => [name, await read(at)] as const)
  return new Map(await Promise.all(sheets))
}

/** One form for what the files write differently; a workbook keeps no last zero of an amount. */
export function plain(cell: string): string {
  const date = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(cell)
  if (date !== null) return `${date[3]}-${date[2]}-${date[1]}`
  const code = /^="(.*)"$/.exec(cell)
  if (code !== null) return code[1] ?? ''
  return /^-?\d+[.,]\d{1,2}$/.test(cell) ? String(Number(cell.replace(',', '.'))) : cell
}

/** Without the empty cells at the end of each row. */
export function trimmed(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))
}
