import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, test } from 'vitest'
import { REFUSALS } from '../../../src/reconciliation/intake/reasons/file-reasons.ts'
import type { Refused } from '../../../src/reconciliation/intake/judged.ts'
import { judgeBytes } from '../../reconciliation/intake/judge-bytes.ts'
import {
  HEADERS,
  odsOf,
  odsRow,
  odsTable,
  row,
  sheetData,
  textRow,
  VEHICLE,
  xlsxOf,
} from './make-workbook.ts'
import { howMany } from '../../support/extent.ts'

/**
 * Good workbooks with something changed in them. Packed bytes are guarded by their sums, so what is
 * not refused must be read as if nothing had happened; XML that is changed before it is packed may
 * say something else, but must end.
 */

const SEED = 20261121

const ROWS = [
  [...HEADERS],
  ['ABC1C34', 639884962, 'SP', 11222333000181, 'Van 1'],
  ['DEF5G67', '26827649960', 'RJ', '529.982.247-25', 'Van 2'],
]

const FORMS = [
  ['XLSX', async () => writeXlsx({ sheets: [{ name: 'Frota', rows: ROWS }] })],
  ['ODS', async () => writeOds({ sheets: [{ name: 'Frota', rows: ROWS }] })],
] as const

const change = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom('set', 'cut', 'drop', 'repeat', 'copy'),
  byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 0x50, 0x7f, 0x80, 0xff)),
  length: fc.integer({ min: 1, max: 40 }),
})
type Change = typeof change extends fc.Arbitrary<infer Of> ? Of : never

function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  let result = Buffer.from(bytes)
  for (const { at, kind, byte, length } of changes) {
    const place = Math.floor(at * result.length)
    const before = result.subarray(0, place)
    const piece = result.subarray(place, place + length)
    const after = result.subarray(place + length)
    if (kind === 'set')
      result = Buffer.concat([before, Buffer.from([byte]), result.subarray(place + 1)])
    else if (kind === 'cut') result = Buffer.from(before)
    else if (kind === 'drop') result = Buffer.concat([before, after])
    else if (kind === 'repeat') result = Buffer.concat([before, piece, piece, after])
    else result = Buffer.concat([before, result.subarray(0, length), after])
  }
  return result
}

describe.each(FORMS)('the bytes of an %s', (_, make) => {
  test('changed anywhere: refused with a sentence, or read as they were', async () => {
    const whole = Buffer.from(await make())
    const told = await judgeBytes(whole)
    if ('refused' in told) throw new Error(told.refused.code)
    const check = async (changes: Change[]): Promise<boolean> => {
      const answer = await judgeBytes(changed(whole, changes))
      if ('refused' in answer) return isKnown(answer)
      return isDeepStrictEqual(answer.rows, told.rows)
    }
    const changes = fc.array(change, { minLength: 1, maxLength: 3 })
    await fc.assert(fc.asyncProperty(changes, check), { seed: SEED, numRuns: howMany(150, 400) })
  })
})

describe.each([
  ['XLSX', (xml: Buffer) => xlsxOf({ sheet: '', entry: { bytes: xml } }), sheetXml()],
  ['shared strings', sharedXml, Buffer.from('<si><t>ABC1C34</t></si><si><r><t>a</t></r></si>')],
  [
    'ODS',
    odsXml,
    Buffer.from(odsRow(HEADERS) + odsRow(VEHICLE, ' table:number-rows-repeated="2"')),
  ],
] as const)('the XML of an %s', (_, pack, xml) => {
  test('changed anywhere: refused with a sentence, or judged', async () => {
    const check = async (changes: Change[]): Promise<boolean> => {
      const answer = await judgeBytes(pack(changed(xml, changes)))
      if ('refused' in answer) return isKnown(answer)
      return answer.rows.length === answer.file.counts.read
    }
    const changes = fc.array(change, { minLength: 1, maxLength: 3 })
    await fc.assert(fc.asyncProperty(changes, check), { seed: SEED, numRuns: howMany(100, 300) })
  })
})

function isKnown({ refused }: Refused): boolean {
  return Object.keys(REFUSALS).includes(refused.code)
}

function sheetXml(): Buffer {
  return Buffer.from(`<worksheet>${sheetData(textRow(2, VEHICLE))}</worksheet>`)
}

function sharedXml(strings: Buffer): Buffer {
  const cells = '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>'
  return xlsxOf({ sheet: sheetData(row(2, cells)), strings: strings.toString('latin1') })
}

function odsXml(rows: Buffer): Buffer {
  return odsOf(odsTable('Frota', rows.toString('latin1')))
}
