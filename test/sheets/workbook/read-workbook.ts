import { INTAKE_LIMITS } from '../../../src/reconciliation/intake/limits.ts'
import { openWorkbook } from '../../../src/sheets/workbook/open-workbook.ts'
import type { SheetRow } from '../../../src/sheets/workbook/sheet-row.ts'

/** Reads one sheet of a workbook that must be sound. */
export async function rowsIn(bytes: Uint8Array, sheet = 0): Promise<SheetRow[]> {
  const book = await openWorkbook(bytes, INTAKE_LIMITS.workbook, INTAKE_LIMITS)
  if ('other' in book) throw new Error(`no workbook but ${book.other}`)
  const rows: SheetRow[] = []
  for await (const batch of book.read(sheet).rows) rows.push(...batch)
  return rows
}

export async function cellsIn(bytes: Uint8Array, sheet = 0): Promise<(readonly string[])[]> {
  return (await rowsIn(bytes, sheet)).map(({ cells }) => cells)
}
