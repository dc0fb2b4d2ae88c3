/** Part 4 of the interface, the list of vehicles and its summary: pages, filters, totals. */
import { expect } from 'vitest'
import { type Answer, type Body, cents, expectRefused, idsOf } from './support/answer.ts'
import { listIn, rowsOf, sumOf, textOf } from './support/answer.ts'
import { NICKNAME } from './support/invent.ts'
import { readUntil } from './support/read-until.ts'
import { each, NotJudged, once, type Statements } from './support/statement.ts'
import { type Target, VEHICLES } from './support/target.ts'
import { answered } from './consultations.ts'
import { car, truck } from './vehicles.ts'

const LIST_LAG_MS_MAX = 15_000

/** The whole list, once it has caught up with what was registered. */
const listed = once(async (t) => {
  const ids = [(await car(t)).id, (await truck(t)).id]
  const isWhole = (answer: Answer): boolean => ids.every((id) => idsOf(answer).includes(id))
  const list = await readUntil(t, `${VEHICLES}?page_size=100`, isWhole, LIST_LAG_MS_MAX)
  if (!isWhole(list)) throw new NotJudged('the account has over 100 vehicles, or its list lags')
  return list
})

async function find(t: Target, query: string): Promise<Answer> {
  await listed(t)
  const answer = await t.send('GET', `${VEHICLES}?${query}`)
  expect(answer.status).toBe(200)
  return answer
}

/** One row to a page, and the page that `next` of the first leads to. */
const twoPages = once(async (t) => {
  const first = await find(t, 'page=1&page_size=1')
  const next = new URL(String(first.body['next']), t.origin)
  // Whoever followed it to another origin would send the key there.
  expect(next.origin).toBe(new URL(t.origin).origin)
  return { first, second: await t.send('GET', `${next.pathname}${next.search}`) }
})

const pages: Statements = {
  '4.vehicles.list: GET vehicles answers a page of vehicles as by their ids': async (t) => {
    const { path, id } = await truck(t)
    const { body } = await listed(t)
    const row = listIn(body['results']).find((one) => one['id'] === id)
    expect(row).toEqual((await t.send('GET', path)).body)
  },
  '4.vehicles.list.count: count counts all, not only those on the page': async (t) => {
    const { count } = (await twoPages(t)).first.body
    expect(count).toBe((await listed(t)).body['count'])
    expect(count).toBeGreaterThanOrEqual(2)
  },
  '4.vehicles.list.next: next leads to the page with the next vehicles': async (t) => {
    const { first, second } = await twoPages(t)
    expect([second.status, idsOf(second).length]).toEqual([200, 1])
    expect(idsOf(second)).not.toEqual(idsOf(first))
  },
  '4.vehicles.list.page: page counts from 1, which alone has no previous': async (t) => {
    const { first, second } = await twoPages(t)
    expect([first.body['previous'], typeof second.body['previous']]).toEqual([null, 'string'])
    expectRefused(t, await t.send('GET', `${VEHICLES}?page=0`), 400, "'page'")
  },
  '4.vehicles.list.page_size: a page holds page_size vehicles, 100 at most': async (t) => {
    expect(idsOf((await twoPages(t)).first)).toHaveLength(1)
    const beyond = await t.send('GET', `${VEHICLES}?page_size=101`)
    if (beyond.status === 200) expect(idsOf(beyond).length).toBeLessThanOrEqual(100)
    else expectRefused(t, beyond, 400, "'page_size'")
  },
  'ours.4.lists.next: next leads through all pages, newest first, each once': async (t) => {
    const seen: Body[] = []
    let path = `${VEHICLES}?page_size=7`
    while (path !== '') {
      const page = await t.send('GET', path)
      seen.push(...rowsOf(page))
      const next = textOf(page.body['next'])
      expect(next === '' || next.startsWith(`${t.origin}${VEHICLES}?`)).toBe(true)
      path = next.slice(t.origin.length)
    }
    const made = seen.map((row) => String(row['created_at']))
    expect(made).toEqual(made.toSorted().toReversed())
    const newest = idsOf(await find(t, 'page_size=100'))
    expect(seen.slice(0, newest.length).map(({ id }) => id)).toEqual(newest)
    expect(seen.length).toBe((await listed(t)).body['count'])
  },
  'ours.4.lists.beyond: a page beyond the last is empty': async (t) => {
    const previous = expect.stringMatching(/page=\d/)
    const { body } = await find(t, 'page=9000&page_size=2')
    expect(body).toMatchObject({ next: null, results: [], previous })
  },
}

/** What each of them says of a row; `pending` and `failed` are what the latest one became. */
const standings: Readonly<Record<string, (row: Body) => boolean>> = {
  with_debts: (row) => Number(row['open_debts_count']) > 0,
  clear: (row) => row['open_debts_count'] === 0 && row['latest_consultation_id'] !== null,
  never_consulted: (row) => row['latest_consultation_id'] === null,
  pending: (row) => row['latest_consultation_status'] === 'pending',
  failed: (row) => row['latest_consultation_status'] === 'failed',
}
const STANDINGS = Object.keys(standings)

/** While a vehicle is asked about again, it may be in either of two. */
function isCertain(status: string, row: Body): boolean {
  const isOver = row['latest_consultation_status'] === 'ready'
  return status !== 'pending' && (isOver || !['with_debts', 'clear'].includes(status))
}

const filters: Statements = {
  ...each(
    ['plate', 'renavam', 'nickname'],
    (by) => `4.vehicles.list.q.${by}: q finds by a fragment of the ${by}`,
    async (t, by) => {
      const { normal, id } = await car(t)
      const whole = { ...normal, nickname: NICKNAME }[by] ?? ''
      const found = idsOf(await find(t, `q=${whole.slice(1, -1)}&page_size=100`))
      expect([found.includes(id), found.includes((await truck(t)).id)]).toEqual([true, false])
    },
  ),
  'ours.4.q: q heeds neither case nor hyphen': async (t) => {
    const { sent, id } = await car(t)
    expect(idsOf(await find(t, `q=${sent.plate}`))).toEqual([id])
  },
  '4.vehicles.list.uf: uf filters by state': async (t) => {
    const found = await find(t, 'uf=PR&page_size=100')
    expect(idsOf(found)).toContain((await truck(t)).id)
    expect(new Set(rowsOf(found).map((row) => row['uf']))).toEqual(new Set(['PR']))
  },
  ...each(
    Object.entries(standings),
    ([status]) => `4.vehicles.list.status.${status}.all: status=${status} filters the list`,
    async (t, [status, fits]) => {
      await answered(t)
      const found = await find(t, `status=${status}&page_size=100`)
      expect(rowsOf(found).filter((row) => !fits(row))).toEqual([])
      const all = rowsOf(await find(t, 'page_size=100'))
      const certain = all.filter((row) => fits(row) && isCertain(status, row))
      expect(idsOf(found)).toEqual(expect.arrayContaining(certain.map(({ id }) => id)))
    },
  ),
}

/** When no consultation is under way any more, so that both reads tell of the same. */
const summed = once(async (t) => {
  await answered(t)
  const list = await find(t, 'page_size=100')
  return { list, summary: await t.send('GET', `${VEHICLES}/summary`) }
})

const summary: Statements = {
  '4.vehicles.summary: GET vehicles/summary has six totals, and by_uf': async (t) => {
    const { status, body } = (await summed(t)).summary
    expect(status).toBe(200)
    expect(Object.values(body).filter(Number.isInteger).length).toBeGreaterThanOrEqual(6)
    const byUf = JSON.stringify(body['by_uf'])
    for (const uf of ['SP', 'PR']) expect(byUf).toContain(`"${uf}"`)
  },
  'ours.4.vehicles.summary: the totals add up, by state and to the list': async (t) => {
    const {
      summary: { body },
      list,
    } = await summed(t)
    const states = listIn(body['by_uf'])
    const sum = (rows: readonly unknown[]): number =>
      rows.reduce<number>((all, n) => all + Number(n), 0)
    for (const total of [body, ...states]) {
      expect(sum(STANDINGS.map((name) => total[name]))).toBe(total['total'])
    }
    for (const name of ['total', 'open_debts_count', ...STANDINGS]) {
      expect([name, sum(states.map((state) => state[name]))]).toEqual([name, body[name]])
    }
    for (const status of STANDINGS) {
      const { count } = (await find(t, `status=${status}&page_size=1`)).body
      expect([status, count]).toEqual([status, body[status]])
    }
    expect(body['total']).toBe(list.body['count'])
    if (list.body['next'] !== null) throw new NotJudged('the account has over 100 vehicles')
    expect(cents(body['open_debts_amount'])).toBe(sumOf(rowsOf(list), 'open_debts_amount'))
  },
}

export const vehicleList: Statements = { ...pages, ...filters, ...summary }
