/** Each `--map` that a sentence of `frota check` prints is typed as it stands, and does what it says. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { FILE_WARNINGS, REFUSALS } from '../../src/reconciliation/intake/reasons/file-reasons.ts'
import { openWorld, type Ended } from '../support/run-frota.ts'

const OWNER = '11222333000181'
const VEHICLE = ['ABC1D34', '00123456703', 'SP', OWNER]
const NEXT = ['DEF5678', '00123467870', 'RJ', OWNER]
const LAST = ['GHI2345', '00123479045', 'MG', OWNER]
const DRIVER = '52998224725'

interface Case {
  readonly code: string
  readonly rows: readonly (readonly string[])[]
  /** What was typed at first. */
  readonly typed?: readonly string[]
  /** For each line that is printed, what its columns are then. */
  readonly columns: readonly string[]
}

const at = (places: readonly number[], rows = [VEHICLE, NEXT, LAST]): string[][] =>
  rows.map((row) => places.map((place) => row[place] ?? ''))

const CASES: readonly Case[] = [
  {
    code: 'F-HEADER',
    rows: [VEHICLE, NEXT],
    columns: [
      'placa = coluna 1, renavam = coluna 2, uf = coluna 3, cpf_cnpj = coluna 4',
      'placa = coluna 1, renavam = coluna 2, uf = coluna 3, cpf_cnpj = coluna 4',
    ],
  },
  {
    code: 'F-MISSING-COLUMN',
    rows: [['Chapa do carro', 'Cod "novo"', 'UF', 'CNPJ'], VEHICLE],
    columns: ['placa = Chapa do carro, renavam = Cod "novo", uf = UF, cpf_cnpj = CNPJ'],
  },
  {
    code: 'F-MISSING-COLUMN',
    rows: [['Chapa', 'Cod', 'Sigla "x"', 'CNPJ'], VEHICLE],
    typed: ['--map', 'uf=Sigla "x"'],
    columns: ['placa = Chapa, renavam = Cod, uf = Sigla "x", cpf_cnpj = CNPJ'],
  },
  {
    code: 'F-MISSING-COLUMN',
    rows: [['', 'Cód.', 'UF', 'CPF/CNPJ'], ['Chapa', 'Renavam', '', 'Proprietário'], VEHICLE],
    columns: ['placa = Chapa, renavam = Cód. Renavam, uf = UF, cpf_cnpj = CPF/CNPJ Proprietário'],
  },
  {
    code: 'F-MISSING-COLUMN',
    rows: [
      ['Carro', 'Renavam', 'CNPJ'],
      ['ABC1D34/SP', '00123456703', OWNER],
    ],
    columns: ['placa = Carro, renavam = Renavam, uf = Carro, cpf_cnpj = CNPJ'],
  },
  {
    code: 'F-AMBIGUOUS-COLUMN',
    rows: [
      ['Chapa', 'Renavam', 'UF', 'CNPJ', 'Prefixo', 'Nº de frota'],
      [...VEHICLE, 'P9', '7'],
    ],
    typed: ['--map', 'plate=Chapa'],
    columns: [
      'placa = Chapa, renavam = Renavam, uf = UF, cpf_cnpj = CNPJ, apelido = Prefixo',
      'placa = Chapa, renavam = Renavam, uf = UF, cpf_cnpj = CNPJ, apelido = Nº de frota',
    ],
  },
  {
    code: 'F-DRIVER-DOCUMENT',
    rows: [
      ['Chapa', 'Renavam', 'UF', 'CPF', 'Motorista'],
      [...VEHICLE.slice(0, 3), DRIVER, 'Fulano'],
    ],
    typed: ['--map', 'plate=Chapa'],
    columns: ['placa = Chapa, renavam = Renavam, uf = UF, cpf_cnpj = CPF'],
  },
  {
    code: 'F-DRIVER-DOCUMENT',
    rows: [
      ['Veículo', '', '', 'Motorista'],
      ['Placa', 'Renavam', 'UF', 'CPF/CNPJ'],
      [...VEHICLE.slice(0, 3), DRIVER],
    ],
    columns: ['placa = Placa, renavam = Renavam, uf = UF, cpf_cnpj = CPF/CNPJ'],
  },
  {
    code: 'F-SWAPPED',
    rows: [['Placa', 'Renavam', 'UF', 'Dono'], ...at([1, 0, 2, 3])],
    typed: ['--map', 'ownerDocument=Dono'],
    columns: ['placa = Renavam, renavam = Placa, uf = UF, cpf_cnpj = Dono'],
  },
  {
    code: 'F-SWAPPED',
    rows: [['Placa', 'Renavam', 'UF', 'CPF/CNPJ'], ...at([0, 3, 2, 1])],
    columns: ['placa = Placa, renavam = CPF/CNPJ, uf = UF, cpf_cnpj = Renavam'],
  },
  {
    code: 'F-SWAPPED',
    rows: [['Placa', 'Renavam', 'UF', 'Frota', 'CNPJ'], ...at([0, 1, 0, 2, 3])],
    columns: ['placa = Placa, renavam = Renavam, uf = Frota, cpf_cnpj = CNPJ, apelido = UF'],
  },
  {
    code: 'W-ALIAS',
    rows: [
      ['Chapa', 'Renavam', 'UF', 'CNPJ', 'Apelido', 'Prefixo'],
      [...VEHICLE, 'Van', 'P9'],
    ],
    typed: ['--map', 'plate=Chapa'],
    columns: ['placa = Chapa, renavam = Renavam, uf = UF, cpf_cnpj = CNPJ, apelido = Prefixo'],
  },
]

const world = await openWorld()
afterAll(() => world[Symbol.asyncDispose]())

/** The words after each `--map` of a text, as a shell takes them apart. */
function mapsIn(text: string): string[] {
  const found = text.matchAll(/--map (?:"([^"]+)"|([^\s"|]+?))(?=[\s|);.]|$)/gm)
  return [...found].map(([, quoted, bare]) => quoted ?? bare ?? '').filter((map) => /=/.test(map))
}

test.each(CASES.map((one, index) => ({ ...one, index })))(
  '$code: what file $index is told to type reads its columns',
  async ({ rows, typed = [], columns, index }) => {
    const path = join(world.dir, `file-${index}.csv`)
    const cells = (row: readonly string[]): string =>
      row.map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')
    await writeFile(path, `${rows.map(cells).join('\n')}\n`)
    const told = await world.run(['check', path, ...typed])
    const maps = mapsIn(told.stdout + told.stderr)
    const then: Ended[] = []
    // One after the other: all of them give the same file back.
    for (const map of maps) then.push(await world.run(['check', path, '--map', map]))
    expect(then.map(({ stdout }) => /^Colunas: (.*)$/m.exec(stdout)?.[1])).toEqual(columns)
    expect(then.map(({ stdout }) => / 0 recusadas/.test(stdout))).toEqual(columns.map(() => true))
  },
)

test('what was typed beside a map stands in the command to copy, but for a document', async () => {
  const path = join(world.dir, 'two sheets.xlsx')
  const rows = [['Chapa', 'Renavam', 'Sigla', 'CNPJ'], VEHICLE, NEXT]
  const sheets = [
    { name: 'Resumo', rows: [['Total', 2]] },
    { name: 'Frota Recife', rows },
  ]
  await writeFile(path, await writeXlsx({ sheets }))
  const named = ['--sheet', 'Frota Recife', '--fleet', 'sul', '--map', 'plate=Chapa', '--strict']
  const told = await world.run(['check', path, ...named])
  const command = /confira e copie: frota (.*)$/m.exec(told.stderr)?.[1] ?? ''
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const then = await world.run(words)
  expect(then.stdout).toContain('aba "Frota Recife"')
  expect(then.stdout).toContain('A frota com esta planilha ("sul")')
  expect(words).toContain('--strict')
  expect(then.stdout).toContain('2 linhas: 2 aceitas')
  const whole = ['--uf', 'SP', '--map', 'plate=Chapa', '--sheet', '2']
  await writeFile(
    path,
    await writeXlsx({ sheets: [sheets[0], { name: 'b', rows: BARE }] as never }),
  )
  const short = await world.run(['check', path, ...whole])
  expect(short.stderr).toContain('--sheet 2 --map plate=Chapa --uf SP --owner-document CNPJ')
})

const BARE = [['Chapa', 'Renavam'], VEHICLE.slice(0, 2), NEXT.slice(0, 2)]

/** Sentences that mention the option without a map to copy, or `--map none` (import-fleet.test.ts). */
const MENTIONED = ['F-MAP', 'W-MAP', 'W-MAP-SHEET', 'W-NO-HEADER']

test('every sentence about a file that prints a map is in the table', () => {
  const printing = Object.entries({ ...REFUSALS, ...FILE_WARNINGS })
    .filter(([, { pt, en }]) => /--map|\{choices?\}|\{map\}/.test(pt + en))
    .map(([code]) => code)
  const known = new Set([...CASES.map(({ code }) => code), ...MENTIONED])
  expect(printing.toSorted()).toEqual([...known].toSorted())
})
