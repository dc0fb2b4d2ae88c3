import { describe, expect, test } from 'vitest'
import { VERDICT_COLUMNS } from '../../../src/reconciliation/intake/header/aliases.ts'
import { codesOf, GOOD, HEADER, judged } from './judge-bytes.ts'

const OTHER = 'DEF5G67;26827649960;RJ;52998224725;'

describe('rows', () => {
  // What each line of the table in docs/intake.md gets stands with its fixture.
  test.each([
    ['no state, and one in the nickname', '00639884962;;11222333000181;SP', 'rejected R-EMPTY'],
    ['a CNPJ whose digits are a RENAVAM', '00639884961;SP;12AHC345000173;', 'accepted W-DV'],
    ['a RENAVAM that is a CPF', '00639884962;SP;52998224727;', 'accepted W-DOC-DV'],
    ['a CPF that is one, too', '00639884961;SP;"00639884962,00";', 'repaired W-DV W-DOC'],
    ['delimiters at the end', '00639884962;SP;11222333000181;Van 1;;', 'accepted'],
    ['a long nickname', `00639884962;SP;11222333000181;${'N'.repeat(121)}`, 'repaired W-LONG'],
    ['spaces around a nickname', '00639884962;SP;11222333000181; Van 1 ', 'repaired W-FMT'],
  ])('%s', async (_, row, outcome) => {
    const { rows } = await judged(`${HEADER}\nABC1C34;${row}\n${OTHER}\n`)
    const said = rows.map((one) => [one.verdict, ...codesOf(one)].join(' '))
    expect(said).toEqual([outcome, 'accepted'])
  })

  test('blanks of any kind make no other cost centre, and a nickname keeps its own', async () => {
    const names = ['Polo Sul', 'Polo  Sul', 'Polo\u00a0Sul', 'Polo\u200b  Sul ']
    const cells = names.map(
      (name, at) => `ABC1C3${at};0063988496${2 + at};SP;11222333000181;V  1;${name}`,
    )
    const { rows } = await judged([`${HEADER};centro de custo`, ...cells, ''].join('\n'))
    expect(rows.map(({ vehicle }) => [vehicle?.costCentre, vehicle?.nickname])).toEqual(
      names.map(() => ['Polo Sul', 'V  1']),
    )
    const told = rows.map((row) =>
      codesOf(row)
        .filter((code) => code !== 'W-DV')
        .join(' '),
    )
    expect(told).toEqual(['', 'W-FMT', 'W-FMT', 'W-CTRL W-FMT'])
  })

  test('a document that strayed into another column is masked too', async () => {
    const swapped = '11.222.333/0001-81;529.982.247-25;SP;00639884962;'
    const { rows } = await judged(`${HEADER}\n${swapped}\n${OTHER}\n`)
    expect(rows[0]?.verdict).toBe('rejected')
    expect(JSON.stringify(rows[0]?.issues)).not.toMatch(/222\.333|11222333|982\.247-25/)
  })

  test.each([
    'ABC12;123;SP;11222333000181;x',
    'A EMPLACAR;AGUARDANDO;CE;52998224725;',
    ';1,2E+10;;;Van 9',
    'SP;52998224725;DEF5G67;26827649960;',
    ';DEF5G67;26827649960;RJ;52998224725',
    ';;;;DEF5G67',
    'Total;;;;placa DEF-5G67 vendida',
    'Total;;;529.982.247-25;',
    ';;;;RENAVAM 0268276499-6 a conferir, 02682764996',
    'Total;120;SP;;',
    'ABC12;;;;',
    ';268276;;;',
  ])('a row at the end that tells a vehicle is no footer: %s', async (row) => {
    const { rows } = await judged(`${HEADER}\n${GOOD}\n${row}\n`)
    expect(rows.map((one) => one.verdict)).toEqual(['accepted', 'rejected'])
  })

  test.each([
    'Total;;;;',
    'Total de veículos: 3',
    ';;;;Emitido em JAN 2026, página 2',
    'Legenda: VT = veículo trator',
    'Fone (81) 3333-4444;;;;',
  ])('a row at the end that tells none is a footer: %s', async (row) => {
    const { rows } = await judged(`${HEADER}\n${GOOD}\n${row}\n`)
    expect(rows.map(codesOf)).toEqual([[], ['W-FOOTER']])
  })

  test.each([
    ['TOTAL GERAL;12;;;', 'W-SUBTOTAL'],
    ['Subtotal;4;;;', 'W-SUBTOTAL'],
    ['Total;1.204;;;', 'W-SUBTOTAL'],
    ['Veículos vendidos em 2025;;;;', 'W-GROUP'],
    // What may still be a vehicle.
    ['Total;120;SP;;', undefined],
    ['TOTAL;268276;;;', undefined],
    ['Total;12;;529.982.247-25;', undefined],
    ['TOTAL GERAL;conferir;;;', undefined],
    ['12;12;;;', undefined],
  ])('between vehicles %s is %s', async (row, code) => {
    const { rows } = await judged(`${HEADER}\n${GOOD}\n${row}\n${OTHER}\n`)
    const [, found] = rows
    expect(found?.verdict).toBe(code === undefined ? 'rejected' : 'skipped')
    expect(codesOf(found).includes(code ?? 'R-EMPTY')).toBe(true)
  })

  test('a total with a number beside it is one where a file has only plates and RENAVAMs', async () => {
    const defaults = { uf: 'PE', ownerDocument: '11222333000181' }
    const text = 'placa;renavam\nABC1C34;00639884962\nTotal;1\n'
    const { rows } = await judged(text, { defaults })
    expect(rows.map(codesOf)).toEqual([[], ['W-FOOTER']])
  })

  test('below the header of another table no row is read, until the first comes again', async () => {
    const other = 'uf;cpf_cnpj;placa;renavam;apelido'
    const text = [HEADER, GOOD, other, 'RJ;52998224725;DEF5G67;26827649960;x', OTHER, HEADER, OTHER]
    const { rows } = await judged(text.join('\n'))
    expect(rows.map((row) => [row.line, codesOf(row), row.issues[0]?.otherLine])).toEqual([
      [2, [], undefined],
      [3, ['R-TABLE'], 3],
      [4, ['R-TABLE'], 3],
      [5, ['R-TABLE'], 3],
      [6, ['W-HEADER-AGAIN'], undefined],
      [7, [], undefined],
    ])
  })

  test('a second table is told by its header even when a quote is left open in that', async () => {
    const other = 'placa;renavam;uf;"apelido;cpf_cnpj'
    const { rows } = await judged([HEADER, GOOD, other, OTHER, ''].join('\n'))
    expect(rows.map(codesOf)).toEqual([[], ['R-QUOTE'], ['R-TABLE']])
  })

  test.each<[string, string, string?]>([
    ['ABC1C34;00639884962;;;Van;x', ''],
    ['ABC1C34;00639884962;SP;;RJ;MG', ''],
    ['ABC1C34;00639884962;;;SP', '', HEADER.replace('uf', 'obs')],
    ['ABC1C34;;00639884962;SP', 'R-SLIPPED', 'placa;uf;renavam;x'],
    ['ABC1C34;00639884962;SP;;52998224725;x', 'R-SLIPPED'],
    ['ABC1C34;00639884962;SP;;Van;\u202ex', 'R-RTL'],
    ['ABC1C34;00639884962;;;Van;"SP"', 'R-SLIPPED'],
    ['ABC1C34;00639884962;;;  "Van;x', 'R-SLIPPED R-SLIPPED W-FMT'],
    ['ABC1C34;00639884962;;;Van "1;x', ''],
    ['ABC1C34;00639884962;;; "Van";x', 'W-FMT'],
    ['ABC1C34;00639884962;;;PE;11222333000181', ''],
    ['ABC1C34;00639884962;;;Van;52998224725', '', `${HEADER};CPF do motorista`],
  ])('a default of the file replaces no value that strayed: %s', async (row, codes, header) => {
    const defaults = { uf: 'PE', ownerDocument: '11222333000181' }
    const { rows } = await judged(`${header ?? `${HEADER};obs`}\n${row}\n`, { defaults })
    expect(codesOf(rows[0]).join(' ')).toBe(codes)
  })

  test.each([
    ['CPF 529.982.247-25', ''],
    ['123456789', ''],
    ['ABCDEFG', 'ABCDEFG'],
    ['ABC-123456', 'ABC123456'],
    ['ABC1234567', ''],
  ])('a rejected row whose plate is %j is found by %j', async (cell, plate) => {
    const { rows } = await judged(`${HEADER}\n${cell};;;;\n${GOOD}\n`)
    expect(rows[0]).toMatchObject({ verdict: 'rejected', plate })
  })

  test.each([
    ['placa;renavam;uf;cpf_cnpj;placa', 'abc1c34;639884962;SP', ';abc1c34', '0:ABC1C34 4:ABC1C34'],
    ['Placa/UF;renavam;obs;cpf_cnpj', 'abc1c34/SP;639884962;', '', ''],
    ['placa;renavam;obs;cpf_cnpj', 'abc1c34/SP;639884962;', '', '0:ABC1C34'],
  ])('below %s repaired cells are fixed in their own columns', async (header, row, end, plates) => {
    const text = `${header}\n${row};11222333000181${end}\n`
    const options = header.startsWith('placa') ? { defaults: { uf: 'PE' } } : {}
    const { rows } = await judged(text, options)
    const fixes = [...(rows[0]?.fixes ?? [])].map(([at, fix]) => `${at}:${fix}`)
    expect(rows[0]?.vehicle?.extras).toEqual({})
    expect(fixes.join(' ')).toBe(`${plates} 1:00639884962`.trim())
  })

  test('our own columns do not count as cells of a row', async () => {
    const header = `${HEADER};${VERDICT_COLUMNS.join(';')}`
    const { rows } = await judged(`${header}\n${GOOD};;;;;;de;lá\nABC1C34;1\n`)
    expect(rows.map(({ issues: [one] }) => [one?.value, one?.suggestion])).toEqual([
      ['7', '5'],
      ['2', '5'],
    ])
  })

  test('a RENAVAM and a CPF that each hold in the column of the other are rejected', async () => {
    const swapped = ['26827649960', '00123456703'].map((one) => `DEF5G67;52998224725;RJ;${one};x`)
    const { rows } = await judged(`${HEADER}\n${GOOD}\n${swapped.join('\n')}\n`)
    for (const row of rows.slice(1)) expect(codesOf(row)).toContain('R-SWAPPED')
    expect(JSON.stringify(rows[1]?.issues)).not.toContain('52998224725')
  })

  test('a file without any vehicle has no footer', async () => {
    const { file } = await judged(`${HEADER}\nTotal;;;;\n`)
    expect(file.counts).toMatchObject({ read: 1, rejected: 1, skipped: 0 })
  })

  test('other columns are kept with the row as they are', async () => {
    const text = `${HEADER};Marca;Marca;Centro de Custo;__proto__;Cor\n${GOOD};VW;vw ;Filial 9;x;\n`
    const { rows, file } = await judged(text)
    expect(rows[0]?.vehicle?.costCentre).toBe('Filial 9')
    expect(Object.entries(rows[0]?.vehicle?.extras ?? {})).toEqual([
      ['Marca', 'VW'],
      ['Marca (7)', 'vw '],
      ['__proto__', 'x'],
    ])
    expect(file.understood.extras).toEqual(['Marca', 'Marca (7)', '__proto__', 'Cor'])
  })
})
