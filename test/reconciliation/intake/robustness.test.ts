import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRecords } from '../../../src/sheets/csv/format-records.ts'
import { documentCheckDigits } from '../../../src/fleet/document.ts'
import { renavamCheckDigit } from '../../../src/fleet/renavam.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import { encodeText, type Encoding } from '../../../src/sheets/text/encoding.ts'
import { byteOfCharacter } from '../../../src/sheets/text/windows-1252.ts'
import { judged } from './judge-bytes.ts'

const vehicle = fc.record({
  plate: fc.stringMatching(/^[A-Z]{3}[0-9][A-Z][0-9]{2}$/),
  renavam: fc
    .stringMatching(/^[0-8][0-9]{9}$/)
    .map((stem) => `${stem}${renavamCheckDigit(stem)}`)
    .filter((one) => !/^(.)\1+$/.test(one)),
  uf: fc.constantFrom(...UFS),
  owner: fc.stringMatching(/^[0-9A-Z]{11}1$/).map((stem) => stem + documentCheckDigits(stem)),
  nickname: fc
    .stringMatching(/^[A-Za-zçãõéÉ€“”][A-Za-zçãõé€“”;,|" =-]{0,20}[a-z]$/)
    .filter((name) => !/[Â-ô][^\0-\x7f]/.test(name)),
})

const vehicles = fc
  .uniqueArray(vehicle, { minLength: 1, maxLength: 12, selector: (one) => one.plate })
  .filter((list) => new Set(list.map((one) => one.renavam)).size === list.length)

const encodings: Encoding[] = [
  { name: 'utf-8', bom: false },
  { name: 'utf-8', bom: true },
  { name: 'windows-1252', bom: false },
  { name: 'utf-16le', bom: true },
  { name: 'utf-16be', bom: true },
]

const headers = [
  ['placa', 'renavam', 'uf', 'cpf_cnpj', 'apelido'],
  ['Placa', 'Código RENAVAM', 'Estado', 'CPF/CNPJ', 'Prefixo'],
  ['plate', 'renavam', 'state', 'owner_document', 'nickname'],
] as const

const dialect = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  lineEnd: fc.constantFrom('\n' as const, '\r\n' as const, '\r' as const),
  encoding: fc.constantFrom(...encodings),
  header: fc.constantFrom(...headers),
  sep: fc.boolean(),
  preamble: fc.constantFrom([], ['Frota da empresa'], ['Relatório', '', 'placa e renavam abaixo']),
  pieceSize: fc.constantFrom(1, 3, 64, 65536),
})

describe('any dialect', () => {
  test('a fleet written in a random dialect reads back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(vehicles, dialect, async (fleet, how) => {
        const output = { delimiter: how.delimiter, quote: '"', lineEnd: how.lineEnd }
        const rows = fleet.map((one) => [one.plate, one.renavam, one.uf, one.owner, one.nickname])
        const titles = how.preamble.map((line) => [line])
        const body = formatRecords([...titles, how.header, ...rows], output)
        const sep = how.sep ? `sep=${how.delimiter}${how.lineEnd}` : ''
        const text = (how.encoding.bom ? '\uFEFF' : '') + sep + body
        const answer = await judged(encodeText(text, how.encoding), {}, how.pieceSize)
        expect(answer.rows.map((row) => [row.verdict, row.vehicle?.nickname])).toEqual(
          fleet.map((one) => ['accepted', one.nickname]),
        )
        expect(answer.rows.map((row) => row.vehicle)).toMatchObject(
          fleet.map((one) => ({
            plate: one.plate,
            renavam: one.renavam,
            uf: one.uf,
            ownerDocument: one.owner,
          })),
        )
        expect(answer.file.understood).toMatchObject({ delimiter: how.delimiter, sepLine: how.sep })
      }),
      { numRuns: 400 },
    )
  })
})

describe('Windows-1252', () => {
  test('every character of Windows-1252 survives the way there and back', () => {
    for (let byte = 0; byte < 256; byte++) {
      const encoding: Encoding = { name: 'windows-1252', bom: false }
      const text = new TextDecoder('latin1').decode(Uint8Array.of(byte))
      const code = byteOfCharacter(text)
      expect([byte, undefined]).toContain(code)
      expect(encodeText('€“”', encoding)).toEqual(Uint8Array.of(0x80, 0x93, 0x94))
    }
  })
})
