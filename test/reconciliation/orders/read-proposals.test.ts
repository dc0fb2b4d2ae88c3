/** A proposals.csv comes back through Excel, through other hands, or as no proposals.csv at all. */
import fc from 'fast-check'
import type { CellValue } from 'hucre'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import {
  bindPlan,
  plansOfFile,
} from '../../../src/reconciliation/orders/deciding/bind-proposals.ts'
import { verdictOf } from '../../../src/reconciliation/orders/deciding/proposal-headers.ts'
import { readProposals } from '../../../src/reconciliation/orders/deciding/read-proposals.ts'
import {
  BINDING,
  COLUMNS,
  decided,
  proposalLine,
  proposalsCsv,
  readLines,
  savedByExcel,
  shownLines,
  tableOf,
  twoLines,
} from './proposal-samples.ts'
import { letter, row, textCell, textRow, xlsxOf } from '../../sheets/workbook/make-workbook.ts'

const shown = shownLines(twoLines)

async function bind(bytes: Uint8Array | string) {
  const [filed, ...others] = plansOfFile(await readLines(bytes))
  if (filed === undefined) throw new Error('the file has a plan')
  return { ...bindPlan(filed, shown), others: others.length }
}

const approval = { bound: 'decision', verdict: 'approve', hash: BINDING, others: 0 }

describe('what comes back is understood', () => {
  test.each(['pt-BR', 'en'] as const)('as it went out, in %s and both flavours', async (locale) => {
    for (const flavour of ['excel', 'machine'] as const) {
      const csv = await proposalsCsv(twoLines, flavour, locale)
      expect(await bind(csv)).toEqual({ bound: 'nothing', others: 0 })
      const bom = csv.startsWith('\uFEFF') ? '\uFEFF' : ''
      const word = locale === 'en' ? 'approve' : 'aprovar'
      expect(await bind(bom + decided(csv.slice(bom.length), word, 1))).toMatchObject(approval)
    }
  })

  test('saved by Excel: cp1252, no BOM, no text marks, and amounts without their zeros', async () => {
    const back = savedByExcel(decided(await proposalsCsv(twoLines), 'Aprovar', 1, 2))
    expect(Buffer.from(back).toString('latin1')).toContain(';130;2;1364,5;')
    expect(await bind(back)).toMatchObject(approval)
  })

  test.each([
    ['XLSX', writeXlsx],
    ['ODS', writeOds],
  ])('saved as a workbook, %s: numbers and dates are cells of their kind', async (_, write) => {
    const [header = [], ...rows] = await tableOf(twoLines)
    const cellOf = (text: string, at: number): CellValue => {
      const column = COLUMNS[at] ?? ''
      if (column === 'dueDate') return new Date(`${text}T00:00:00Z`)
      return /^(renavam|amount|items|planDebts|fee|total)$/.test(column) ? Number(text) : text
    }
    const cells = [header, ...rows.map((row) => row.map(cellOf))]
    const book = await write({ sheets: [{ name: 'p', rows: cells }] })
    expect(await bind(book)).toMatchObject(approval)
    const edited = rows.map((row) => row.with(COLUMNS.indexOf('amount'), '1'))
    const other = await write({ sheets: [{ name: 'p', rows: [header, ...edited] }] })
    expect(await bind(other)).toMatchObject({ bound: 'bounced', why: 'cell-edited', line: 2 })
    const sheets = ['p', 'p (2)'].map((name) => ({ name, rows: cells }))
    const refused = { code: 'F-PROPOSALS-SHEETS', facts: { sheets: 'p, p (2)' } }
    expect(await readProposals(await write({ sheets }))).toMatchObject({ refused })
  })

  test('a workbook whose program computed no formula is refused with the cure', async () => {
    const [header = []] = await tableOf(twoLines)
    const binding = `<c r="${letter(COLUMNS.indexOf('binding'))}2"><f>"${BINDING}"</f></c>`
    const sheet = `<sheetData>${textRow(1, header)}${row(2, textCell('A2', 'approve'), binding)}</sheetData>`
    expect(await readProposals(xlsxOf({ sheet }))).toMatchObject({
      refused: { code: 'F-UNCOMPUTED', line: 2 },
    })
  })

  test('as UTF-16 with tabs, with sep=, a title, columns moved, and blank rows', async () => {
    const csv = decided(await proposalsCsv(twoLines, 'machine', 'en'), 'Rejeitado', 2)
    const tabs = csv.replaceAll(',', '\t')
    const utf16 = Buffer.from(`\uFEFF${tabs}`, 'utf16le')
    expect(await bind(utf16)).toMatchObject({ ...approval, verdict: 'reject' })
    const excel = decided((await proposalsCsv(twoLines)).slice(1), 'reject', 1)
    expect(await bind(`sep=;\r\n${excel}`)).toMatchObject({ verdict: 'reject' })
    expect(await bind(`Propostas de novembro\r\n\r\n${excel}\r\n;;;;\r\n`)).toMatchObject({
      verdict: 'reject',
      others: 0,
    })
    const moved = excel
      .split('\r\n')
      .map((line) => {
        const [decision, ...rest] = line.split(';')
        return [...rest, decision].join(';')
      })
      .join('\r\n')
    expect(await bind(moved)).toMatchObject({ verdict: 'reject' })
  })

  test('a reason stands with the decision', async () => {
    const csv = decided((await proposalsCsv(twoLines)).slice(1), 'rejeitar;vendido', 1)
    expect(await bind(csv.replace('rejeitar;vendido;;', 'rejeitar;vendido;'))).toMatchObject({
      verdict: 'reject',
      reason: 'vendido',
    })
  })

  test.each([
    ['', undefined],
    ['  ', undefined],
    ['APROVAR', 'approve'],
    [' aprovada ', 'approve'],
    ['Rejected', 'reject'],
    ['talvez', 'unknown'],
    ['sim', 'unknown'],
    ['?', 'unknown'],
    ['approve reject', 'unknown'],
  ])('the word %j decides %s', (word, verdict) => {
    expect(verdictOf(word)).toBe(verdict)
  })
})

describe('a plan whose lines are not as they went out bounces, at its line', () => {
  const csv = (): Promise<string> => proposalsCsv(twoLines, 'machine', 'en')
  test.each([
    ['a debt of another plan', 'd2', 'd3', { line: 3, why: 'line-added' }],
    ['a debt that stands twice', 'd2', 'd1', { line: 3, why: 'line-added' }],
    ['the word', 'approve,', 'maybe,', { line: 2, why: 'unknown-word', about: 'maybe' }],
    ['bytes that are no text', 'pix', 'p\0x', { line: 2, why: 'unreadable' }],
  ])('%s', async (_what, before, after, bounce) => {
    const text = decided(await csv(), 'approve', 1).replace(before, after)
    expect(await bind(text)).toMatchObject({ bound: 'bounced', ...bounce })
  })

  test('the binding of one line only', async () => {
    const text = decided(await csv(), 'approve', 1)
    const at = text.lastIndexOf(BINDING)
    const edited = `${text.slice(0, at)}c${text.slice(at + 1)}`
    expect(await bind(edited)).toMatchObject({
      line: 3,
      why: 'cell-edited',
      cell: { column: 'binding' },
    })
  })

  test('a line that is missing', async () => {
    const text = decided(await csv(), 'approve', 1)
      .split('\n')
      .toSpliced(2, 1)
      .join('\n')
    expect(await bind(text)).toMatchObject({ why: 'line-missing', about: '1' })
  })

  test('approve and reject in one plan', async () => {
    const text = decided(decided(await csv(), 'approve', 1), 'reject', 2)
    expect(await bind(text)).toMatchObject({ why: 'contradiction', line: 3 })
  })

  test('a plan that is not there', async () => {
    const [filed] = plansOfFile(await readLines(decided(await csv(), 'approve', 1)))
    if (filed === undefined) throw new Error('the file has a plan')
    expect(bindPlan(filed, [])).toMatchObject({ why: 'plan-unknown', line: 2 })
  })

  test('and the plans beside it do not', async () => {
    const other = '00000000-0000-4000-8000-0000000000a2'
    const lines = [...twoLines, proposalLine({ planId: other, items: 1 })]
    const text = decided(await proposalsCsv(lines, 'machine', 'en'), 'approve', 1, 3)
    const [one, two] = plansOfFile(await readLines(text.replace('1234.50', '1.00')))
    if (one === undefined || two === undefined) throw new Error('the file has two plans')
    expect(bindPlan(one, shown)).toMatchObject({ why: 'cell-edited' })
    expect(bindPlan(two, shownLines(lines.slice(2)))).toMatchObject({
      bound: 'decision',
      verdict: 'approve',
    })
  })
})

test('any bytes at all are read or refused, and never thrown at', async () => {
  const csv = Buffer.from(await proposalsCsv(twoLines))
  const spoilt = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .tuple(fc.nat(csv.length - 1), fc.uint8Array({ maxLength: 8 }))
      .map(([at, bytes]) => Buffer.concat([csv.subarray(0, at), bytes, csv.subarray(at + 4)])),
  )
  await fc.assert(
    fc.asyncProperty(spoilt, async (bytes) => {
      const read = await readProposals(bytes)
      const filed = 'refused' in read ? [] : plansOfFile(read)
      for (const one of filed) bindPlan(one, shown)
      const said = 'refused' in read ? read.refused.message.en : ''
      expect(said).not.toMatch(/\{\w+\}/)
    }),
    { numRuns: 300 },
  )
})

describe('what is no proposals.csv is refused as a whole, with what to do', () => {
  test.each([
    ['nothing', '', 'F-PROPOSALS'],
    ['another CSV', 'placa;renavam;uf\r\nABC1D23;1;SP\r\n', 'F-PROPOSALS'],
    ['a column less', 'decisao;placa;renavam;valor;forma;plano;debito\r\n', 'F-PROPOSALS'],
    ['half an Excel file', 'PK\u0003\u0004xl/', 'F-WORKBOOK-CUT'],
    ['a PDF', '%PDF-1.7', 'F-BINARY'],
    ['only NULs', '\0'.repeat(400), 'F-BINARY'],
    ['formulas', '=cmd|calc\r\n=1+1\r\n', 'F-PROPOSALS'],
  ])('%s', async (_what, text, code) => {
    expect(await readProposals(Buffer.from(text))).toMatchObject({ refused: { code } })
  })

  test('columns that are told apart by their places alone', async () => {
    const names = 'decisao  placa    renavam      valor   forma  plano  debito  vinculo'
    const cells = 'aprovar  ABC1D23  01234567890  130,00  pix    a1     d1      b1b1'
    expect(await readProposals(Buffer.from(`${names}\r\n${cells}\r\n`))).toMatchObject({
      refused: { code: 'F-PROPOSALS' },
    })
  })

  test('a header with a column twice, and quotes that nothing closes', async () => {
    const csv = await proposalsCsv(twoLines, 'machine', 'en')
    const twice = csv.replace(',reason,', ',decision,')
    expect(await readProposals(Buffer.from(twice))).toMatchObject({
      refused: { code: 'F-DUPLICATE-COLUMN' },
    })
    const open = `${csv}"approve,ABC1D23\n,,\n,,\n`
    expect(await readProposals(Buffer.from(open))).toMatchObject({ refused: { code: 'F-QUOTE' } })
  })

  test('two stray quotes do not join the beginning of one line to the decision of the next', async () => {
    const lines = [proposalLine({ costCentre: 'Norte' }), proposalLine({ costCentre: 'Sul' })]
    const csv = await proposalsCsv(lines, 'machine', 'en')
    const stray = csv.replace('Norte', '"Norte').replace('Sul', 'Sul"')
    // The cell in quotes behind it tells that the first one is stray.
    expect(await readProposals(Buffer.from(stray))).toMatchObject([
      { line: 2, cells: { costCentre: '"Norte', description: 'Multa: avanço; "sinal"' } },
      { line: 3, cells: { costCentre: 'Sul"', description: 'Multa: avanço; "sinal"' } },
    ])
    const joined = stray.replaceAll('"Multa: avanço; ""sinal"""', 'Multa')
    expect(await readProposals(Buffer.from(joined))).toMatchObject({
      refused: { code: 'F-QUOTE', line: 2 },
    })
  })

  test('a line that is longer than any row', async () => {
    const csv = await proposalsCsv(twoLines, 'machine', 'en')
    const long = `${csv}${'x'.repeat(100_000)}\n`
    expect(await readProposals(Buffer.from(long))).toMatchObject({ refused: { code: 'F-RECORD' } })
  })
})

test('text that a spreadsheet would calculate goes out as text, and documents masked', async () => {
  const csv = await proposalsCsv([
    proposalLine({ description: '=1+1', costCentre: '@CPF 529.982.247-25', approvedBy: '+Ana' }),
  ])
  expect(csv).toContain(`;'=1+1;`)
  expect(csv).toContain(`;'@CPF ***.982.247-**;`)
  expect(csv).toContain(`;'+Ana;`)
  expect(csv).not.toContain('529.982')
})
