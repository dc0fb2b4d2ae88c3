/** A table written in any dialect is read as it was, told nothing but its bytes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeText, type Encoding } from '../../../src/sheets/text/encoding.ts'
import { openBytes } from '../../support/dialect/open-bytes.ts'
import { ENCODINGS } from './all-forms.ts'

interface Shape {
  readonly delimiter: string
  readonly quote: string
  /** What makes a quote inside a cell a part of it. */
  readonly escape: string
  /** Quotes around every cell, or only where they must be. */
  readonly quotesAll: boolean
  readonly lineEnd: string
  readonly encoding: Encoding
}

const shape: fc.Arbitrary<Shape> = fc
  .record({
    delimiter: fc.constantFrom(';', ',', '\t', '|', ', ', '; '),
    quote: fc.constantFrom('"', "'"),
    escaped: fc.constantFrom('doubled', 'backslash'),
    quotesAll: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom(...ENCODINGS),
  })
  // Apostrophes that quote a cell here and there cannot be told from those of names.
  .map((given) => ({
    ...given,
    escape: given.escaped === 'doubled' ? given.quote : '\\',
    quotesAll: given.quotesAll || given.quote === "'",
  }))

const nickname = fc.constantFrom(
  'Van 1',
  "Caminhão D'Ávila",
  'Furgão, azul',
  'aro 24" cromado',
  'Zé; o "Grande"',
  'R$ 1.234,56',
  'São João\nda Serra',
  "'Trovão'",
  '',
)

const fleetRow = fc
  .tuple(
    fc.stringMatching(/^[A-Z]{3}[0-9][A-J][0-9]{2}$/),
    fc.stringMatching(/^0[0-9]{10}$/),
    fc.constantFrom('SP', 'RJ', 'MG'),
    nickname,
  )
  .map(([plate, renavam, uf, name]) => [plate, renavam, uf, '11222333000181', name])

const HEADER = ['Placa', 'Código RENAVAM', 'UF', 'CPF/CNPJ', 'Apelido']

function write(records: readonly (readonly string[])[], given: Shape): Uint8Array {
  const { delimiter, quote, escape, quotesAll, lineEnd, encoding } = given
  const cellOf = (cell: string): string => {
    const must = [delimiter.trim() || delimiter, quote, '\n', '\r'].some((part) =>
      cell.includes(part),
    )
    if (!quotesAll && !must) return cell
    return quote + cell.replaceAll(quote, escape + quote) + quote
  }
  const text = records.map((cells) => cells.map(cellOf).join(delimiter) + lineEnd).join('')
  return encodeText((encoding.bom ? '\uFEFF' : '') + text, encoding)
}

async function read(bytes: Uint8Array): Promise<unknown> {
  const opened = await openBytes(bytes)
  if ('refused' in opened) return opened
  const { dialect, survey } = opened.source
  return { ...dialect, encoding: survey.encoding, rows: opened.rows }
}

describe('a fleet in any dialect', () => {
  test('is read as it was written', async () => {
    const rows = fc.array(fleetRow, { minLength: 1, maxLength: 12 })
    const titles = fc.array(
      fc.constantFrom('Frota de 2026', '', 'Emitido em: 01/02/2026; por Zé'),
      {
        maxLength: 20,
      },
    )
    await fc.assert(
      fc.asyncProperty(shape, titles, rows, async (given, preamble, fleet) => {
        const table = [...preamble.map((title) => [title]), HEADER, ...fleet]
        expect(await read(write(table, given))).toMatchObject({
          delimiter: given.delimiter,
          quote: given.quote,
          lineEnd: given.lineEnd,
          encoding: given.encoding,
          rows: table,
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('a table that nobody has told anything about', () => {
  const word = fc.constantFrom('norte', 'Rua Sete de Setembro', 'aço', 'item B', "d'água", 'x')
  const row = fc.tuple(
    fc.stringMatching(/^2026-0[1-9]-[0-2][1-9]$/),
    fc.stringMatching(/^[1-9][0-9]{1,4}$/),
    word,
    fc.stringMatching(/^[1-9]{1,3}\.[0-9]{2}$/),
  )
  const HEADINGS = ['day', 'amount', 'place', 'price']

  test('is read as it was written by any usual delimiter', async () => {
    const rows = fc.array(row, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(shape, rows, async (given, body) => {
        expect(await read(write([HEADINGS, ...body], given))).toMatchObject({
          delimiter: given.delimiter,
          lineEnd: given.lineEnd,
          rows: [HEADINGS, ...body],
        })
      }),
      { numRuns: 60 },
    )
  })

  test('is read as it was written by an unusual one', async () => {
    const delimiter = fc.constantFrom(' ', '~', '^', '#', '*', '&', '=', '!', ':', '\u001f')
    const plain = row.map(([day, amount, place, price]) => [day, amount, place.charAt(0), price])
    const rows = fc.array(plain, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(delimiter, shape, rows, async (unusual, other, body) => {
        const given = { ...other, delimiter: unusual }
        expect(await read(write([HEADINGS, ...body], given))).toMatchObject({
          delimiter: unusual,
          rows: [HEADINGS, ...body],
        })
      }),
      { numRuns: 60 },
    )
  })
})
