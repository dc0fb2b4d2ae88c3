/**
 * Whatever a spreadsheet makes of a proposals.csv when it saves it is accepted, and one changed cell
 * of it is refused with its address.
 */
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWindows1252 } from '../../../src/sheets/text/windows-1252.ts'
import {
  bindPlan,
  plansOfFile,
} from '../../../src/reconciliation/orders/deciding/bind-proposals.ts'
import type { Bound } from '../../../src/reconciliation/orders/deciding/bind-proposals.ts'
import { COLUMNS, DEBTS, proposalLine, readLines, shownLines, tableOf } from './proposal-samples.ts'
import { howMany } from '../../support/extent.ts'

/** Letters, accents, what CSV quotes, and what Windows-1252 lacks. */
const text = fc.string({
  unit: fc.constantFrom(...'aZ09 çã€“;,"\'=-/ěЖ→'.split('')),
  minLength: 1,
  maxLength: 12,
})
const line = fc.record({
  renavam: fc.constantFrom('00639884962', '12345678900'),
  costCentre: fc.oneof(text, fc.constantFrom('0012', '7', '')),
  description: text,
  kind: fc.constantFrom('ipva', 'ticket', 'licensing', 'insurance'),
  dueDate: fc.constantFrom('2026-01-09', '2026-12-31', '2028-02-29', null),
  amountCents: fc.bigInt(1n, 10n ** 12n),
  feeCents: fc.constantFrom(0n, 4_90n, null),
})
const lines = fc
  .tuple(line, line)
  .map((all) => all.map((one, at) => proposalLine({ ...one, debtId: DEBTS[at] ?? '' })))

const money = (cell: string, style: number): string => {
  const [whole = '', part = ''] = cell.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  const short = part.replace(/0+$/, '')
  return (
    [cell, `${whole},${part}`, `R$ ${grouped},${part}`, short === '' ? whole : `${whole},${short}`][
      style % 4
    ] ?? cell
  )
}
const date = (cell: string, style: number): string => {
  const [year = '', month = '', day = ''] = cell.split('-')
  const short = `${Number(day)}/${Number(month)}/${year}`
  return (
    [cell, `${day}/${month}/${year}`, short, `${day}/${month}/${year.slice(2)}`][style % 4] ?? ''
  )
}
/** By hand, beside the code under test: what each kind of cell looks like when it was saved. */
function savedForm(column: string, cell: string, style: number): string {
  if (cell === '') return ''
  if (['amount', 'planDebts', 'fee', 'total'].includes(column)) return money(cell, style)
  if (column === 'dueDate') return date(cell, style)
  if (column === 'renavam') return style % 2 === 0 ? cell : cell.replace(/^0+/, '')
  if (column === 'costCentre' && cell === '0012') return '12'
  return cell
}

const ENCODINGS = [
  (csv: string): Uint8Array => Buffer.from(csv, 'utf8'),
  (csv: string): Uint8Array => Buffer.from(`\uFEFF${csv}`, 'utf8'),
  (csv: string): Uint8Array => Buffer.from(`\uFEFF${csv}`, 'utf16le'),
  (csv: string): Uint8Array => encodeWindows1252(csv),
]

const saved = fc.record({
  style: fc.nat(),
  encoding: fc.nat(ENCODINGS.length - 1),
  delimiter: fc.constantFrom(';', '\t', ','),
  quoted: fc.boolean(),
  trailing: fc.nat(3),
  turned: fc.nat(18),
  swapped: fc.boolean(),
})

test('whatever a spreadsheet saves is accepted, and one changed cell of it is refused', async () => {
  const place = fc.record({
    row: fc.constantFrom(1, 2),
    column: fc.constantFrom(...COLUMNS.slice(2)),
  })
  await fc.assert(
    fc.asyncProperty(lines, saved, place, async (given, how, { row, column }) => {
      const file = async (table: string[][]): Promise<readonly Bound[]> => {
        const [header = [], ...body] = table.map((cells, at) => {
          const forms = cells.map((cell, index) =>
            at === 0 ? cell : savedForm(COLUMNS[index] ?? '', cell, how.style),
          )
          const turned = [...forms.slice(how.turned), ...forms.slice(0, how.turned)]
          return [...turned, ...Array<string>(how.trailing).fill('')]
        })
        const { delimiter, quoted } = how
        const rows = how.swapped ? body.toReversed() : body
        const csv = stringify([header, ...rows], { delimiter, quoted, record_delimiter: '\r\n' })
        const bytes = ENCODINGS[how.encoding]?.(csv) ?? Buffer.from(csv)
        const plans = plansOfFile(await readLines(bytes))
        return plans.map((one) =>
          bindPlan(one, one.planId === given[0]?.planId ? shownLines(given) : []),
        )
      }
      const table = await tableOf(given)
      expect(await file(table)).toMatchObject([{ bound: 'decision', verdict: 'approve' }])

      const at = COLUMNS.indexOf(column)
      const before = table[row]?.[at] ?? ''
      const other = changed(column, before)
      const edited = table.with(row, (table[row] ?? []).with(at, other).with(0, 'approve'))
      const all = await file(edited)
      expect(all.some((one) => one.bound === 'decision')).toBe(false)
      if (column === 'plan') return
      const address = { bound: 'bounced', line: how.swapped ? 4 - row : row + 1 }
      const edit = { why: 'cell-edited', cell: { column } }
      const bounce = column === 'debt' ? { why: 'line-added' } : edit
      expect(all).toMatchObject([{ ...address, ...bounce }])
    }),
    { seed: 20261122, numRuns: howMany(100, 300) },
  )
})

/** Another meaning of the same kind, by hand. */
function changed(column: string, cell: string): string {
  switch (column) {
    case 'plate':
      return 'ABC1D24'
    case 'renavam':
      return cell === '12345678900' ? '12345678901' : '00639884960'
    case 'dueDate':
      return cell === '2026-12-31' ? '2026-12-30' : '2026-12-31'
    case 'amount':
    case 'planDebts':
    case 'fee':
    case 'total':
      return cell === '77.77' ? '77.78' : '77.77'
    case 'items':
      return '9'
    case 'plan':
      return '00000000-0000-4000-8000-0000000000a9'
    case 'debt':
      return '00000000-0000-4000-8000-0000000000d9'
    case 'binding':
      return 'c3'.repeat(32)
    default:
      return `${cell}Q8`
  }
}
