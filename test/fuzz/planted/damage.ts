/** What people and programs do to a table and to its lines without being told. */
import type { Draw } from '../intake/draw.ts'
import type { Table } from './table.ts'

/** Cells of a row move by one: an empty one is put in, or an empty one is taken out. */
function shiftRow(row: readonly string[], draw: Draw): string[] {
  const moved = [...row]
  const empty = moved.indexOf('')
  if (empty !== -1 && draw.once(2)) {
    moved.splice(empty, 1)
    if (draw.once(2)) moved.push('')
    return moved
  }
  moved.splice(draw.whole(moved.length), 0, '')
  if (moved.at(-1) === '') moved.pop()
  return moved
}

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const both = [...items]
  const [first, second] = [both[one], both[other]]
  if (first === undefined || second === undefined) return both
  both[one] = second
  both[other] = first
  return both
}

const UNKNOWN = [
  ['A EMPLACAR', 'AGUARDANDO'],
  ['', '1,2E+10'],
  ['S/N', ''],
]

/** Rows that are spoilt, not the header: what stood in them must still be told. */
export function damageRows(table: Table, draw: Draw): void {
  const width = table.columns.length
  const each = (change: (row: string[]) => string[], times: number): void => {
    table.rows = table.rows.map((row) => (draw.once(times) ? change(row) : row))
  }
  const kind = draw.whole(6)
  if (kind === 0) each((row) => shiftRow(row, draw), 2)
  if (kind === 1) each((row) => swapped(row, draw.whole(width), draw.whole(width)), 2)
  if (kind === 2) {
    const [one, other] = [draw.whole(width), draw.whole(width)]
    table.rows = table.rows.map((row) => swapped(row, one, other))
  }
  if (kind === 3) {
    // The last rows of a list are often those that wait for their plate.
    const [plate = '', renavam = ''] = draw.one(UNKNOWN)
    const last = table.rows.at(-1)
    const owner = table.columns.indexOf('owner')
    // Without any of the three nothing tells a vehicle.
    if (last?.[owner] !== undefined && last[owner] !== '') {
      last[table.columns.indexOf('plate')] = plate
      last[table.columns.indexOf('renavam')] = renavam
    }
  }
}

/** Quotes where none belongs: at the beginning of a cell, at its end, or anywhere. */
export function strayQuotes(lines: readonly string[], delimiter: string, draw: Draw): string[] {
  const spoilt = [...lines]
  const put = (at: number, place: number): void => {
    const line = spoilt[at] ?? ''
    spoilt[at] = `${line.slice(0, place)}"${line.slice(place)}`
  }
  const first = draw.whole(spoilt.length)
  if (draw.once(2)) {
    // In one column of neighbouring rows two of them make one record of both.
    const column = draw.whole(cellsOf(spoilt[first] ?? '', delimiter).length)
    const second = Math.min(spoilt.length - 1, first + 1 + draw.whole(2))
    const end = cellsOf(spoilt[second] ?? '', delimiter)[column]?.end
    put(first, cellsOf(spoilt[first] ?? '', delimiter)[column]?.start ?? 0)
    if (end !== undefined) put(second, end)
    return spoilt
  }
  for (let count = 1 + draw.whole(3); count > 0; count--) {
    const at = Math.min(spoilt.length - 1, first + draw.whole(3))
    const cell = draw.one(cellsOf(spoilt[at] ?? '', delimiter))
    put(at, draw.one([cell.start, cell.end, draw.whole((spoilt[at] ?? '').length + 1)]))
  }
  return spoilt
}

/** Where the cells of a line begin and end, quotes aside. */
function cellsOf(line: string, delimiter: string): { start: number; end: number }[] {
  let start = 0
  return line.split(delimiter).map((cell) => {
    const place = { start, end: start + cell.length }
    start = place.end + delimiter.length
    return place
  })
}
