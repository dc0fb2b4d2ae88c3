/** HTML tables as sheets: what browsers would show, and nothing that a page can do to its reader. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openHtml } from '../../../src/sheets/workbook/html-book.ts'
import { textOfBytes } from '../../../src/sheets/text/text-of-bytes.ts'
import { WORKBOOK_LIMITS } from '../../../src/sheets/workbook/limits.ts'

const LIMITS = {
  ...WORKBOOK_LIMITS,
  columnsMax: 200,
  cellCharactersMax: 4_096,
  recordCharactersMax: 65_536,
}

/** The rows of a table as texts, the first table unless told. */
async function rowsOf(html: string, table = 0): Promise<string[][]> {
  const rows: string[][] = []
  for await (const some of openHtml(html, LIMITS, () => 0).read(table).rows) {
    rows.push(...some.map(({ cells }) => [...cells]))
  }
  return rows
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)

test('any rows of text that are written as a table are read back', async () => {
  const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => {
    const plain = text.toWellFormed().replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, '.')
    return `x${plain}x`
  })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 })
  const forms = fc.record({ isClosed: fc.boolean(), head: fc.constantFrom('td', 'th') })
  await fc.assert(
    fc.asyncProperty(table, forms, async (rows, { isClosed, head }) => {
      const close = (tag: string): string => (isClosed ? `</${tag}>` : '')
      const lines = rows.map((cells, at) => {
        const tag = at === 0 ? head : 'td'
        return `<tr>${cells.map((one) => `<${tag}>${escaped(one)}${close(tag)}`).join('\n')}${close('tr')}`
      })
      expect(await rowsOf(`<table>${lines.join('\n')}</table>`)).toEqual(rows)
    }),
    { seed: 14, numRuns: 100 },
  )
})

test('cells that span columns and rows leave the places of the others as they look', async () => {
  const html = `<table>
    <tr><td colspan="2">a</td><td rowspan="3">b</td><td>c</td></tr>
    <tr><td>d</td><td>e</td><td>f</td></tr>
    <tr><td rowspan=0>g</td><td>h</td><td>i</td></tr></table>`
  expect(await rowsOf(html)).toEqual([
    ['a', '', 'b', 'c'],
    ['d', 'e', '', 'f'],
    ['g', 'h', '', 'i'],
  ])
})

test('a table in a cell is a table of its own, and scripts and styles are no text', async () => {
  const html = `<table><tr><td>out<table><tr><td>1</td><td>2</td></tr></table>side</td>
    <td><style>x</style><script>"</td>"</script>y</td></tr></table>`
  expect(await rowsOf(html, 0)).toEqual([['outside', 'y']])
  expect(await rowsOf(html, 1)).toEqual([['1', '2']])
  expect(openHtml(html, LIMITS, () => 0).sheets).toMatchObject([
    { name: 'tabela 1', isVisible: true },
    { name: 'tabela 2', isVisible: true },
  ])
})

test('what a page hides is no text, but a row that it hides is told, and nothing hides a row', async () => {
  const key = '<span style="display: none">20260101</span>'
  const html = `<table><tr hidden><td>${key}1<td><br hidden>2<template>x
    <tr><td><noscript>3<td>4</td></tr></template><tr><td><p hidden><p>x<td>5<td>6`
  expect(await rowsOf(html)).toEqual([
    ['1', '2'],
    ['', '4'],
    ['', '5', '6'],
  ])
  const hidden: boolean[] = []
  for await (const rows of openHtml(html, LIMITS, () => 0).read(0).rows) {
    hidden.push(...rows.map(({ isHidden }) => isHidden))
  }
  expect(hidden).toEqual([true, false, false])
})

test('the bytes tell the encoding, whatever the page says of itself', () => {
  const page = '<meta charset="utf-8"><table><tr><td>São João</td></tr></table>'
  expect(textOfBytes(Buffer.from(page, 'latin1'))).toBe(page)
  expect(textOfBytes(Buffer.from(page, 'utf8'))).toBe(page)
  expect(textOfBytes(Buffer.from(`\uFEFF${page}`, 'utf16le'))).toBe(page)
})

describe('a hostile page', () => {
  const many = (text: string, times: number): string => text.repeat(times)
  test.each([
    ['a cell that spans a million columns', '<td colspan=1000000>a</td><td>b</td>', 'F-COLUMNS'],
    ['three hundred cells in a row', many('<td>a</td>', 300), 'F-COLUMNS'],
    ['a cell of a million characters', `<td>${many('a', 1_000_000)}`, 'F-CELL'],
    ['a cell of entities', `<td>${many('&amp;', 100_000)}`, 'F-CELL'],
    ['a text after five thousand breaks', `<td>${many('<br>', 5_000)}a`, 'F-CELL'],
    ['a row of long cells', many(`<td>${many('a', 4_000)}</td>`, 20), 'F-RECORD'],
    ['a hundred and one tables deep', many('<td><table>', 101), 'F-WORKBOOK-DAMAGED'],
    ['cells that push all below aside', many('<tr><td rowspan=1000000>a<td>b', 300), 'F-COLUMNS'],
    ['a thousand tables', many('<table></table>', 1_001), 'F-WORKBOOK-DAMAGED'],
  ])('%s is refused', async (_, inside, code) => {
    const html = `<table><tr>${inside}</table>`
    await expect(async () => await rowsOf(html)).rejects.toMatchObject({ code })
  })

  test.each([
    ['tags that are never closed', many('<tr><td>a<td>b', 5_000), 5_000],
    ['marks that are never closed', many('<tr><td><font><b>a<td><i>b', 5_000), 5_000],
    ['marks that nobody opened', many('<b>', 500_000) + many('</i>', 500_000), 0],
    ['closing tags alone', many('</td></tr></table>', 50_000), 0],
    ['an attribute of ten megabytes', `<tr><td title="${many('x', 10_000_000)}">a<td>b`, 1],
    ['a comment that never ends', `<tr><td>a<td>b</tr><!--${many('-', 1_000_000)}`, 1],
    ['angles', many('<', 1_000_000), 0],
  ])('%s are read for what they are', async (_, inside, count) => {
    expect(await rowsOf(`<table>${inside}`)).toHaveLength(count)
  })
})
