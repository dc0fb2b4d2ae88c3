/** A file with planted vehicles as offices save it: workbook, page or columns by their places. */
import { encodeText } from '../../../src/sheets/text/encoding.ts'
import { drawFrom, type Draw } from '../intake/draw.ts'
import { damageRows } from './damage.ts'
import { fixedText } from './office-text.ts'
import { htmlPage } from './office-page.ts'
import { odsBook, xlsxBook } from './office-book.ts'
import type { PlantedFile } from './planted-file.ts'
import { plantTable, type Defaults, type Table } from './table.ts'
import type { PlantedVehicle } from './vehicles.ts'

/** Cells of one column that are one over these rows of the table, from 0. */
export interface MergedRows {
  readonly column: number
  readonly top: number
  readonly bottom: number
}

export interface OfficeTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly merges: readonly MergedRows[]
  /** Places of rows that do not show. */
  readonly hidden: ReadonlySet<number>
  readonly titles: readonly string[]
  readonly footers: readonly string[]
}

export const OFFICE_KINDS = ['xlsx', 'ods', 'html', 'fixed'] as const

export type OfficeKind = (typeof OFFICE_KINDS)[number]

const TITLES = ['Frota de 2026', 'Transportes Silva CNPJ 11.222.333/0001-81', 'Emitido: 01/02/2026']
const FOOTERS = ['Total', 'Total de veículos: 3', 'Emitido por: Frota S/A']

export function officeFile(seed: number, kind: OfficeKind): PlantedFile {
  const draw = drawFrom(seed)
  const defaults: Defaults = draw.one([{}, {}, { uf: 'PE' }])
  const planted = plantTable(draw, seed, defaults)
  const isMerged = kind !== 'fixed' && draw.once(2)
  const { merges, vehicles } = isMerged
    ? mergeRows(planted, draw)
    : { merges: [], vehicles: planted.vehicles }
  // Where cells have moved, nobody can tell what is merged.
  // A state that moved into a branch's column, beside a default, may be the branch's.
  const isFree = defaults.uf === undefined || !planted.columns.includes('costCentre')
  if (!isMerged && isFree && draw.once(2)) damageRows(planted, draw)
  const table: OfficeTable = {
    header: planted.header,
    rows: planted.rows,
    merges,
    hidden: new Set(planted.rows.keys().filter(() => draw.once(5))),
    titles: draw.once(2) ? [draw.one(TITLES), draw.one(TITLES)] : [],
    footers: draw.once(2) ? [draw.one(FOOTERS)] : [],
  }
  if (kind === 'html') return { bytes: htmlPage(table, draw), options: { defaults }, vehicles }
  if (kind === 'fixed') {
    const encoding = { name: draw.one(['utf-8', 'windows-1252'] as const), bom: false }
    const bytes = encodeText(fixedText(table, draw), encoding)
    return { bytes, options: { defaults }, vehicles }
  }
  const isAsked = draw.once(2)
  const bytes = (kind === 'xlsx' ? xlsxBook : odsBook)(table, isAsked, draw)
  return { bytes, options: { defaults, ...(isAsked ? { sheet: 'Frota' } : {}) }, vehicles }
}

/** A state or an owner that is merged is that of all its vehicles; a plate is of the first alone. */
function mergeRows(
  table: Table,
  draw: Draw,
): { readonly merges: MergedRows[]; readonly vehicles: readonly PlantedVehicle[] } {
  const vehicles = table.vehicles.map((vehicle) => ({ ...vehicle }))
  const merges: MergedRows[] = []
  const own = draw.one(['plate', 'renavam'] as const)
  for (const [column, name] of table.columns.entries()) {
    const isOther = (name === 'plate' || name === 'renavam') && name !== own
    if (isOther || !draw.once(2)) continue
    const top = draw.whole(table.rows.length)
    const bottom = Math.min(table.rows.length - 1, top + 1 + draw.whole(3))
    const first = vehicles[top]
    if (bottom === top || first === undefined || table.rows[top]?.[column] === '') continue
    merges.push({ column, top, bottom })
    for (let at = top + 1; at <= bottom; at++) {
      const [row, vehicle] = [table.rows[at], vehicles[at]]
      if (row === undefined || vehicle === undefined) continue
      row[column] = ''
      if (name === 'uf') vehicle.uf = first.uf
      if (name === 'owner') vehicle.owner = first.owner
    }
  }
  return { merges, vehicles }
}
