/** A file with planted vehicles, spoilt in the ways of offices, all of it from a seed. */
import { encodeText, type Encoding } from '../../../src/sheets/text/encoding.ts'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { drawFrom, type Draw } from '../intake/draw.ts'
import { damageRows, strayQuotes } from './damage.ts'
import {
  betweenVehicles,
  halveHeader,
  joinColumns,
  loseCells,
  swapColumns,
} from './office-shapes.ts'
import type { Shape } from './office-shapes.ts'
import { plantTable, type Defaults, type Table } from './table.ts'
import type { PlantedVehicle } from './vehicles.ts'

export interface PlantedFile {
  readonly bytes: Uint8Array
  readonly options: JudgeOptions
  readonly vehicles: readonly PlantedVehicle[]
}

const ENCODINGS: readonly Encoding[] = [
  { name: 'utf-8', bom: true },
  { name: 'utf-8', bom: false },
  { name: 'windows-1252', bom: false },
  { name: 'utf-16le', bom: true },
  { name: 'utf-16be', bom: false },
]
const DEFAULTS: readonly Defaults[] = [
  {},
  {},
  { uf: 'PE' },
  { uf: 'SP', ownerDocument: '11222333000181' },
]
const TITLES = [
  'Frota de 2026',
  'Transportes Silva; CNPJ 11.222.333/0001-81',
  'Emitido em: 01/02/2026',
  '"Relatório',
  '',
]
const FOOTERS = [
  'Total',
  'Total de veículos: 3',
  ';Subtotal: 3',
  'Legenda: VT = veículo trator',
  'Emitido por: "Frota" S/A',
  ';;;;',
  '',
  'Transportes Silva CNPJ 11.222.333/0001-81',
]

/** `shape`: one that an office gives a file, in place of damage. */
export function plantedFile(seed: number, shape?: Shape): PlantedFile {
  const draw = drawFrom(seed)
  const defaults = draw.one(DEFAULTS)
  const delimiter = draw.one([';', ';', ';', ',', '\t', '|', '; ', ', '])
  const tables = [plantTable(draw, seed, defaults)]
  if (draw.once(6)) tables.push(plantTable(draw, seed, defaults))
  for (const table of tables) {
    if (shape === 'two values in a cell') joinColumns(table, draw)
    if (shape === 'swapped columns') swapColumns(table, draw)
    if (shape === 'printed report') loseCells(table, draw)
    if (shape === undefined && draw.once(2)) damageRows(table, draw)
  }
  const titles = draw.once(4) ? [draw.one(TITLES), draw.one(TITLES)] : []
  const style = draw.one(['needed', 'needed', 'all', 'some'] as const)
  let lines = tables.flatMap((table) => linesOf(table, { draw, delimiter, style, shape }))
  if (shape === undefined && draw.once(3)) lines = strayQuotes(lines, delimiter, draw)
  const sep = draw.once(12) ? [`sep=${delimiter.charAt(0)}`] : []
  const ends = draw.one(['\n', '\r\n', '\r'])
  const all = [...sep, ...titles, ...lines]
  const text = all.join(ends) + (draw.once(3) ? '' : ends)
  const vehicles = tables.flatMap((table) => table.vehicles)
  return {
    bytes: encoded(text, draw, shape === undefined ? defaults : undefined),
    options: { defaults },
    vehicles,
  }
}

interface Writing {
  readonly draw: Draw
  readonly delimiter: string
  readonly style: 'needed' | 'all' | 'some'
  readonly shape: Shape | undefined
}

function linesOf(table: Table, writing: Writing): string[] {
  const { draw, shape } = writing
  const headers = shape === 'header over two lines' ? halveHeader(table, draw) : [table.header]
  const header = (): string[] => headers.map((row) => lineOf(row, writing))
  const rows = table.rows.flatMap((row) => {
    const line = lineOf(row, writing)
    if (shape === 'printed report') {
      const between = betweenVehicles(table, draw).map((cells) => lineOf(cells, writing))
      return [...between, line, ...(draw.once(5) ? header() : [])]
    }
    if (draw.once(15)) return [line, draw.one(FOOTERS)]
    if (draw.once(25)) return [line, line]
    return draw.once(25) ? [line, ...header()] : [line]
  })
  const footers = draw.once(3) ? [draw.one(FOOTERS), draw.one(FOOTERS)] : []
  return [...header(), ...rows, ...footers]
}

function lineOf(cells: readonly string[], { draw, delimiter, style }: Writing): string {
  return cells
    .map((cell) => {
      const must = [delimiter.trim() || delimiter, '\n', '\r'].some((part) => cell.includes(part))
      // Many programs, and every hand, leave a quote inside a cell alone.
      const mayBeBare = !must && !cell.startsWith('"') && draw.once(2)
      const isQuoted = style === 'all' || (style === 'some' && draw.once(3))
      const has = cell.includes('"') && !mayBeBare
      return must || has || isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell
    })
    .join(delimiter)
}

/**
 * Sometimes a line comes from elsewhere, in another encoding; a header only without defaults: where
 * the name of a column cannot be read, what a person gave for the whole file holds.
 */
function encoded(text: string, draw: Draw, defaults: Defaults | undefined): Uint8Array {
  const encoding = draw.one(ENCODINGS)
  const bytes = encodeText((encoding.bom ? '\uFEFF' : '') + text, encoding)
  if (defaults === undefined || encoding.name !== 'utf-8' || !draw.once(4)) return bytes
  const lines = Buffer.from(bytes).toString('latin1').split('\n')
  const at = draw.whole(lines.length)
  const line = lines[at] ?? ''
  const isHeader = /renavam/i.test(line) && !/[0-9]{5}/.test(line)
  if (!isHeader || defaults.uf === undefined) lines[at] = line.replace(/[aeo]/, '\xe3')
  return Buffer.from(lines.join('\n'), 'latin1')
}
