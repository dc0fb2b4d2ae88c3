/** Reads all pages of a list. Of the address in `next` only the page number is used. */
import { PAGE_MAX, PAGE_SIZE_MAX } from '../contract/limits.ts'
import type { CallResult } from './answer.ts'
import { answerUnfit, serviceRefused } from './failures.ts'
import type { AnyRequest, ItemOf, ListId } from './client.ts'
import { readOf } from './read-of.ts'
import { pageOf } from './typed.ts'
import { own } from './why-words.ts'

/** Pages of one list: at 100 items each this is more than any account holds. */
const PAGES_MAX = PAGE_MAX

export async function* pagesOf<Id extends ListId>(
  operation: Id,
  request: AnyRequest,
  origin: string,
  call: (request: AnyRequest) => Promise<CallResult<unknown>>,
): AsyncGenerator<ItemOf<Id>[], void, undefined> {
  let page = 1
  for (let count = 1; count <= PAGES_MAX; count += 1) {
    const query = { page_size: PAGE_SIZE_MAX, ...request.query, page }
    const read = pageOf(operation, readOf(await call({ ...request, query }), origin, operation))
    // A 404 means that the list became shorter meanwhile, so the pages read may lack items.
    if (read === null) {
      const said = { pt: `falta a página ${page}`, en: `page ${page} is missing` }
      throw serviceRefused(origin, operation, said)
    }
    yield read.results
    if (read.next === null) return
    const next = pageNumber(read.next, origin)
    if (next <= page) throw answerUnfit(origin, operation, own.noNext.en, 'layout-unfit')
    page = next
  }
  throw answerUnfit(origin, operation, own.endless.en, 'layout-unfit')
}

/** 0 where it names none. Wherever `next` leads, its page is asked of `origin`, as the others are. */
function pageNumber(next: string, origin: string): number {
  const number = URL.parse(next, origin)?.searchParams.get('page') ?? ''
  return /^[0-9]{1,9}$/.test(number) ? Number(number) : 0
}
