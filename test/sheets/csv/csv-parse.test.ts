/** What decision 009 says of csv-parse. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

const delimiter = ';'

test('csv-parse takes a delimiter of two characters', () => {
  expect(parse('a, b, "c, d"\n', { delimiter: ', ' })).toEqual([['a', 'b', 'c, d']])
})

test('csv-parse takes a quote that nothing escapes', () => {
  expect(parse('"C:\\";b\n', { delimiter, escape: null })).toEqual([['C:\\', 'b']])
})

test('strict csv-parse names the line of a quote that closes no cell', () => {
  const read = (): unknown => parse('a;b\nc;"Zé" Silva\ne;f\n', { delimiter })
  expect(read).toThrow(expect.objectContaining({ code: 'CSV_INVALID_CLOSING_QUOTE', lines: 2 }))
})
