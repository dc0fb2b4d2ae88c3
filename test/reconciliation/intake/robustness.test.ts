import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRecords } from '../../../src/csv/format-records.ts'
import { documentCheckDigits } from '../../../src/fleet/document.ts'
import { renavamCheckDigit } from '../../../src/fleet/renavam.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import type { Encoding } from '../../../src/reconciliation/intake/encoding.ts'
import { encodeText } from '../../../src/reconciliation/intake/encoding.ts'
import { byteOfCharacter } from '../../../src/reconciliation/intake/windows-1252.ts'
import type { Answer } from './judge-bytes.ts'
import { HEADER, judged, judgeBytes, writtenBack } from './judge-bytes.ts'
import { FIELDS } from '../../../src/reconciliation/intake/aliases.ts'

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

/** The fields of a row whose value is not what stands in its cell, and that nobody spoke of. */
function silentChanges({ file, rows }: Answer): string[] {
  const { columns, allColumns } = file.understood
  return rows.flatMap((row) => {
    const wrapped = row.issues.some((issue) => issue.code === 'W-ROW-QUOTED')
    if (row.vehicle === undefined || wrapped) return []
    const values = new Map<string, string>(
      FIELDS.map((field) => [field, row.vehicle?.[field] ?? '']),
    )
    const changed = Object.entries(columns).filter(([field, header]) => {
      const cell =
        row.rawCells[
          allColumns.findIndex((name) => name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() === header)
        ] ?? ''
      const isDefault = cell.trim() === '' && values.get(field) === 'SP'
      const isSpokenOf = row.issues.some((issue) => issue.column === header)
      return cell !== values.get(field) && !isDefault && !isSpokenOf
    })
    return changed.map(([field]) => `line ${row.line}: ${field}`)
  })
}

/** Whatever the bytes are: an answer, closed counts, and nothing changed without a word. */
async function holds(bytes: Uint8Array): Promise<void> {
  const answer = await judgeBytes(bytes, { defaults: { uf: 'SP' } })
  const message = 'refused' in answer ? answer.refused.message.pt : ''
  expect(message).not.toMatch(/\{(?:missing|sample|line|count|limit|kind|field|column|headers?)\}/)
  if ('refused' in answer) return
  const { read, ...parts } = answer.file.counts
  const silent = answer.rows.filter((row) => row.verdict === 'rejected' && row.issues.length === 0)
  const sum = Object.values(parts).reduce((total, one) => total + one, 0)
  const back = await writtenBack(answer, { rows: 'all' })
  assert.deepEqual([sum, answer.rows.length, silent, back.length > 0], [read, read, [], true])
  assert.deepEqual(silentChanges(answer), [])
}

describe('hostile input', () => {
  test('random bytes never crash or hang', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), holds), { numRuns: 1500 })
  })

  test('random bytes under a header never crash, and change nothing silently', async () => {
    const tail = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(tail, (bytes) => holds(Buffer.concat([Buffer.from(`${HEADER}\n`), bytes]))),
      { numRuns: 1500 },
    )
  })

  test('rows of awkward pieces never crash, and nothing changes silently', async () => {
    const cells =
      "ABC1C34|abc-1234|00639884962|639884962|6,39885E+08|SP|São Paulo|11222333000181|'|=|-|" +
      '11.222.333/0001-81|52998224725|ISENTO|NULL|#N/D|\u202e|\u200b|\uFFFD|Ã£|АВС| |\u00a0|' +
      'Total|1e5|{value}|$&|\t|\0|;|;|;|;|;|;|;|"|""|\n|\r\n|\r'
    const piece = fc.constantFrom(...cells.split('|'))
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(text, (body) => holds(Buffer.from(`${HEADER}\n${body}`))),
      { numRuns: 2000 },
    )
  })

  test('nearly good rows in every disguise change nothing silently', async () => {
    const around = fc.constantFrom('', '', '', ' ', "'", '\u200b', '\u00a0', '.', '-', '\t', '=')
    const cell = (...values: string[]) =>
      fc.tuple(around, fc.constantFrom(...values), around).map((parts) => parts.join(''))
    const row = fc.tuple(
      cell('ABC1C34', 'abc-1234', 'DEF5G67', 'ＤＥＦ５Ｇ６７', 'GHI 2345', 'NULL'),
      cell('00639884962', '639884962', '26827649960.0', '"=""01284762677"""', '"6,39884962E+8"'),
      cell('SP', 'rj', 'São Paulo', ''),
      cell('11222333000181', '11.222.333/0001-81', '1234567890', '12abc34501de35'),
      cell('Van 1', 'CaminhÃ£o', '"a\nb"', '-', '=1+1', ''),
    )
    const text = fc
      .array(row, { maxLength: 5 })
      .map((rows) => rows.map((cells) => cells.join(';')).join('\n'))
    await fc.assert(
      fc.asyncProperty(text, (body) => holds(Buffer.from(`${HEADER}\n${body}`))),
      { numRuns: 2000 },
    )
  })

  test('a good file with one byte changed changes nothing silently', async () => {
    const good = Buffer.from(
      `${HEADER}\r\nABC1C34;00639884962;SP;11222333000181;"Van; 1"\r\n` +
        'DEF5G67;26827649960;RJ;52998224725;Caminhão\r\n',
    )
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const changed = Buffer.from(good)
        changed[at] = byte
        return holds(changed)
      }),
      { numRuns: 1500 },
    )
  })

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
