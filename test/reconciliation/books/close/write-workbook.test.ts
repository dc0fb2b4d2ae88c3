/** reconciliation.xlsx holds what the month's files hold, typed, and adds it up to the manifest. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { LAYOUTS } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import {
  indexRules,
  NO_ACCOUNTS,
} from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { MONEY_NATURES } from '../../../../src/reconciliation/books/movement.ts'
import { writeWorkbook } from '../../../../src/reconciliation/books/close/write-workbook.ts'
import { approverName } from '../../../../src/reconciliation/books/words/book-words.ts'
import { folderForFile } from '../../../support/for-file.ts'
import { plain, sheetsOf, trimmed } from '../read-sheets.ts'
import { HOSTILE, writeSample } from './sample-month.ts'

const folder = await folderForFile('workbook')

const layout = LAYOUTS.generic
const FLAVOURS = ['machine', 'excel'] as const
const FILES = {
  Razão: 'ledger.csv',
  Pagamentos: 'payments.csv',
  Diário: 'journal.csv',
  Banco: 'bank.csv',
  Classes: 'classes.csv',
  Saldos: 'rollforward.csv',
  Exceções: 'exceptions.csv',
}

const [machine, excel] = await Promise.all(
  FLAVOURS.map((flavour) => writeSample(folder, { locale: 'pt-BR', flavour })),
)
if (machine === undefined || excel === undefined) throw new Error('two flavours, two months')
const months = { machine, excel }

test.each(FLAVOURS)('each row of the %s files is a row of its sheet', async (flavour) => {
  const { directory } = months[flavour]
  const sheets = await sheetsOf(readFileSync(join(directory, 'reconciliation.xlsx')))
  const names = ['Resumo', ...Object.keys(FILES), 'Conferências']
  expect([...sheets.keys()]).toEqual(names)
  for (const [sheet, file] of Object.entries(FILES)) {
    const text = readFileSync(join(directory, file), 'utf8')
    const delimiter = flavour === 'excel' || file === 'journal.csv' ? ';' : ','
    const records = parse(text, { bom: true, delimiter })
    const shown = (sheets.get(sheet) ?? []).map(({ cells }) => cells.map(plain))
    expect(trimmed(shown)).toEqual(trimmed(records.map((cells) => cells.map(plain))))
  }
  expect(sheets.get('Razão')?.length).toBeGreaterThan(100)
})

test.each([
  ['pt-BR', 'política'],
  ['en', 'policy'],
] as const)('in %s the policy that approved is "%s", and a person is named', (locale, word) => {
  expect(approverName('policy', locale)).toBe(word)
  expect(approverName('Ana', locale)).toBe('Ana')
})

test('a month that cannot be written says where, and names the setting of another place', async () => {
  const parent = join(folder, 'not-a-folder')
  writeFileSync(parent, '')
  const written = writeSample(parent, { flavour: 'machine', locale: 'en' })
  await expect(written).rejects.toMatchObject({
    code: 'directory-unwritable',
    sentence: {
      en: expect.stringMatching(/not-a-folder.machine cannot be written .*FROTA_REPORTS_DIR/),
    },
  })
})

test.each([
  [LAYOUTS.calima, 'Histórico', 'journal.csv'],
  [LAYOUTS.dominio, undefined, 'journal.txt'],
])('a journal by the layout $name is a sheet if it is separated', async (form, title, name) => {
  const parent = mkdtempSync(join(folder, 'journal-'))
  const history = 'Débito de {placa}'
  const rules = MONEY_NATURES.map((nature) => ({ nature, debit: '1', credit: '2', history }))
  const accounts = { ...NO_ACCOUNTS, layout: form, rules: indexRules(rules) } as const
  const flavours = { locale: 'pt-BR', flavour: 'excel' } as const
  const { directory, facts } = await writeSample(parent, flavours, accounts)
  const unreal = readFileSync(join(directory, name), 'latin1').split('\r\n')
  expect(unreal.every((entry) => !/ABC1/.test(entry) || entry.includes('SIMULADO D'))).toBe(true)
  const real = await writeSample(`${parent}-real`, { ...flavours, simulated: false }, accounts)
  expect(readFileSync(join(real.directory, name), 'latin1')).not.toContain('SIMULADO')
  const sheets = await sheetsOf(readFileSync(join(directory, 'reconciliation.xlsx')))
  const rows = sheets.get('Diário')?.map(({ cells }) => cells.map(plain))
  expect(rows?.[0]?.[5]).toBe(title)
  if (rows === undefined) return
  expect(rows[1]?.[5]).toMatch(/^SIMULADO Débito de ABC/)
  const sum = rows.slice(1).reduce((cents, [, amount]) => cents + Number(amount) * 100, 0)
  const check = facts.checks.find(({ code, unit }) => code === 'journal-file' && unit === 'cents')
  expect(Math.round(sum)).toBe(Number(check?.expected))
})

test('no text of the service becomes a formula; only the summary has formulas', async () => {
  const sheets = await sheetsOf(readFileSync(join(months.excel.directory, 'reconciliation.xlsx')))
  const computing = [...sheets].filter(([, rows]) => rows.some((row) => row.computed.length > 0))
  expect(computing.map(([name]) => name)).toEqual(['Resumo'])
  expect(sheets.get('Razão')?.[1]?.cells).toContain(`'${HOSTILE}`)
})

test('the summary shows the manifest’s figures, the sums of the sheets, and that they agree', async () => {
  const { directory } = months.machine
  const sheets = await sheetsOf(readFileSync(join(directory, 'reconciliation.xlsx')))
  const rows = (sheets.get('Resumo') ?? []).map(({ cells }) => cells)
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest
  expect(rows[0]?.[0]).toMatch(/^SIMULADO · .*2026-03, principal$/)
  const row = (label: string): readonly string[] => rows.find(([name]) => name === label) ?? []
  for (const [label, cents] of [
    ['abertura', manifest.roll.opening],
    ['novo', manifest.roll.new],
    ['pago', manifest.roll.paid],
    ['fechamento', manifest.roll.closing],
    ['fechamento, soma dos veículos', manifest.roll.closing],
    ['Pagamentos: débito', manifest.payments.debt?.cents],
  ] as const) {
    expect(row(label).slice(1).map(plain)).toEqual([reais(cents), reais(cents), 'confere'])
    expect(Number(cents)).not.toBe(0)
  }
  expect(row('tudo confere')[3]).toBe('confere')
  expect(Object.keys(manifest.files)).toContain('reconciliation.xlsx')
  expect(readFileSync(join(directory, 'close.html'), 'utf8')).toContain('reconciliation.xlsx')
})

test('another reader finds numbers, days and texts, a frozen header and filters', async () => {
  const { directory } = months.excel
  const { sheets } = await readXlsx(readFileSync(join(directory, 'reconciliation.xlsx')))
  const ledger = sheets.find(({ name }) => name === 'Razão')
  const [headers = [], ...rows] = ledger?.rows ?? []
  const kinds = (name: string): Set<string> => {
    const cells = rows.map((row) => row[headers.indexOf(name)] ?? null)
    return new Set(cells.flatMap((cell) => (cell === null ? [] : [kindOf(cell)])))
  }
  expect(kinds('data')).toEqual(new Set(['day']))
  expect(kinds('valor')).toEqual(new Set(['number']))
  expect(kinds('cnpj')).toEqual(new Set(['string']))
  expect(ledger?.freezePane?.rows).toBe(1)
  expect(ledger?.autoFilter?.range).toBe(`A1:O${rows.length + 1}`)
})

test('a figure that the files do not have is said to differ', async () => {
  const { directory, facts } = months.machine
  const { whole } = facts.roll
  whole.openingCents += 1n
  rmSync(join(directory, 'reconciliation.xlsx'))
  await writeWorkbook(facts, { directory, layout })
  whole.openingCents -= 1n
  const sheets = await sheetsOf(readFileSync(join(directory, 'reconciliation.xlsx')))
  const rows = (sheets.get('Resumo') ?? []).map(({ cells }) => cells)
  expect(rows.find(([name]) => name === 'abertura')?.[3]).toBe('difere')
  expect(rows.find(([name]) => name === 'tudo confere')?.[3]).toBe('difere')
})

test('rows that one sheet cannot hold continue in the next, and the sums cover both', async () => {
  const { directory, facts } = months.machine
  const path = join(directory, 'reconciliation.xlsx')
  const write = async (rowsMax?: number): Promise<Buffer> => {
    rmSync(path)
    await writeWorkbook(facts, { directory, layout, ...(rowsMax === undefined ? {} : { rowsMax }) })
    return readFileSync(path)
  }
  const whole = await write()
  expect(await write()).toEqual(whole)
  const all = await sheetsOf(whole)
  const rowsMax = 60
  const cut = await sheetsOf(await write(rowsMax))
  const ledger = all.get('Razão') ?? []
  const pieces = [...cut.keys()].filter((name) => name.startsWith('Razão'))
  expect(pieces.slice(0, 2)).toEqual(['Razão', 'Razão 2'])
  expect(pieces).toHaveLength(Math.ceil((ledger.length - 1) / (rowsMax - 1)))
  const rejoined = pieces.flatMap((name) => (cut.get(name) ?? []).slice(1))
  expect(rejoined.map(({ cells }) => cells)).toEqual(ledger.slice(1).map(({ cells }) => cells))
  expect(cut.get('Resumo')).toEqual(all.get('Resumo'))
})

const kindOf = (cell: unknown): string => (cell instanceof Date ? 'day' : typeof cell)

interface Manifest {
  readonly roll: Record<'opening' | 'new' | 'paid' | 'closing', string>
  readonly payments: { readonly debt?: { readonly cents: string } }
  readonly files: Record<string, unknown>
}

function reais(cents: string | undefined): string {
  return String(Number(cents) / 100)
}
