/** Which rows a page takes, from whichever end of the list is nearer. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageAsked, pageOf, readPage } from '../../../src/service/http/page-of.ts'

test('whichever end a page is taken from, it holds the rows of the list in its order', async () => {
  const asked = fc.record({
    count: fc.integer({ min: 0, max: 60 }),
    number: fc.integer({ min: 1, max: 12 }),
    size: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ count, number, size }) => {
      const list = Array.from({ length: count }, (_, at) => at)
      const page = pageAsked({ page: number, page_size: size })
      const read = await readPage(page, {
        ordered: (way) => ({
          limit: (limit) => ({
            offset: (offset) => {
              expect(offset).toBeLessThanOrEqual(count / 2)
              const rows = way === 'asc' ? list.toReversed() : list
              return { execute: async () => rows.slice(offset, offset + limit) }
            },
          }),
        }),
        count: async () => count,
      })
      expect(read).toEqual({ rows: list.slice(page.offset, page.offset + size), count })
    }),
  )
})

test('a page leads only to one that may be asked for', () => {
  const nextOf = (number: number) =>
    pageOf(new URL('http://localhost/'), pageAsked({ page: number, page_size: 1 }), 10_003, []).next
  expect([nextOf(9_999), nextOf(10_000)]).toEqual(['http://localhost/?page=10000', null])
})
