import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyLine } from '../../src/database/copy-text.ts'

test('nothing, an empty text, and a text that says nothing are three things', () => {
  expect(copyLine([null, undefined, '', '\\N'])).toBe('\\N\t\\N\t\t\\\\N')
})

test('what would end a value or a row is escaped', () => {
  expect(copyLine(['a\tb\nc\rd\\e', '\\.'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\.')
})

test('bytes are hex, numbers are their digits', () => {
  expect(copyLine([Buffer.from([0, 255, 10]), -12, Buffer.of()])).toBe('\\\\x00ff0a\t-12\t\\\\x')
})

test('a NUL is refused: the database would refuse all rows for it', () => {
  expect(() => copyLine(['a\0b'])).toThrow('U+0000')
})

test('whatever the texts, a row is one line with as many tabs as it needs', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const line = copyLine(texts.map((text) => text.replaceAll('\0', '')))
      expect(line).not.toMatch(/[\n\r]/)
      expect(line.split('\t')).toHaveLength(texts.length)
    }),
  )
})
