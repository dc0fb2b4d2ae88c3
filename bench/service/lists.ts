/** Times the pages of a long list one request at a time, each beside the first page. */
import { median } from './load.ts'
import { fieldsOf } from '../../src/fields.ts'

const ROUNDS = 15
const PAGE_SIZE = 100

interface Measured {
  readonly name: string
  readonly ms: number
  readonly ratio: number
}

export async function measureLists(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Measured[]> {
  const base = `${url}/api/v1/vehicles?page_size=${PAGE_SIZE}`
  const first = await fetch(base, { headers })
  const count = Number(fieldsOf(await first.json())['count'])
  const last = Math.ceil(count / PAGE_SIZE)
  const asked = [
    ['first page', ''],
    ['last page', `&page=${last}`],
    ['middle page', `&page=${Math.ceil(last / 2)}`],
    ['state', '&uf=SP'],
    ['state, last page', `&uf=SP&page=${Math.ceil(last / 5)}`],
    ['with debts', '&status=with_debts'],
    ['never consulted, last page', `&status=never_consulted&page=${Math.ceil((last * 2) / 3)}`],
    ['q of a plate', '&q=FRO7A'],
    ['q of two characters', '&q=7A'],
    ['q of a nickname, last page', '&q=frota&page=' + last],
    ['q that finds nothing', '&q=zzzzz'],
  ] as const
  const times = new Map<string, number[]>(asked.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, query] of asked) times.get(name)?.push(await timed(base + query, headers))
  }
  times.set('summary', [])
  for (let round = 0; round < ROUNDS; round++) {
    times.get('summary')?.push(await timed(`${url}/api/v1/vehicles/summary`, headers))
  }
  const firstMs = median(times.get('first page') ?? [])
  return [...times].map(([name, all]) => ({
    name,
    ms: median(all),
    ratio: median(all) / firstMs,
  }))
}

async function timed(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const startMs = performance.now()
  const answer = await fetch(url, { headers })
  await answer.text()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - startMs
}
