/** The shapes that offices and their programs give a table, each without damage to its vehicles. */
import type { Draw } from '../intake/draw.ts'
import type { Column, Table } from './table.ts'

export const SHAPES = [
  'two values in a cell',
  'header over two lines',
  'swapped columns',
  'printed report',
] as const

export type Shape = (typeof SHAPES)[number]

const PLATE_AND_STATE: readonly [string, (plate: string, uf: string) => string][] = [
  ['Placa/UF', (plate, uf) => `${plate}/${uf}`],
  ['Placa (UF)', (plate, uf) => `${plate} (${uf})`],
  ['PLACA - UF', (plate, uf) => `${plate} ${uf}`],
  ['UF-PLACA', (plate, uf) => `${uf}-${plate}`],
  ['UF/Placa', (plate, uf) => `${uf}/${plate.toLowerCase()}`],
]
const CITIES = ['Campinas', 'São José do Rio Preto', 'Mogi-Mirim', 'Olho d’Água']
const STATES = ['SP', 'PE', 'AC']

/** The state moves into the plate's cell or stands behind a city; its own column may stay. */
export function joinColumns(table: Table, draw: Draw): void {
  const [plate, uf] = [table.columns.indexOf('plate'), table.columns.indexOf('uf')]
  if (uf === -1) return
  if (draw.once(3)) {
    table.header = table.header.with(
      uf,
      draw.one(['MUNICIPIO/UF', 'Cidade - UF', 'Município (UF)']),
    )
    table.rows = table.rows.map((row) => {
      return row[uf] === '' ? row : row.with(uf, `${draw.one(CITIES)}/${row[uf]}`)
    })
    return
  }
  const [name, write] = draw.one(PLATE_AND_STATE)
  const stays = draw.once(3)
  table.header = table.header.with(plate, name).filter((_, at) => stays || at !== uf)
  table.columns = table.columns.filter((_, at) => stays || at !== uf)
  table.rows = table.rows.map((row) => {
    const [own = '', state = ''] = [row[plate], row[uf]]
    const joined = state === '' ? row : row.with(plate, write(own, state))
    // Another state in its own column contradicts the one beside the plate.
    if (stays) return state !== '' && draw.once(6) ? joined.with(uf, draw.one(STATES)) : joined
    return joined.filter((_, at) => at !== uf)
  })
}

/** A name of more words is cut in two; one of a single word stands in either line. */
export function halveHeader({ header }: Table, draw: Draw): readonly string[][] {
  const halves = header.map((name): [string, string] => {
    const words = name.split(' ')
    const cut = words.length > 1 ? 1 + draw.whole(words.length - 1) : draw.whole(2)
    return [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
  })
  return [halves.map(([upper]) => upper), halves.map(([, lower]) => lower)]
}

/** Two columns change places below their names, in all rows or in all but a few. */
export function swapColumns(table: Table, draw: Draw): void {
  const required: readonly Column[] = ['plate', 'renavam', 'owner', 'uf']
  const places = table.columns.flatMap((column, at) => (required.includes(column) ? [at] : []))
  const [one, other] = [draw.one(places), draw.one([...places, draw.whole(table.columns.length)])]
  table.rows = table.rows.map((row) => {
    if (draw.once(12)) return row
    return row.with(one, row[other] ?? '').with(other, row[one] ?? '')
  })
}

const PRINTED = [
  'Filial: Campinas',
  'FILIAL RIO',
  'Centro de custo: 12 - Leves',
  'Total da filial: 12',
  '3 veículos',
  'Página 2 de 7',
  'Emitido em 01/02/2026 10:32',
  'Relatório de veículos',
  '01/02/2026',
]

/** Lines between vehicles; now and then one of them holds what is left of a vehicle's own row. */
export function betweenVehicles(table: Table, draw: Draw): readonly (readonly string[])[] {
  if (draw.once(2)) return []
  const empty = table.columns.map(() => '')
  const rule = empty.map(() => '-----')
  const printed = empty.with(draw.once(2) ? 0 : draw.whole(empty.length), draw.one(PRINTED))
  return draw.one([
    [printed],
    [printed, rule],
    [rule],
    [[draw.one(PRINTED)]],
    [printed, table.header],
  ])
}

/** All cells of a vehicle's row are lost but one that names it, beside the words of a total. */
export function loseCells(table: Table, draw: Draw): void {
  const kept = (['plate', 'renavam', 'owner'] as const).map((column) =>
    table.columns.indexOf(column),
  )
  table.rows = table.rows.map((row) => {
    const at = draw.one(kept)
    const value = row[at] ?? ''
    if (!draw.once(6) || value === '') return row
    const left = row.map((_, place) => (place === at ? value : ''))
    const free = left.indexOf('')
    return draw.once(2) ? left.with(free, draw.one(PRINTED)) : left
  })
}
