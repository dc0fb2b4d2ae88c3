import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { readRecords } from '../../../src/sheets/csv/read-records.ts'
import { writeCsv, type CsvColumn, type CsvFlavour } from '../../../src/sheets/csv/write-csv.ts'

interface Row {
  name: string | null
  renavam: string | null
  cents: bigint | null
  count: number | null
  due: string | null
  at: string | null
}

const columns: CsvColumn<Row>[] = [
  { header: 'nome', kind: 'text', cell: (row) => row.name },
  { header: 'renavam', kind: 'code', cell: (row) => row.renavam },
  { header: 'valor', kind: 'money', cell: (row) => row.cents },
  { header: 'itens', kind: 'integer', cell: (row) => row.count },
  { header: 'vencimento', kind: 'date', cell: (row) => row.due },
  { header: 'quando', kind: 'instant', cell: (row) => row.at },
]

const row: Row = {
  name: 'Van 01',
  renavam: '00639884962',
  cents: -1250n,
  count: 3,
  due: '2026-05-10',
  at: '2026-05-10T02:00:00Z',
}

async function written(flavour: CsvFlavour, rows: Row[]): Promise<string> {
  const pieces: Uint8Array[] = []
  const options = { timeZone: 'America/Sao_Paulo' }
  for await (const piece of writeCsv(flavour, columns, rows, options)) pieces.push(piece)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces))
}

async function names(text: string, delimiter: string): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for await (const batch of readRecords([text], { delimiter, quote: '"' })) {
    found.push(...batch.map((record) => record.cells[0]))
  }
  return found.slice(1)
}

describe('writing CSV', () => {
  test('the Excel flavour has BOM, semicolons, CRLF, decimal comma, our dates', async () => {
    expect(await written('excel', [row])).toBe(
      '\uFEFFnome;renavam;valor;itens;vencimento;quando\r\n' +
        'Van 01;"=""00639884962""";-12,50;3;10/05/2026;09/05/2026 23:00:00\r\n',
    )
  })

  test('the machine flavour is plain', async () => {
    expect(await written('machine', [row])).toBe(
      'nome,renavam,valor,itens,vencimento,quando\n' +
        'Van 01,00639884962,-12.50,3,2026-05-10,2026-05-10T02:00:00Z\n',
    )
  })

  test('null is an empty cell', async () => {
    const empty = { name: null, renavam: null, cents: null, count: null, due: null, at: null }
    expect(await written('machine', [empty])).toMatch(/\n,,,,,\n$/)
    expect(await written('excel', [empty])).toMatch(/\n;;;;;\r\n$/)
  })

  test('a formula in a text or code column is never run; an amount stays', async () => {
    for (const name of ['=1+1', '+1', '-12,50', '@A1', '\tx', '\rx', '\0x', '＝1', '－1']) {
      const text = await written('machine', [{ ...row, name, renavam: name }])
      const first = await names(text, ',')
      expect(first).toEqual([`'${name}`])
      expect(text).toContain(',-12.50,')
    }
  })

  test('a code of other characters is never put inside a formula', async () => {
    const text = await written('excel', [{ ...row, renavam: '1")&CMD("' }])
    expect(text).not.toContain('="')
  })

  test('any name reads back as it was, or with the apostrophe that disarms it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[;,"\n\r =é-]{0,8}$/)),
          {
            maxLength: 5,
          },
        ),
        async (list) => {
          const rows = list.map((name) => ({ ...row, name }))
          for (const [flavour, delimiter] of [
            ['excel', ';'],
            ['machine', ','],
          ] as const) {
            const back = await names(await written(flavour, rows), delimiter)
            const plain = back.map((name, at) => (name === list[at] ? name : name?.slice(1)))
            expect(plain).toEqual(list)
          }
        },
      ),
    )
  })

  test('rows arrive in pieces, not all at the end', async () => {
    let made = 0
    const rows = function* (): Generator<Row> {
      for (; made < 10_000; made++) yield row
    }
    const pieces = writeCsv('machine', columns, rows())
    await pieces.next()
    await pieces.next()
    expect(made).toBeLessThan(1_000)
    await pieces.return(undefined)
  })
})
