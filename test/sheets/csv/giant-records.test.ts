import { expect, test } from 'vitest'
import { RecordSplitter } from '../../../src/sheets/csv/split-records.ts'

const MAX = 20

/** Every place of a delimiter around the limit, in records with and without quotes. */
test('a record over the limit ends, wherever its delimiters stand', () => {
  for (const quoted of ['', '"', '"a"', '"a";', 'a";"', '"a;']) {
    for (let length = MAX - 4; length < MAX + 4; length++) {
      for (const tail of [';', ';;', ';"b"', '";', 'x;"', ';"']) {
        const text = `${quoted}${'x'.repeat(length)}${tail}${'y'.repeat(MAX)}\nz\n`
        const splitter = new RecordSplitter({ delimiter: ';', quote: '"' }, MAX)
        const records = splitter.take(text, true)
        expect(records.length).toBeLessThan(5)
        expect(records.at(-1)?.problem).toBeDefined()
      }
    }
  }
})
