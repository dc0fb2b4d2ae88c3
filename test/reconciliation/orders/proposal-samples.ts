/** A proposals.csv as it goes out, and as Excel and other hands give it back. */
import type { Locale } from '../../../src/bilingual.ts'
import { parse } from 'csv-parse/sync'
import type { CsvFlavour } from '../../../src/sheets/csv/write-csv.ts'
import type { ProposalLine } from '../../../src/ledger/orders/proposal-lines.ts'
import { encodeWindows1252 } from '../../../src/sheets/text/windows-1252.ts'
import type { ShownLine } from '../../../src/reconciliation/orders/deciding/bind-proposals.ts'
import type { ReturnedLine } from '../../../src/reconciliation/orders/deciding/read-proposals.ts'
import { readProposals } from '../../../src/reconciliation/orders/deciding/read-proposals.ts'
import { proposalCells } from '../../../src/reconciliation/reports/files/proposal-cells.ts'
import { proposalsCsv as writeProposals } from '../../../src/reconciliation/reports/files/proposal-columns.ts'

export const PLAN = '00000000-0000-4000-8000-0000000000a1'
export const DEBTS = [
  '00000000-0000-4000-8000-0000000000d1',
  '00000000-0000-4000-8000-0000000000d2',
] as const
export const BINDING = 'b1'.repeat(32)

export function proposalLine(given: Partial<ProposalLine> = {}): ProposalLine {
  return {
    planId: PLAN,
    plate: 'ABC1D23',
    renavam: '01234567890',
    costCentre: 'Administração',
    method: 'pix',
    hash: BINDING,
    items: 2,
    debtsCents: 1_364_50n,
    feeCents: 4_90n,
    totalCents: 1_369_40n,
    approvedBy: '',
    debtId: DEBTS[0],
    kind: 'ticket',
    description: 'Multa: avanço; "sinal"',
    year: 2026,
    dueDate: '2026-10-31',
    amountCents: 130_00n,
    ...given,
  }
}

export const twoLines = [
  proposalLine(),
  proposalLine({ debtId: DEBTS[1], amountCents: 1_234_50n, description: '=HYPERLINK("x")' }),
]

/** The same as a decision about the file is held to it. */
export function shownLines(lines: readonly ProposalLine[]): ShownLine[] {
  const cellsOf = proposalCells(true)
  return lines.map((line) => ({ ...line, cells: cellsOf(line) }))
}

export async function proposalsCsv(
  lines: readonly ProposalLine[],
  flavour: CsvFlavour = 'excel',
  locale: Locale = 'pt-BR',
): Promise<string> {
  const file = { locale, flavour, zone: 'UTC', simulated: true }
  const pieces = await Array.fromAsync(writeProposals(lines, file))
  return Buffer.concat(pieces).toString('utf8')
}

/** In the order in which the file shows them, by hand. */
export const COLUMNS = (
  'decision reason plate renavam costCentre kind description dueDate amount items planDebts fee ' +
  'total method approvedBy plan debt binding origin'
).split(' ')

/** The rows of the file, of which the first line approves. */
export async function tableOf(lines: readonly ProposalLine[]): Promise<string[][]> {
  const csv = (await proposalsCsv(lines, 'machine', 'en')).replaceAll('\r', '')
  const rows = parse(csv)
  rows[1] = (rows[1] ?? []).with(0, 'approve')
  return rows
}

/** What Excel in Portuguese makes of it when it is opened and saved again as CSV. */
export function savedByExcel(csv: string): Uint8Array {
  const shown = csv
    .replace(/^\uFEFF/, '')
    .replaceAll(/"=""([0-9A-Za-z]*)"""/g, '$1')
    // Two decimals are not a number's own: 130,00 is saved as 130, and 1234,50 as 1234,5.
    .replaceAll(/(?<=;)(\d+),(\d\d)(?=;)/g, (_, whole: string, part: string) => {
      const kept = part.replace(/0+$/, '')
      return kept === '' ? whole : `${whole},${kept}`
    })
  return encodeWindows1252(shown)
}

/** Writes this word into the decision column of those lines (from 1, the header not counted). */
export function decided(csv: string, word: string, ...rows: readonly number[]): string {
  const end = csv.includes('\r\n') ? '\r\n' : '\n'
  return csv
    .split(end)
    .map((line, at) => (rows.includes(at) ? `${word}${line}` : line))
    .join(end)
}

export async function readLines(bytes: Uint8Array | string): Promise<readonly ReturnedLine[]> {
  const read = await readProposals(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  if ('refused' in read) throw new Error(read.refused.message.en)
  return read
}
