/** LibreOffice computes a workbook of a month or run anew, and comes to the manifest's figures. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { LAYOUTS } from '../../src/reconciliation/books/journal/journal-layout.ts'
import { writeWorkbook } from '../../src/reconciliation/books/close/write-workbook.ts'
import { writeBook } from '../../src/reconciliation/books/workbook/write-book.ts'
import { runWorkbook } from '../../src/reconciliation/books/run-workbook.ts'
import { openReportSource } from '../../src/ledger/reports/report-source.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'
import { writeReports } from '../../src/reconciliation/reports/write-reports.ts'
import { buildFixedLedger } from '../reconciliation/reports/fixed-ledger.ts'
import { IMPORT } from '../reconciliation/reports/ledger-builder.ts'
import { setUpReports } from '../reconciliation/reports/reports-setup.ts'
import { HOSTILE, writeSample } from '../reconciliation/books/close/sample-month.ts'
import { folderForFile } from '../support/for-file.ts'

const folder = await folderForFile('office-book')

/** Every sheet in a file of its own, commas, UTF-8, values and not how they are shown. */
const SHEETS = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1'

/** Without it LibreOffice shows what is stored until somebody recalculates. */
const RECALCULATES =
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item ' +
  'oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" ' +
  'oor:op="fuse"><value>0</value></prop></item></oor:items>'
mkdirSync(join(folder, 'profile', 'user'), { recursive: true })
writeFileSync(join(folder, 'profile', 'user', 'registrymodifications.xcu'), RECALCULATES)

/** By the sheet's name, its rows as LibreOffice computes them. */
function computed(path: string): (sheet: string) => string[][] {
  const out = mkdtempSync(join(folder, 'out-'))
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', SHEETS, '--outdir', out, path], {
    stdio: 'pipe',
  })
  return (sheet) =>
    parse(readFileSync(join(out, `reconciliation-${sheet}.csv`)), {
      relax_column_count: true,
    })
}

test('LibreOffice computes what is stored wrong, and no text', async () => {
  const path = join(folder, 'reconciliation.xlsx')
  const wrong = { number: '7.00', style: 'money' } as const
  const columns = [{ header: 'valor', width: 10 }]
  const pieces = writeBook([
    {
      name: 'Um',
      columns,
      filters: true,
      rows: () => [[{ formula: "SUM('Dois'!$A$2:$A$3)", result: wrong }], ['=1+1']],
    },
    { name: 'Dois', columns, filters: true, rows: () => [[wrong], [wrong]] },
  ])
  writeFileSync(path, Buffer.concat(await Array.fromAsync(pieces)))
  expect(computed(path)('Um')).toEqual([['valor'], ['14'], ['=1+1']])
})

test.each(['pt-BR', 'en'] as const)(
  'the sums of a month in %s are the manifest’s',
  async (locale) => {
    const parent = mkdtempSync(join(folder, 'month-'))
    const { directory, facts } = await writeSample(parent, { locale, flavour: 'excel' })
    const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as {
      readonly roll: Record<string, string>
      readonly payments: Record<string, { readonly cents: string }>
    }
    const { adjusted, closing = '', ...roll } = manifest.roll
    const paid = Object.values(manifest.payments).map(({ cents }) => Number(cents))
    const total = paid.reduce((sum, cents) => sum + cents, 0)
    const balances = [...Object.values(roll), closing, closing].map(Number)
    const expected = [...balances, ...paid, total]
    expect(adjusted).toBeDefined()
    const path = join(directory, 'reconciliation.xlsx')
    const [summary, ledger, agrees] =
      locale === 'en' ? ['Summary', 'Ledger', 'agrees'] : ['Resumo', 'Razão', 'confere']
    const check = (sheet: ReturnType<typeof computed>): void => {
      const figures = sheet(summary).slice(5, -1)
      expect(figures.map(([, found]) => Math.round(Number(found) * 100))).toEqual(expected)
      expect(figures.every(([, , , said]) => said === agrees)).toBe(true)
      expect(sheet(summary).at(-1)?.[3]).toBe(agrees)
      expect(sheet(ledger)[1]).toContain(`'${HOSTILE}`)
    }
    check(computed(path))
    // The same over sheets that continue one another.
    rmSync(path)
    await writeWorkbook(facts, { directory, layout: LAYOUTS.generic, rowsMax: 60 })
    check(computed(path))
  },
)

test('the sums of a run are the control totals of its manifest', async () => {
  await using setup = await setUpReports(buildFixedLedger)
  const source = openReportSource(openLedgerDb(setup.database.pool), false)
  const run = await setup.builder.run(7, { import_id: IMPORT })
  const openRow = (raw: Uint8Array) => JSON.parse(Buffer.from(raw).toString()) as string[]
  const tools = { source, openRow, workbookOf: runWorkbook }
  const { directory, manifest } = await writeReports(tools, { run, reportsDir: setup.directory })
  const sheet = computed(join(directory, 'reconciliation.xlsx'))
  const expected = ['debts', 'orders', 'order_items', 'vehicles', 'exceptions'].flatMap((name) =>
    Object.values(manifest.files[`${name}.csv`]?.controlTotalsCents ?? {}).map(Number),
  )
  const figures = sheet('Resumo').slice(4, -1)
  expect(figures.map(([, found]) => Math.round(Number(found) * 100))).toEqual(expected)
  expect(figures.every(([, , , said]) => said === 'confere')).toBe(true)
  expect(sheet('Resumo').at(-1)?.[3]).toBe('confere')
  expect(sheet('Débitos')).toHaveLength((manifest.files['debts.csv']?.rows ?? 0) + 1)
})
