import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { INTAKE_LIMITS, type IntakeLimits } from '../../../src/reconciliation/intake/limits.ts'
import { judgeBytes, refusal } from '../../reconciliation/intake/judge-bytes.ts'
import { packageOf, type Entry } from './make-package.ts'
import {
  odsOf,
  odsRow,
  odsTable,
  row,
  sheetData,
  textCell,
  textRow,
  VEHICLE,
  xlsxOf,
  xlsxParts,
} from './make-workbook.ts'

/** Files that somebody made to hurt, or that broke on their way: each ends in a sentence. */

/** Five megabytes that pack no better than a table. */
const NOISE = Array.from({ length: 700_000 }, (_, at) => ((at * 2654435761) % 2 ** 32).toString(36))
  .join('')
  .slice(0, 5_000_000)

const STORED: Entry = { name: 'z.bin', bytes: Buffer.alloc(100), isStored: true }

const GOOD = sheetData(textRow(2, VEHICLE))

async function codeOf(bytes: Uint8Array, limits?: Partial<IntakeLimits>): Promise<string> {
  const { code, message } = await refusal(bytes, limits === undefined ? {} : { limits })
  expect(message.pt).toMatch(/(?:salve|Copie|Escolha|Encurte|Apague|Divida)/)
  expect(message.pt).not.toContain('{')
  expect(message.en).not.toContain('{')
  return code
}

/** Blocks that stand alone are packed once and repeated, so ten gigabytes cost no time to make. */
function bomb(text: string, times: number): Uint8Array {
  const block = deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH })
  const end = Buffer.from([3, 0])
  return Buffer.concat([...Array.from({ length: times }, () => block), end])
}

describe('bombs', () => {
  test('ten gigabytes behind a sheet, whatever its header says', async () => {
    const packed = bomb(' '.repeat(16 * 2 ** 20), 600)
    expect(packed.length).toBeLessThan(INTAKE_LIMITS.workbook.bytesMax)
    const honest = xlsxOf({ sheet: '', entry: { packed, size: (600 * 16 * 2 ** 20) % 2 ** 32 } })
    expect(await codeOf(honest)).toBe('F-WORKBOOK-RATIO')
    const lying = xlsxOf({ sheet: '', entry: { packed, size: 1000 } })
    expect(await codeOf(lying)).toBe('F-WORKBOOK-DAMAGED')
  })

  test('parts that are long together, though each packs as tables do', async () => {
    const strings = `<si><t>${NOISE.slice(0, 60_000)}</t></si>`.repeat(10)
    const sheet = sheetData(textRow(2, VEHICLE))
    const workbook = { ...INTAKE_LIMITS.workbook, inflatedBytesMax: 2 ** 19 }
    expect(await codeOf(xlsxOf({ sheet, strings }), { workbook })).toBe('F-WORKBOOK-INFLATED')
  })

  test('shared strings: one of five megabytes, and one that no sheet has', async () => {
    const strings = `<si><t>${NOISE}</t></si>`
    const index = (at: number): string => row(2, `<c r="A2" t="s"><v>${at}</v></c>`)
    expect(await codeOf(xlsxOf({ sheet: sheetData(index(0)), strings }))).toBe('F-CELL')
    expect(await codeOf(xlsxOf({ sheet: sheetData(index(1)), strings }))).toBe('F-WORKBOOK-DAMAGED')
    const workbook = { ...INTAKE_LIMITS.workbook, stringsMax: 10 }
    const many = { sheet: sheetData(index(0)), strings: '<si/>'.repeat(11) }
    expect(await codeOf(xlsxOf(many), { workbook })).toBe('F-WORKBOOK-STRINGS')
  })

  test('a cell of five megabytes, seventeen thousand columns, a row that is too long', async () => {
    const cell = textCell('A2', NOISE)
    expect(await codeOf(xlsxOf({ sheet: sheetData(row(2, cell)) }))).toBe('F-CELL')
    const far = textCell('YCV2', 'x')
    expect(await codeOf(xlsxOf({ sheet: sheetData(row(2, far)) }))).toBe('F-WORKBOOK-DAMAGED')
    const wide = row(2, '<c><v>1</v></c>'.repeat(17_000))
    expect(await codeOf(xlsxOf({ sheet: sheetData(wide) }))).toBe('F-COLUMNS')
    const long = textRow(
      2,
      Array.from({ length: 20 }, () => 'x'.repeat(4000)),
    )
    expect(await codeOf(xlsxOf({ sheet: sheetData(long) }))).toBe('F-RECORD')
  })

  test('repeats that would fill a sheet cost nothing', async () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
    const wide = odsTable('Frota', odsRow([cell], ' table:number-rows-repeated="1048576"'))
    expect(await codeOf(odsOf(wide))).toBe('F-COLUMNS')
    const header = odsRow(['placa', 'renavam', 'uf', 'cpf'])
    const deep =
      header + odsRow(['ABC1C34', '1', 'SP', '1'], ' table:number-rows-repeated="1048575"')
    expect(await codeOf(odsOf(odsTable('Frota', deep)))).toBe('F-ROWS')
    const odd = odsTable('Frota', odsRow(['x'], ' table:number-rows-repeated="-1"'))
    expect(await codeOf(odsOf(odd))).toBe('F-WORKBOOK-DAMAGED')
  })

  test('elements in elements in elements', async () => {
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
    expect(await codeOf(xlsxOf({ sheet: deep }))).toBe('F-WORKBOOK-DAMAGED')
  })
})

describe('XML', () => {
  test('entities that are declared are not read, in any part', async () => {
    const lol =
      '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet/>'
    const bytes = Buffer.from(lol)
    expect(await codeOf(xlsxOf({ sheet: '', entry: { bytes } }))).toBe('F-WORKBOOK-DTD')
    const ods = odsOf('', '', [{ name: 'META-INF/manifest.xml', text: lol }])
    expect(await codeOf(ods)).toBe('F-WORKBOOK-DTD')
  })

  test.each([
    ['a reference to nothing', '<sheetData>&lol;</sheetData>'],
    ['a NUL', '<sheetData>\0</sheetData>'],
    ['a NUL that is referred to', '<sheetData>&#0;</sheetData>'],
    ['elements that do not close', '<sheetData><row>'],
    ['elements that close each other', '<sheetData></row></sheetData>'],
    ['a second root', '</worksheet><worksheet>'],
    ['attributes that are none', '<sheetData><row r=1/></sheetData>'],
    ['a tag without an end', `<sheetData ${'x'.repeat(200_000)}`],
    ['more columns than a sheet has', `<cols>${'<col hidden="1"/>'.repeat(16_385)}</cols>`],
    ['a tag of many characters', `<x y="${'x'.repeat(200_000)}"/>${sheetData()}`],
    ['a cell in another row', sheetData(row(2, textCell('A3', 'x')))],
    ['a cell twice', sheetData(row(2, textCell('A2', 'x'), textCell('A2', 'y')))],
    ['cells out of order', sheetData(row(2, textCell('B2', 'x'), textCell('A2', 'y')))],
    ['rows out of order', sheetData(row(3), row(2))],
    ['a row twice', sheetData(row(2), row(2))],
    ['a row below the last', sheetData(row(1_048_577))],
    ['a row that is no number', sheetData('<row r="x"/>')],
    ['a row of many digits', sheetData('<row r="1e3000"/>')],
    ['a cell that is no place', sheetData(row(2, textCell('2A', 'x')))],
    ['a shared string that is no number', sheetData(row(2, '<c r="A2" t="s"><v>-1</v></c>'))],
  ])('%s', async (_, sheet) => {
    expect(await codeOf(xlsxOf({ sheet }))).toBe('F-WORKBOOK-DAMAGED')
  })

  test('bytes that are no text', async () => {
    const bytes = Buffer.from([...Buffer.from('<worksheet>'), 0xff, 0xfe, 0x80])
    expect(await codeOf(xlsxOf({ sheet: '', entry: { bytes } }))).toBe('F-WORKBOOK-DAMAGED')
  })
})

describe('packages', () => {
  const parts = xlsxParts({ sheet: GOOD })
  const withEntry = (entry: Entry): Uint8Array => packageOf([...parts, entry])

  test('ten thousand entries', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `x${at}`, text: '' }))
    expect(await codeOf(packageOf([...parts, ...many]))).toBe('F-WORKBOOK-ENTRIES')
    expect(await codeOf(packageOf(parts, { count: 60_000 }))).toBe('F-WORKBOOK-ENTRIES')
  })

  test.each<[string, Entry]>([
    ['a name that stands twice', { ...xlsxParts({ sheet: GOOD })[2], name: 'XL/workbook.xml' }],
    ['bytes that reach into the directory', { ...STORED, size: 150, packedSize: 150 }],
    ['a name that climbs', { name: 'xl/../../etc/passwd', text: 'x' }],
    ['a name from the root', { name: '/etc/passwd', text: 'x' }],
    ['a name of another system', { name: 'xl\\sheet.xml', text: 'x' }],
    ['a name with a NUL', { name: 'a\0b', text: 'x' }],
    ['two names for one entry', { name: 'a.xml', localName: 'b.xml', text: 'x' }],
    ['another way of packing', { name: 'a.xml', text: 'x', method: 12 }],
  ])('%s', async (_, entry) => {
    expect(await codeOf(withEntry(entry))).toBe('F-WORKBOOK-DAMAGED')
  })

  test('entries that share their bytes', async () => {
    const inner: Entry = { name: 'inner.bin', text: 'x'.repeat(100), isStored: true }
    const outer = { name: 'outer.bin', bytes: packageOf([inner]), isStored: true }
    const apart = packageOf([...parts, outer, inner])
    expect(await judgeBytes(apart)).not.toHaveProperty('refused')
    const shared = packageOf([...parts, outer, { ...inner, insideOf: parts.length }])
    expect(await codeOf(shared)).toBe('F-WORKBOOK-DAMAGED')
  })

  test('a directory that is longer than its entries', async () => {
    const all = [...parts, STORED]
    expect(await codeOf(packageOf(all, { count: parts.length }))).toBe('F-WORKBOOK-DAMAGED')
  })

  test.each<[string, Partial<Entry>]>([
    ['a size that is too small', { size: 10 }],
    ['a size that is too large', { size: 100_000 }],
    ['a wrong sum', { sum: 1 }],
    ['bytes that are not packed', { packed: Buffer.from('not deflated at all') }],
    ['packed bytes that break off', { packed: deflateRawSync(Buffer.from(GOOD)).subarray(0, 50) }],
    [
      'bytes behind the packed ones',
      {
        bytes: Buffer.from(`<worksheet>${GOOD}</worksheet>`),
        packed: Buffer.concat([
          deflateRawSync(Buffer.from(`<worksheet>${GOOD}</worksheet>`)),
          Buffer.from('x'),
        ]),
      },
    ],
  ])('%s', async (_, entry) => {
    const bytes = xlsxOf({ sheet: GOOD, entry })
    expect(await codeOf(bytes)).toBe('F-WORKBOOK-DAMAGED')
  })

  test('a password, in each of its forms', async () => {
    expect(await codeOf(withEntry({ name: 'a.xml', text: 'x', flags: 1 }))).toBe('F-ENCRYPTED')
    expect(await codeOf(withEntry({ name: 'encrypted-package', text: 'x' }))).toBe('F-ENCRYPTED')
    const manifest = '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    const ods = odsOf('', '', [{ name: 'META-INF/manifest.xml', text: manifest }])
    expect(await codeOf(ods)).toBe('F-ENCRYPTED')
    const ole = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(70_000),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(512),
    ])
    expect(await codeOf(ole)).toBe('F-ENCRYPTED')
  })

  test('a workbook that was cut off, anywhere', async () => {
    const whole = packageOf(parts)
    for (let at = 100; at < whole.length; at += 97) {
      expect(await codeOf(whole.subarray(0, at))).toBe('F-WORKBOOK-CUT')
    }
  })

  test('more than ten megabytes', async () => {
    const bytes = withEntry({ name: 'x.png', bytes: Buffer.alloc(11_000_000), isStored: true })
    expect(await codeOf(bytes)).toBe('F-WORKBOOK-BYTES')
  })

  test.each<[string, Entry[]]>([
    ['ZIP', [{ name: 'foto.jpg', text: 'x' }]],
    ['ZIP', []],
    ['DOCX', docx('word/document.xml')],
    ['XLSB', docx('xl/workbook.bin')],
  ])('%s is something else', async (kind, entries) => {
    expect(await refusal(packageOf(entries))).toMatchObject({ code: 'F-BINARY', facts: { kind } })
  })

  test('relations that lead out of the package are not followed', async () => {
    const away = (target: string, mode = ''): Entry[] =>
      parts.map((entry) =>
        entry.name === 'xl/_rels/workbook.xml.rels'
          ? {
              ...entry,
              text: `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"${mode}/></Relationships>`,
            }
          : entry,
      )
    const outside = ' TargetMode="External"'
    const inside = 'worksheets/sheet1.xml'
    expect(await codeOf(packageOf(away(inside, outside)))).toBe('F-WORKBOOK-DAMAGED')
    expect(await codeOf(packageOf(away(`../../../xl/${inside}`)))).toBe('F-WORKBOOK-DAMAGED')
    expect(await codeOf(packageOf(away('nowhere.xml')))).toBe('F-WORKBOOK-DAMAGED')
  })
})

function docx(target: string): Entry[] {
  const relation = `<Relationship Id="a" Type="t/officeDocument" Target="${target}"/>`
  return [{ name: '_rels/.rels', text: `<Relationships>${relation}</Relationships>` }]
}
