import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeFile, type JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { codesOf } from './judge-bytes.ts'

const DIRECTORY = new URL('../../../fixtures/fleets/', import.meta.url)
const OWNER = { defaults: { uf: 'PE', ownerDocument: '11.222.333/0001-81' } }

interface Expected {
  readonly options?: JudgeOptions
  readonly refused?: string
  /** read, accepted, repaired, rejected, duplicate, skipped. */
  readonly counts?: readonly number[]
  /** Codes of the file's warnings. */
  readonly warnings?: readonly string[]
  /** Codes of rows, those that must occur. */
  readonly codes?: readonly string[]
}

/** Saved by LibreOffice, with a hidden row, formulas, and two more sheets. */
const OFFICE: Expected = {
  counts: [6, 1, 2, 1, 0, 2],
  warnings: ['W-SHEETS', 'W-HIDDEN', 'W-COMPUTED', 'W-PREAMBLE', 'W-EXTRA'],
  codes: ['W-PLATE', 'W-UF', 'W-DOC', 'R-EMPTY', 'R-DOC-TEXT', 'W-FOOTER'],
}

/** What each file proves stands in fixtures/README.md. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  'small.csv': { counts: [18, 18, 0, 0, 0, 0], warnings: [] },
  'carrier-utf8-bom.csv': { counts: [140, 31, 109, 0, 0, 0], warnings: ['W-EXTRA'] },
  'municipal-cp1252.csv': {
    options: OWNER,
    counts: [64, 39, 25, 0, 0, 0],
    warnings: ['W-ENC', 'W-EXTRA'],
    codes: ['W-ZEROPAD'],
  },
  'excel-utf16-tabs.csv': { counts: [3, 3, 0, 0, 0, 0], warnings: ['W-ENC'] },
  'sep-line.csv': { counts: [2, 2, 0, 0, 0, 0], warnings: ['W-SEP'] },
  'preamble-and-footer.csv': {
    counts: [7, 3, 0, 0, 0, 4],
    warnings: ['W-ENC', 'W-PREAMBLE'],
    codes: ['W-FOOTER', 'W-BLANK'],
  },
  'quoted-rows.csv': { counts: [2, 0, 2, 0, 0, 0], codes: ['W-ROW-QUOTED'] },
  'lost-zeros.csv': {
    counts: [4, 0, 3, 1, 0, 0],
    codes: ['W-ZEROPAD', 'W-DOC-PAD', 'W-FMT', 'R-SCI-LOST'],
  },
  'plates.csv': {
    counts: [6, 1, 2, 3, 0, 0],
    codes: ['W-PLATE', 'R-PLATE', 'R-PLACEHOLDER', 'R-CONFUSABLE'],
  },
  'conflicts.csv': {
    counts: [8, 1, 0, 5, 2, 0],
    codes: ['W-DUP', 'W-MERCOSUL', 'R-CONFLICT-UF', 'R-CONFLICT-PLATE', 'R-CONFLICT-RENAVAM'],
  },
  'alphanumeric-cnpj.csv': { counts: [2, 1, 1, 0, 0, 0], codes: ['W-DOC'] },
  'no-header.csv': { refused: 'F-HEADER' },
  'missing-column.csv': { refused: 'F-MISSING-COLUMN' },
  'unclosed-quote.csv': { counts: [5, 2, 0, 1, 2, 0], codes: ['R-QUOTE', 'W-DUP'] },
  'really-xlsx.csv': { refused: 'F-WORKBOOK-CUT' },
  'empty.csv': { refused: 'F-EMPTY' },
  'office-workbook.xlsx': OFFICE,
  'office-workbook.ods': OFFICE,
}

describe('the fleets of the fixtures', () => {
  test('each file has an expectation and a line in the README', () => {
    const files = readdirSync(DIRECTORY).toSorted()
    expect(files).toEqual(Object.keys(EXPECTED).toSorted())
    const readme = readFileSync(new URL('../README.md', DIRECTORY), 'utf8')
    for (const file of files) expect(readme).toContain(`fleets/${file}`)
  })

  test.each(Object.entries(EXPECTED))('%s', async (name, expected) => {
    const file = await judgeFile(() => createReadStream(new URL(name, DIRECTORY)), expected.options)
    expect('refused' in file ? file.refused.code : undefined).toBe(expected.refused)
    if ('refused' in file) return
    expect(Object.values(file.counts)).toEqual(expected.counts)
    const warnings = file.understood.warnings.map((warning) => warning.code)
    expect(warnings).toEqual(expected.warnings ?? warnings)
    const codes = new Set<string>()
    for await (const batch of file.rows) {
      for (const row of batch) for (const code of codesOf(row)) codes.add(code)
    }
    expect([...codes]).toEqual(expect.arrayContaining([...(expected.codes ?? [])]))
  })
})
