/** Reads all pages of a list. Of the address in `next` only the page number is used. */
import { PAGE_MAX, PAGE_SIZE_MAX } from '../contract/limits.ts'
import type { CallResult } from './answer.ts'
import { serviceRefused, wrongService } from './failures.ts'
import type { AnyRequest, ItemOf, ListId } from './client.ts'
import { readOf } from './read-of.ts'
import { pageOf } from './typed.ts'

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
    page = nextPage(read.next, page, origin)
  }
  throw wrongService(origin, {
    pt: `${operation} tem mais de ${PAGES_MAX} páginas`,
    en: `${operation} has more than ${PAGES_MAX} pages`,
  })
}

/** Throws when `next` leads elsewhere: followed, it would carry the key to another machine. */
function nextPage(next: string, page: number, origin: string): number {
  const url = URL.parse(next, origin)
  if (url === null || url.origin !== origin) {
    throw wrongService(origin, {
      pt: 'a próxima página está em outra máquina',
      en: 'its next page is on another machine',
    })
  }
  const number = url.searchParams.get('page') ?? ''
  if (!/^[0-9]{1,9}$/.test(number) || Number(number) <= page) {
    throw wrongService(origin, {
      pt: `depois da página ${page} ele não diz qual é a próxima`,
      en: `after page ${page} it does not tell the next one`,
    })
  }
  return Number(number)
}
