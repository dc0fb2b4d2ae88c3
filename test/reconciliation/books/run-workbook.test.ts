/** reconciliation.xlsx of a run holds what its CSV files hold, and adds it up to the manifest. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { formatCents } from '../../../src/fleet/money.ts'
import { runWorkbook } from '../../../src/reconciliation/books/run-workbook.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import {
  memoryDebt,
  memoryOrder,
  memoryRun,
  memorySource,
  memoryVehicle,
} from '../reports/memory-source.ts'
import { plain, sheetsOf, trimmed } from './read-sheets.ts'
import { folderForFile } from '../../support/for-file.ts'

const reportsDir = await folderForFile('run-workbook')

const HOSTILE = '=HYPERLINK("http://a.example";"<b>")'
const FILES = {
  Débitos: 'debts.csv',
  Pedidos: 'orders.csv',
  Itens: 'order_items.csv',
  Veículos: 'vehicles.csv',
  Exceções: 'exceptions.csv',
}
const debts = [120n, 99_999n, 1n].map((amountCents, at) =>
  memoryDebt({ id: `debt ${at}`, amountCents, description: HOSTILE, orderId: 'order' }),
)
const source = memorySource({
  vehicles: [memoryVehicle({ debts, renavam: '00639884962', ownerCnpj: '11222333000181' })],
  orders: [memoryOrder({ items: 2 }), memoryOrder({ id: 'other', refundedCents: 49n })],
})

test.each(['machine', 'excel'] as const)(
  'the workbook of a run has each row of its %s files, and sums that are the manifest’s',
  async (flavour) => {
    const number = flavour === 'excel' ? 1 : 2
    const { settings } = memoryRun()
    const { directory, manifest } = await writeReports(
      { source, openRow: () => [], workbookOf: runWorkbook },
      { run: memoryRun({ number, settings: { ...settings, flavour } }), reportsDir },
    )
    const bytes = readFileSync(join(directory, 'reconciliation.xlsx'))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(manifest.files['reconciliation.xlsx']).toMatchObject({ sha256, bytes: bytes.length })
    const sheets = await sheetsOf(bytes)
    expect([...sheets.keys()]).toEqual(['Resumo', ...Object.keys(FILES), 'Conferências'])
    for (const [sheet, file] of Object.entries(FILES)) {
      const delimiter = flavour === 'excel' ? ';' : ','
      const text = readFileSync(join(directory, file), 'utf8')
      const records: string[][] = parse(text, { bom: true, delimiter })
      const shown = (sheets.get(sheet) ?? []).map(({ cells }) => cells.map(plain))
      expect(trimmed(shown)).toEqual(trimmed(records.map((cells) => cells.map(plain))))
    }
    const figures = new Map(
      sheets.get('Resumo')?.map(({ cells: [name = '', ...rest] }) => [name, rest.map(plain)]),
    )
    for (const [file, { controlTotalsCents }] of Object.entries(manifest.files)) {
      const sheet = Object.entries(FILES).find(([, name]) => name === file)?.[0] ?? ''
      for (const [column, cents] of Object.entries(controlTotalsCents)) {
        const amount = plain(formatCents(BigInt(cents)))
        expect(figures.get(`${sheet}: ${column}`)).toEqual([amount, amount, 'confere'])
      }
    }
    expect(figures.get('tudo confere')?.at(-1)).toBe('confere')
    expect(sheets.get('Conferências')?.length).toBe(manifest.checks.length + 1)
  },
)
