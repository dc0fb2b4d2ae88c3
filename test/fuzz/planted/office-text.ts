/** A table as a text whose columns are told by their places, with lines that somebody moved. */
import type { Draw } from '../intake/draw.ts'
import type { OfficeTable } from './office-file.ts'

export function fixedText(table: OfficeTable, draw: Draw): string {
  const plain = (text: string): string => text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim()
  const header = table.header.map((name) => plain(name) || 'obs')
  const rows = table.rows.map((cells) => cells.map(plain))
  const gap = 1 + draw.whole(3)
  const widths = header.map((name, at) => {
    return Math.max(name.length, ...rows.map((cells) => (cells[at] ?? '').length)) + gap
  })
  const line = (cells: readonly string[]): string => {
    return cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('')
  }
  const lines = rows.map((cells) => {
    const written = line(cells)
    if (!draw.once(10)) return written
    // A blank more or less between two cells moves all that stands behind it.
    const at = draw.whole(written.length)
    if (written[at] !== ' ') return written
    return draw.once(2)
      ? written.slice(0, at) + written.slice(at + 1)
      : `${written.slice(0, at)} ${written.slice(at)}`
  })
  const ends = draw.one(['\n', '\r\n'])
  return [...table.titles, line(header), ...lines, ...table.footers, ''].join(ends)
}
