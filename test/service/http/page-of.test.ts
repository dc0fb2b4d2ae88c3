/** Which rows a page takes, from whichever end of the list is nearer. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageAsked, pageOf, scanOf } from '../../../src/service/http/page-of.ts'

test('whichever end a page is taken from, it holds the rows of the list in its order', () => {
  const asked = fc.record({
    count: fc.integer({ min: 0, max: 60 }),
    number: fc.integer({ min: 1, max: 12 }),
    size: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(asked, ({ count, number, size }) => {
      const list = Array.from({ length: count }, (_, at) => at)
      const page = pageAsked({ page: number, page_size: size })
      const { backwards, offset, limit } = scanOf(page, count)
      const ordered = backwards ? list.toReversed() : list
      const taken = ordered.slice(offset, offset + limit)
      const rows = backwards ? taken.toReversed() : taken
      expect(rows).toEqual(list.slice(page.offset, page.offset + size))
      expect(limit === 0 || offset <= count / 2).toBe(true)
    }),
  )
})

test('a page leads only to one that may be asked for', () => {
  const nextOf = (number: number) =>
    pageOf(new URL('http://localhost/'), pageAsked({ page: number, page_size: 1 }), 10_003, []).next
  expect([nextOf(9_999), nextOf(10_000)]).toEqual(['http://localhost/?page=10000', null])
})
