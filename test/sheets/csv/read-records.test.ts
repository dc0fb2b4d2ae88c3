import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CsvDialect, CsvRecord } from '../../../src/sheets/csv/csv-record.ts'
import { formatRecords } from '../../../src/sheets/csv/format-records.ts'
import { readRecords, splitLine, splitText } from '../../../src/sheets/csv/read-records.ts'
import { RecordSplitter } from '../../../src/sheets/csv/split-records.ts'

const dialect = { delimiter: ';', quote: '"' } as const

async function read(
  pieces: Iterable<string>,
  limits?: { recordCharactersMax?: number },
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const batch of readRecords(pieces, dialect, limits)) records.push(...batch)
  return records
}

const cells = async (...pieces: string[]): Promise<string[][]> =>
  (await read(pieces)).map((record) => record.cells)

/** What plain csv-parse reads; undefined where it finds an error. */
function plainly(
  text: string,
  given: CsvDialect = dialect,
  relaxed = true,
): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: given.delimiter,
      quote: given.quote,
      escape: given.escape ?? given.quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: relaxed,
      relax_column_count: true,
    })
  } catch {
    return undefined
  }
}

function inPieces(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
  return places.slice(1).map((end, at) => text.slice(places[at], end))
}

const anyText = fc
  .array(fc.constantFrom(';', '"', '""', '\n', '\r\n', '\r', 'a', ' ', 'é', 'b;c', '";"'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))

const anyCuts = fc.array(fc.nat({ max: 30 }), { maxLength: 4 })

describe('reading records', () => {
  test('line ends of all kinds, also mixed, end a record', async () => {
    expect(await cells('a;b\r\nc;d\ne;f\rg;h')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ])
  })

  test('a CR and its LF that arrive apart are one line end', async () => {
    const records = await read(['a\r', '\nb', '\r', '\n'])
    expect(records.map(({ line, cells: found }) => [line, found])).toEqual([
      [1, ['a']],
      [2, ['b']],
    ])
  })

  test('a quoted cell may hold delimiters, quotes and line ends; lines stay counted', async () => {
    const records = await read(['a;"b;""c""\r\nd";e\nf;g;h\n'])
    expect(records).toEqual([
      { line: 1, lines: 2, cells: ['a', 'b;"c"\r\nd', 'e'], text: 'a;"b;""c""\r\nd";e' },
      { line: 3, lines: 1, cells: ['f', 'g', 'h'] },
    ])
  })

  test('a quote in the middle of a cell is a character of it', async () => {
    expect(await cells('tela 12";b\n"Zé" Silva;c\n')).toEqual([
      ['tela 12"', 'b'],
      ['"Zé" Silva', 'c'],
    ])
  })

  test('texts of several lines are read in a file of any length', () => {
    const splitter = new RecordSplitter(dialect)
    for (let line = 1; line < 3000; line += 2) {
      const [record, ...others] = splitter.take('"a\nb";c\n')
      expect([record?.line, record?.cells, others]).toEqual([line, ['a\nb', 'c'], []])
    }
  })

  test('blank lines are records of one empty cell', async () => {
    expect(await cells('a\n\n\nb\n')).toEqual([['a'], [''], [''], ['b']])
  })

  test('a quote that nothing closes spoils its own line, and reading goes on behind it', async () => {
    for (const spoilt of ['c;"d', '"x;y";"d', 'c;"d;"x;y"', 'c;"']) {
      const [first, second, ...rest] = await read([`a;b\n${spoilt}\ne;f\n"g;h";i\n`])
      expect(first?.problem).toBeUndefined()
      expect(second).toMatchObject({ line: 2, lines: 1 })
      expect(second?.cells.join('')).toContain('"')
      expect(rest).toEqual([
        { line: 3, lines: 1, cells: ['e', 'f'] },
        { line: 4, lines: 1, cells: ['g;h', 'i'] },
      ])
    }
    const [open] = await read(['"x;y";"d\ne;f\n'])
    expect(open).toMatchObject({ cells: ['x;y', '"d'], problem: 'unclosed-quote' })
  })

  test('two stray quotes on neighbouring lines make one record, with the text of its lines', async () => {
    const text = 'A;1;"Carro 3;CE;7\r\nB;2;Carro 4";SP;8'
    expect(await read([`${text}\r\nC;3;x;y;z\r\n`])).toEqual([
      { line: 1, lines: 2, cells: ['A', '1', 'Carro 3;CE;7\r\nB;2;Carro 4', 'SP', '8'], text },
      { line: 3, lines: 1, cells: ['C', '3', 'x', 'y', 'z'] },
    ])
  })

  test('a record over the limit ends the stream without being held in memory', async () => {
    let pieces = 0
    const endless = function* (): Generator<string> {
      yield 'a;b\n'
      for (; pieces < 1000; pieces++) yield 'x'.repeat(100)
    }
    const records = await read(endless(), { recordCharactersMax: 1000 })
    expect(records.map((record) => record.problem)).toEqual([undefined, 'record-too-long'])
    expect(pieces).toBeLessThan(25)
    const quoted = await read(['a\n"', 'x\n'.repeat(2000)], { recordCharactersMax: 1000 })
    expect(quoted[1]).toMatchObject({ line: 2, problem: 'unclosed-quote' })
    expect(quoted).toHaveLength(2001)
  })

  test('one line alone can be split', () => {
    expect(splitLine('ABC;"1;2";', dialect)).toEqual(['ABC', '1;2', ''])
    expect(splitLine('', dialect)).toEqual([''])
  })

  test('what plain csv-parse reads without complaint reads the same, in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyCuts, async (all, cuts) => {
        const expected = plainly(all, dialect, false)
        fc.pre(expected !== undefined)
        expect(await cells(...inPieces(all, cuts))).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('where no cell begins with a quote, quotes read as plain csv-parse reads them', async () => {
    const mild = anyText.map((text) => text.replace(/(^|[;\n\r])"+/g, '$1'))
    await fc.assert(
      fc.asyncProperty(mild, async (all) => {
        expect(await cells(all)).toEqual(plainly(all))
      }),
    )
  })

  test('any text reads the same in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyCuts, async (all, cuts) => {
        expect(await read(inPieces(all, cuts))).toEqual(await read([all]))
      }),
      { numRuns: 2000 },
    )
  })

  test('where plain csv-parse gives up, the last record says why, or no quote is lost', async () => {
    const text = fc.stringMatching(/^[;"\na]{0,12}$/)
    await fc.assert(
      fc.asyncProperty(text, async (all) => {
        fc.pre(plainly(all) === undefined)
        const records = await read([all])
        if (records.at(-1)?.problem === 'unclosed-quote') return
        expect(records.some(({ cells: found }) => found.join('').includes('"'))).toBe(true)
      }),
    )
  })
})

describe('stray quotes', () => {
  const line = async (text: string): Promise<string[] | undefined> => (await cells(text))[0]

  test('a quote that opens a cell only by mistake is a character of it', async () => {
    expect(await line('"ABC;12;"São Paulo; SP";x\n')).toEqual(['"ABC', '12', 'São Paulo; SP', 'x'])
    expect(await cells('a;"\n"b;c";d\n')).toEqual([
      ['a', '"'],
      ['b;c', 'd'],
    ])
  })

  test('a quote inside a cell that is closed in the same line is a character of it', async () => {
    expect(await line('""Zé"; Silva";b\n')).toEqual(['"Zé', ' Silva"', 'b'])
    expect(await line('"José "Zé" Silva; filho";b\n')).toEqual(['José "Zé" Silva; filho', 'b'])
    expect(await line('"tela 5" larga";b\n')).toEqual(['tela 5" larga', 'b'])
    expect(await line('"8 ""a"" 5" b";c\n')).toEqual(['8 "a" 5" b', 'c'])
  })

  test('a cell that only begins with a quoted word stays as it stands', async () => {
    expect(await line('"Zé" Silva;b\n')).toEqual(['"Zé" Silva', 'b'])
    expect(await line('"Zé; o pai" Silva;b\n')).toEqual(['"Zé', ' o pai" Silva', 'b'])
    expect(await line('"Zé" Silva;"b;c"\n')).toEqual(['"Zé" Silva', 'b;c'])
  })

  test('a quote in the middle of a cell is a character beside quoted cells too', async () => {
    expect(await line('12"x;"a;b";c\n')).toEqual(['12"x', 'a;b', 'c'])
    expect(await line('aro 24";"a;b"\n')).toEqual(['aro 24"', 'a;b'])
  })

  test('spaces between a closing quote and the delimiter are no part of the cell', async () => {
    expect(await line('"a;b"  ;"c" ;d\n')).toEqual(['a;b', 'c', 'd'])
    expect(await line('a ; "b" ;12" \n')).toEqual(['a ', ' "b" ', '12" '])
  })

  test('no character is lost, whatever the quotes are', async () => {
    const parts = fc.constantFrom(';', '"', '""', 'a', ' ', '";"', '\n')
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 20 }), async (chosen) => {
        const text = chosen.join('')
        const letters = (all: string): string => all.replace(/[^a]/g, '')
        const found = (await read([text])).flatMap((record) => record.cells).join('')
        expect(letters(found)).toBe(letters(text))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('dialects', () => {
  const anyDialect = fc.record({
    delimiter: fc.constantFrom(';', ',', '\t', '|', ' ', ', ', '~'),
    quote: fc.constantFrom('"', "'"),
    escape: fc.constantFrom(undefined, '\\', '^'),
  })
  const anyCell = fc
    .array(fc.constantFrom(';', ',', ' ', '"', "'", '\\', '^', '\n', '\r\n', 'a', '\t', 'é', '~'), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
  const anyRecords = fc.array(fc.array(anyCell, { minLength: 2, maxLength: 4 }), { minLength: 1 })

  test('what is written in any dialect reads back, as plain csv-parse reads it', () => {
    const property = fc.property(anyDialect, anyRecords, anyCuts, (shape, records, cuts) => {
      const { delimiter, quote } = shape
      const given = { delimiter, quote, escape: shape.escape ?? quote }
      const text = formatRecords(records, { ...given, lineEnd: '\n' })
      const splitter = new RecordSplitter(given)
      const found = inPieces(text, cuts).flatMap((piece) => splitter.take(piece))
      found.push(...splitter.take('', true))
      expect(found.map((record) => record.cells)).toEqual(records)
      expect(plainly(text, given)).toEqual(records)
    })
    fc.assert(property, { numRuns: 1000 })
  })

  test('any text that is written reads back', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 8 })
    const property = fc.property(
      anyDialect,
      fc.array(fc.array(anyText, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (shape, records) => {
        const given = { ...shape, escape: shape.escape ?? shape.quote }
        const text = formatRecords(records, { ...given, lineEnd: '\r\n' })
        expect(splitText(text, given).map((record) => record.cells)).toEqual(records)
      },
    )
    fc.assert(property)
  })

  test('an escape character before anything else is a character', () => {
    const given = { delimiter: ',', quote: '"', escape: '\\' }
    expect(splitLine('"C:\\frota\\\\a","8\\\'9\\"",\\"b', given)).toEqual([
      'C:\\frota\\a',
      '8\\\'9"',
      '\\"b',
    ])
  })

  test('where nothing escapes, a quote closes a cell only where the cell can end', () => {
    const given = { delimiter: ',', quote: '"', escape: null }
    expect(splitLine('"aro 24"","b, "c" d",""', given)).toEqual(['aro 24"', 'b, "c" d', ''])
  })

  test('without a quoting character a quote is like any other', () => {
    expect(splitLine('"a,b",c', { delimiter: ',', quote: null })).toEqual(['"a', 'b"', 'c'])
  })
})
