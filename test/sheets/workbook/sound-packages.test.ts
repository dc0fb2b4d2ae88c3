import { expect, test } from 'vitest'
import { packageOf, type Entry } from './make-package.ts'
import { odsOf, odsRow, odsTable, sheetData, textRow, VEHICLE, xlsxParts } from './make-workbook.ts'
import { cellsIn } from './read-workbook.ts'

/** What only some programs write, and is sound: all of it is read. */

const PARTS = xlsxParts({ sheet: sheetData(textRow(2, VEHICLE)) })

const withEach = (more: Partial<Entry>): Entry[] => PARTS.map((entry) => ({ ...entry, ...more }))

test.each<[string, Uint8Array]>([
  ['sizes that follow the bytes', packageOf(withEach({ hasDescriptor: true }))],
  ['entries that are not packed', packageOf(withEach({ isStored: true }))],
  ['sizes in 64 bits', packageOf(withEach({ isLarge: true }))],
  ['a directory in 64 bits', packageOf(PARTS, { isLarge: true })],
  ['a comment', packageOf(PARTS, { comment: 'feito à mão' })],
  [
    'names in UTF-8, folders, and parts that nobody needs',
    packageOf([
      ...PARTS,
      { name: 'xl/mídia/', text: '' },
      { name: 'xl/mídia/foto.png', bytes: Buffer.alloc(2000, 7) },
      { name: 'xl/macros.bin', text: 'not XML' },
    ]),
  ],
  ['parts in another order', packageOf(PARTS.toReversed())],
  [
    'parts in another case',
    packageOf(
      PARTS.map((entry) => ({
        ...entry,
        name: entry.name.replace('sheet1', 'Sheet1').replace('[Content_T', '[content_t'),
      })),
    ),
  ],
])('%s', async (_, bytes) => {
  expect((await cellsIn(bytes))[1]).toEqual(VEHICLE)
})

test.each([
  ['an absolute path', '/xl/worksheets/sheet1.xml'],
  ['a roundabout one', '../xl/./worksheets/sheet1.xml'],
])('a relation by %s', async (_, target) => {
  const relation = `<Relationship Id="rId1" Type="x/worksheet" Target="${target}"/>`
  const parts = PARTS.map((entry) =>
    entry.name === 'xl/_rels/workbook.xml.rels'
      ? { ...entry, text: `<Relationships>${relation}</Relationships>` }
      : entry,
  )
  expect((await cellsIn(packageOf(parts)))[1]).toEqual(VEHICLE)
})

test('an ODS that lists its parts', async () => {
  const manifest = '<manifest:manifest><manifest:file-entry full-path="/"/></manifest:manifest>'
  const more = [{ name: 'META-INF/manifest.xml', text: manifest }]
  const bytes = odsOf(odsTable('Frota', odsRow(VEHICLE)), '', more)
  expect(await cellsIn(bytes)).toEqual([VEHICLE])
})
