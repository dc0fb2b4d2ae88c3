/** The scorer of bench/dialect, on tables made up here: the benchmark's files are not ours to copy. */
import { expect, test } from 'vitest'
import { comparable } from '../../bench/dialect/comparable.ts'
import { measureFile } from '../../bench/dialect/measure-file.ts'
import { classOf } from '../../bench/dialect/pollock-set.ts'
import { readAsPython } from '../../bench/dialect/python-csv.ts'
import { score } from '../../bench/dialect/score.ts'
import { writeClean } from '../../bench/dialect/write-clean.ts'

const WANTED = [
  ['day', 'place'],
  ['01/02/2018', 'north'],
  ['13/02/2018', 'south'],
]

test('what was read whole has ten points, and what failed has none', () => {
  const whole = measureFile(WANTED, WANTED)
  const failed = measureFile(WANTED, undefined)
  const files = [
    { name: 'a.csv', weight: 3, measures: whole },
    { name: 'b.csv', weight: 1, measures: failed },
  ]
  expect(score(files)).toEqual({ simple: 5, weighted: 7.5 })
  expect(Object.values(measureFile([], [['x']])).every((value) => value === 1)).toBe(true)
})

test('a lost header, a lost row and a cell too many are measured apart', () => {
  const [, first = [], second = []] = WANTED
  expect(measureFile(WANTED, [first, second])).toMatchObject({ headerF1: 0, recordPrecision: 0.5 })
  expect(measureFile(WANTED, WANTED.slice(0, 2))).toMatchObject({
    headerF1: 1,
    recordPrecision: 0.5,
    recordRecall: 1,
    cellPrecision: 4 / 6,
  })
  // Cells of a record are joined, so an empty one more is seen among the cells alone.
  const more = [...WANTED.slice(0, 2), ['', ...second]]
  expect(measureFile(WANTED, more)).toMatchObject({ recordF1: 1, cellRecall: 6 / 7 })
})

test('values are compared as the benchmark makes them comparable', () => {
  const pairs = [
    ['28/01/2018', '2018-01-28 00:00:00'],
    ['7:05', '07:05:00'],
    ['$48.00', '$48.0'],
    ['007', '7'],
    ['1.50', '1.5'],
    ['True', '1'],
  ]
  for (const [one = '', other = ''] of pairs) expect(comparable(one)).toBe(comparable(other))
  expect(comparable('01/02/2018')).not.toBe(comparable('01/03/2018'))
  expect(comparable('2.0')).not.toBe(comparable('2'))
})

test('text is read as Python reads it', () => {
  expect(readAsPython('\uFEFFa,"b ""c""\r\nd"e,f"g\r\n\n"",\n"open,\n')).toEqual([
    ['a', 'b "c"\nde', 'f"g'],
    [],
    ['', ''],
    ['open,\n'],
  ])
})

test('a class is all files that differ in their place alone', () => {
  expect(classOf('row_less_sep_row3_col2.csv')).toBe('row_less_sep')
  expect(classOf('row_extra_quote12_col0.csv')).toBe('row_extra_quote')
  expect(classOf('file_preamble.csv')).toBe('file_preamble.csv')
})

test('what intake reads of a file is written, without titles and blank rows', async () => {
  const body = '2026-01-02;5;"a; b"\n;;\n2026-01-03;6;c\n2026-01-05;8;e\n2026-01-06;9;f\n'
  const text = `Report;;\n\nday;pieces;city\n${body}`
  expect(await writeClean(Buffer.from(text))).toBe(
    'day,pieces,city\n2026-01-02,5,a; b\n2026-01-03,6,c\n2026-01-05,8,e\n2026-01-06,9,f\n',
  )
  expect(await writeClean(Buffer.from(''))).toBe('')
  expect(await writeClean(Buffer.from('%PDF-1.7\n'))).toBeUndefined()
})
