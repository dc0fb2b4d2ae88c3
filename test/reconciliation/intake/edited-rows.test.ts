/** Rows that a person edits before the import: judged as edited, told, and given back so. */
import { expect, test } from 'vitest'
import type { RowEdit } from '../../../src/reconciliation/intake/records/edited-rows.ts'
import { editsOf, RowsToEdit } from '../../../src/reconciliation/intake/verdicts/rows-to-edit.ts'
import type { RowToEdit } from '../../../src/reconciliation/intake/verdicts/rows-to-edit.ts'
import { odsOf, odsRow, odsTable } from '../../sheets/workbook/make-workbook.ts'
import { codesOf, GOOD, HEADER, judged, writtenBack, type Answer } from './judge-bytes.ts'

const CPF = '52998224725'
const edit = (line: number, cells: RowEdit['cells'], sheet = ''): RowEdit => ({
  line,
  sheet,
  cells,
  by: 'Ana',
})

async function toEdit({ file }: Answer): Promise<readonly RowToEdit[]> {
  const found = new RowsToEdit(file)
  for await (const batch of file.rows) for (const row of batch) found.add(row)
  return found.rows
}

/** What a person types into a form: the name of each field is that of the page. */
const typed =
  (fields: Record<string, string>) =>
  (name: string): string | undefined =>
    fields[name]

test('an edited cell is judged instead of the one of the file, which stays as it was sent', async () => {
  const text = `${HEADER}\nJKL3O4S;26827649960;RJ;${CPF};Van 2\n${GOOD}\n`
  const before = await judged(text)
  const after = await judged(text, { edits: [edit(2, { 0: 'JKL3O45' })] })
  expect(before.file.counts).toMatchObject({ rejected: 1, accepted: 1 })
  expect(after.file.counts).toMatchObject({ rejected: 0, accepted: 2 })
  expect(after.rows[0]?.vehicle).toMatchObject({ plate: 'JKL3O45', ownerDocument: CPF })
  expect(after.file.understood.sha256).toBe(before.file.understood.sha256)
  expect(before.file.understood).not.toHaveProperty('edited')
  expect(after.file.understood.edited).toEqual([
    {
      line: 2,
      by: 'Ana',
      leftOut: false,
      cells: [{ column: 'placa', before: 'JKL3O4S', after: 'JKL3O45' }],
    },
  ])
})

test('the file goes back in its own dialect with the edited cells, and the rest to correct', async () => {
  const text = `sep=;\r\n${HEADER}\r\nJKL3O4S;26827649960;RJ;${CPF};"Van; 2"\r\nXX;1;SP;;\r\n`
  const after = await judged(text, { edits: [edit(3, { 0: 'JKL3O45' })] })
  const all = Buffer.from(await writtenBack(after, { rows: 'all' })).toString()
  expect(all).toContain(`JKL3O45;26827649960;RJ;${CPF};"Van; 2";aceita`)
  expect(all).toMatch(/^sep=;\r\n/)
  const rest = Buffer.from(await writtenBack(after, { rows: 'rejected' })).toString()
  expect(rest).not.toContain('JKL3O45')
  expect(rest.trimEnd().split('\r\n')).toHaveLength(3)
})

test('a row that is left out is skipped, and the other of a conflict is accepted', async () => {
  const other = GOOD.replace('ABC1C34', 'ABD1C34')
  const text = `${HEADER}\n${GOOD}\n${other}\n`
  const rows = await toEdit(await judged(text))
  expect(rows.map(({ line, cells }) => [line, cells.map(({ column }) => column)])).toEqual([
    [2, ['placa', 'renavam', 'uf', 'cpf_cnpj']],
    [3, ['placa', 'renavam', 'uf', 'cpf_cnpj']],
  ])
  const edits = editsOf(rows, [], { fieldOf: typed({ out_2: 'yes' }), by: 'Bia' })
  const after = await judged(text, { edits })
  expect(after.rows.map(({ verdict }) => verdict)).toEqual(['skipped', 'accepted'])
  expect(after.file.understood.edited).toMatchObject([{ line: 2, by: 'Bia', leftOut: true }])
})

test('a row with too few cells is typed whole; those of another table are not edited', async () => {
  const table = 'renavam;placa;uf;cpf_cnpj;apelido'
  const text = `${HEADER}\n${GOOD}\nDEF5G67;26827649960;RJ\n${table}\n1;2;3;4;5\n`
  const rows = await toEdit(await judged(text))
  expect(rows.map(({ issues: [issue], cells }) => [issue?.code, cells.length])).toEqual([
    ['R-COLS', 5],
  ])
  const fieldOf = typed({ cell_3_3: CPF, cell_3_4: '', out_4: 'yes', out_5: 'yes' })
  const after = await judged(text, { edits: editsOf(rows, [], { fieldOf, by: 'Ana' }) })
  expect(after.rows.map(({ verdict }) => verdict)).toEqual([
    'accepted',
    'accepted',
    'rejected',
    'rejected',
  ])
})

test('a document is shown masked, is kept when nothing is typed, and is masked in the facts', async () => {
  const text = `${HEADER}\nABC1C34;00639884962;SP;52998224726x;Van\nDEF5G67;${CPF};RJ;${CPF};V\n`
  const rows = await toEdit(await judged(text))
  expect(rows[0]?.cells).toEqual([
    { place: 3, column: 'cpf_cnpj', shown: '###########x', isWhole: false },
  ])
  expect(JSON.stringify(rows)).not.toContain('529982247')
  const untouched = editsOf(rows, [], { fieldOf: typed({ cell_2_3: '' }), by: 'Ana' })
  expect(untouched).toEqual([])
  const edits = editsOf(rows, [], { fieldOf: typed({ cell_2_3: CPF }), by: 'Ana' })
  const after = await judged(text, { edits })
  expect(after.rows[0]?.vehicle?.ownerDocument).toBe(CPF)
  expect(JSON.stringify(after.file.understood)).not.toContain('529982247')
})

test('text that hides characters is typed anew, never accepted by sending a form', async () => {
  const text = `${HEADER}\n\u202eABC1C34;00639884962;SP;11222333000181;Van\n`
  const rows = await toEdit(await judged(text))
  expect(rows[0]?.cells[0]).toMatchObject({ shown: 'ABC1C34', isWhole: false })
  expect(editsOf(rows, [], { fieldOf: typed({ cell_2_0: '' }), by: 'Ana' })).toEqual([])
})

test('later edits of a row are added to earlier ones', () => {
  const cell = { column: 'x', shown: 'a', isWhole: true }
  const cells = [{ ...cell, place: 0 }]
  const rows = [{ line: 2, sheet: '', plate: '', issues: [], cells }]
  const fieldOf = typed({ cell_2_0: 'b' })
  expect(editsOf(rows, [edit(2, { 3: 'c' }), edit(9, null)], { fieldOf, by: 'Ana' })).toEqual([
    edit(2, { 0: 'b', 3: 'c' }),
    edit(9, null),
  ])
})

test('each cell bears the person who edited it, not the last one of its row', async () => {
  const text = `${HEADER}\nJKL3O4S;26827649960;RJ;${CPF};Van\n`
  const rows = await toEdit(await judged(text))
  const [row] = rows
  const cells = [0, 4].map((place) => ({ place, column: '', shown: '', isWhole: true }))
  const wide = row === undefined ? [] : [{ ...row, cells }]
  const first = editsOf(wide, [], { fieldOf: typed({ cell_2_4: 'Van 1' }), by: 'Ana' })
  const both = editsOf(wide, first, { fieldOf: typed({ cell_2_0: 'JKL3O45' }), by: 'Bia' })
  const { file } = await judged(text, { edits: both })
  expect(file.understood.edited).toEqual([
    {
      line: 2,
      by: 'Ana',
      leftOut: false,
      cells: [
        { column: 'placa', before: 'JKL3O4S', after: 'JKL3O45', by: 'Bia' },
        { column: 'apelido', before: 'Van', after: 'Van 1' },
      ],
    },
  ])
})

test('a merged plate is cured by typing one; equal columns are edited together', async () => {
  const twins = `placa;renavam;uf;cpf_cnpj;placa\nJKL3O4S;26827649960;RJ;${CPF};JKL3O4S\n`
  const after = await judged(twins, { edits: [edit(2, { 0: 'JKL3O45' })] })
  expect(after.file.counts.accepted).toBe(1)
})

test('edits are of one sheet: the same line of another one is not edited', async () => {
  const sheet = (name: string): string =>
    odsTable(
      name,
      [HEADER.split(';'), GOOD.replace('ABC1C34', 'JKL3O4S').split(';')]
        .map((cells) => odsRow(cells))
        .join(''),
    )
  const book = new Uint8Array(odsOf(sheet('Um') + sheet('Dois')))
  const edits = [edit(2, { 0: 'JKL3O45' }, 'Dois')]
  const first = await judged(book, { edits, sheet: '1' })
  expect(codesOf(first.rows[0])).toContain('R-PLATE')
  const second = await judged(book, { edits, sheet: '2' })
  expect(second.file.counts.accepted).toBe(1)
})

test('what an earlier check of ours said of a row no longer holds once it is edited', async () => {
  const first = await judged(`${HEADER}\n"ABC1C34;00639884962;SP;11222333000181;Van\n`)
  const checked = await writtenBack(first, { rows: 'all' })
  const again = await judged(checked)
  expect(again.file.counts.rejected).toBe(1)
  const cells = Object.fromEntries(GOOD.split(';').map((text, at) => [String(at), text]))
  const after = await judged(checked, { edits: [edit(2, cells)] })
  expect(after.file.counts).toMatchObject({ rejected: 0, accepted: 1 })
})
