/** The envelope of every list. */
import { Type, type Static, type TSchema } from 'typebox'
import { PAGE_MAX, PAGE_SIZE_MAX } from './limits.ts'

/** `next` and `previous` are addresses; a client takes the page number from them, nothing else. */
export function page<Item extends TSchema>(item: Item) {
  return Type.Object({
    count: Type.Integer({ minimum: 0 }),
    next: Type.Union([Type.String(), Type.Null()]),
    previous: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(item),
  })
}

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX })),
}

export const PageQuery = Type.Object(pageQuery, { additionalProperties: false })
export type PageQuery = Static<typeof PageQuery>
