/** A table as a page of HTML, as old programs write it: tags that nobody closes, tables in tables. */
import type { Draw } from '../intake/draw.ts'
import { escaped } from './office-book.ts'
import type { OfficeTable } from './office-file.ts'

export function htmlPage(table: OfficeTable, draw: Draw): Buffer {
  const isClosed = draw.once(2)
  const close = (tag: string): string => (isClosed || draw.once(4) ? `</${tag}>` : '')
  const marks = draw.one(['', '<font size=1>', '<b><font>', '<p>', '<span style="color: red">'])
  const key = draw.once(5) ? '<span style="display:none">20260101</span>' : ''
  const end = draw.one(['', ' ', '\n', '\r\n  '])
  const cell = (text: string, rows = 1): string => {
    const span = rows > 1 ? ` rowspan=${draw.once(2) ? rows : `"${rows}"`}` : ''
    const shown = escaped(text).replace(/\r\n|[\r\n]/g, '<br>')
    return `<td${span}>${marks}${key}${shown}${close('td')}${end}`
  }
  const rows = table.rows.map((cells, at) => {
    const written = cells.flatMap((text, column) => {
      const merge = table.merges.find((one) => {
        return one.column === column && one.top <= at && at <= one.bottom
      })
      if (merge !== undefined && merge.top !== at) return []
      return [cell(text, merge === undefined ? 1 : merge.bottom - at + 1)]
    })
    const attribute = table.hidden.has(at) ? ' style="display: none"' : ''
    return `<tr${attribute}>${written.join('')}${close('tr')}`
  })
  const wide = (text: string): string => {
    return `<tr><td colspan=${table.header.length}>${escaped(text)}${close('td')}${close('tr')}`
  }
  const tag = draw.one(['td', 'th'])
  const names = table.header.map((name) => `<${tag}>${marks}${escaped(name)}${close(tag)}`)
  const lines = [
    ...table.titles.map(wide),
    `<tr>${names.join('')}${close('tr')}`,
    ...rows,
    ...table.footers.map(wide),
  ]
  const inside = `<table border=1>${lines.join(end)}</table>`
  const notes = '<table><tr><td>Emitido por</td><td>Fulano</td></tr></table>'
  const page = draw.one([
    inside,
    `${notes}<script>"<table><tr>"</script>${inside}`,
    `<table><tr><td>Painel<td>${inside}<tr><td>fim<td>${notes}</table>`,
    `<!-- <table> -->${inside}${notes}`,
  ])
  return Buffer.from(`<html><body>${page}</body></html>`)
}
