import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRecords } from '../../src/csv/read-records.ts'
import type { CsvRecord } from '../../src/csv/split-records.ts'
import { splitLine } from '../../src/csv/split-records.ts'

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
function plainly(text: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: ';',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
    })
  } catch {
    return undefined
  }
}

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
      { line: 1, lines: 2, cells: ['a', 'b;"c"\r\nd', 'e'] },
      { line: 3, lines: 1, cells: ['f', 'g', 'h'] },
    ])
  })

  test('a quote in the middle of a cell is a character of it', async () => {
    expect(await cells('tela 12";b\n"Zé" Silva;c\n')).toEqual([
      ['tela 12"', 'b'],
      ['"Zé" Silva', 'c'],
    ])
  })

  test('blank lines are records of one empty cell', async () => {
    expect(await cells('a\n\n\nb\n')).toEqual([['a'], [''], [''], ['b']])
  })

  test('a quote that nothing closes ends the stream and names its line', async () => {
    const records = await read(['a;b\nc;"d\ne;f\ng;h\n'])
    expect(records.at(-1)).toEqual({
      line: 2,
      lines: 3,
      cells: ['c', '"d'],
      problem: 'unclosed-quote',
    })
    expect(records).toHaveLength(2)
  })

  test('a quote that swallows one line shows both lines', async () => {
    const records = await read(['a;b\nc;"d\ne;f\n'])
    expect(records.slice(1)).toEqual([
      { line: 2, lines: 2, cells: ['c', '"d'], problem: 'unclosed-quote' },
      { line: 3, lines: 2, cells: ['e', 'f'], problem: 'unclosed-quote' },
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
    expect(pieces).toBeLessThan(15)
    const quoted = await read(['a\n"', 'x\n'.repeat(2000)], { recordCharactersMax: 1000 })
    expect(quoted.at(-1)).toMatchObject({ line: 2, problem: 'unclosed-quote' })
  })

  test('one line alone can be split', () => {
    expect(splitLine('ABC;"1;2";', dialect)).toEqual(['ABC', '1;2', ''])
    expect(splitLine('', dialect)).toEqual([''])
  })

  test('any text in any pieces reads as plain csv-parse reads it', async () => {
    const text = fc
      .array(fc.constantFrom(';', '"', '""', '\n', '\r\n', '\r', 'a', ' ', 'é', 'b;c', '";"'), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), async (all, cuts) => {
        const expected = plainly(all)
        fc.pre(expected !== undefined)
        const places = [0, ...cuts.toSorted((a, b) => a - b), all.length]
        const pieces = places.slice(1).map((end, at) => all.slice(places[at], end))
        expect(await cells(...pieces)).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
  })

  test('where plain csv-parse gives up, the last record says why', async () => {
    const text = fc.stringMatching(/^[;"\na]{0,12}$/)
    await fc.assert(
      fc.asyncProperty(text, async (all) => {
        fc.pre(plainly(all) === undefined)
        expect((await read([all])).at(-1)?.problem).toBe('unclosed-quote')
      }),
    )
  })
})
