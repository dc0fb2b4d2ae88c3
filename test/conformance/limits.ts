/** Part 8 of the interface, the two limits of the hour: used up, so that these are asked last. */
import { expect } from 'vitest'
import { type Answer, listIn } from './support/answer.ts'
import { readOut } from './support/read-until.ts'
import { NotJudged, once, type Statements } from './support/statement.ts'
import { ORDERS, PREVIEW, type Target, VEHICLES } from './support/target.ts'
import { isFree } from './consultations.ts'
import { cardOrder, choice, idsIn, pixOrder, place } from './orders.ts'
import { registered } from './vehicles.ts'

const CONSULTATIONS_PER_HOUR = 20
const ORDERS_PER_HOUR = 30
/** Requests after which nobody looks for the end of the hour any more. */
const REQUESTS_MAX = 75
const TOO_MANY = 429

async function untilRefused(request: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < REQUESTS_MAX && answers.at(-1)?.status !== TOO_MANY) {
    answers.push(await request())
  }
  return answers
}

/** A vehicle for each, because a service may refuse a second one while one is pending. */
const consultationsSpent = once(async (t) => {
  // What is asked about beyond the end of the hour is made before.
  for (const order of [pixOrder, cardOrder]) await order(t).catch(() => undefined)
  t.useUpHour()
  return await untilRefused(async () => {
    const { path } = await registered(t)
    return await t.send('POST', `${path}/consultations`)
  })
})

/** A debt that no order has paid yet. */
const untouched = once(async (t) => {
  for (const { status, body } of await consultationsSpent(t)) {
    if (status >= 300) continue
    const { items } = (await readOut(t, body['id'])).body
    const free = listIn(items).filter(isFree).slice(0, 1)
    if (free.length > 0) return free
  }
  throw new NotJudged('no debt was left to pay')
})

const ordersSpent = once(async (t) => {
  const items = await untouched(t)
  return await untilRefused(() => place(t, items, 'pix'))
})

/** The hour ends with a 429 when as many were sent as it holds, and lets no more pass. */
function expectHour({ answers }: Target, max: number, isCounted: (path: string) => boolean): void {
  const sent = answers.filter(({ method, path }) => method === 'POST' && isCounted(path))
  const passed = sent.filter(({ status }) => status !== TOO_MANY)
  expect(passed.filter(({ status }) => status < 300).length).toBeLessThanOrEqual(max)
  if (passed.length === sent.length) throw new NotJudged('the limit was not reached')
  if (passed.length < max) throw new NotJudged(`429 after ${passed.length}: the hour was in use`)
}

async function exceeded(t: Target): Promise<Answer> {
  const last = (await ordersSpent(t)).at(-1)
  if (last?.status === TOO_MANY) return last
  throw new NotJudged('the limit was not reached')
}

export const limits: Statements = {
  '8.consultations: 20 consultations pass in an hour, and then 429': async (t) => {
    await consultationsSpent(t)
    expectHour(t, CONSULTATIONS_PER_HOUR, (path) => path.endsWith('/consultations'))
  },
  '8.orders: 30 orders and card payments pass in an hour, and then 429': async (t) => {
    await ordersSpent(t)
    expectHour(t, ORDERS_PER_HOUR, (path) => path === ORDERS || path.endsWith('/pay-card'))
  },
  '8.orders.together: then neither an order nor a card payment passes': async (t) => {
    await exceeded(t)
    expect((await place(t, await untouched(t), 'pix')).status).toBe(TOO_MANY)
    const body = { holder_name: 'A', number: '4111111111111112', expiry: '12/99', cvc: '123' }
    const path = `${(await cardOrder(t)).path}/pay-card`
    expect((await t.send('POST', path, { body })).status).toBe(TOO_MANY)
  },
  '8.orders.others: previews, codes, simulated payments and reads are not counted': async (t) => {
    await exceeded(t)
    const body = { debt_item_ids: idsIn((await choice(t)).pair) }
    const { path } = await pixOrder(t)
    const others = [
      await t.send('POST', PREVIEW, { body }),
      await t.send('POST', `${path}/pix`),
      await t.send('POST', `${path}/simulate-pix`),
      await t.send('GET', path),
      await t.send('GET', VEHICLES),
    ]
    expect(others.map(({ status }) => status)).not.toContain(TOO_MANY)
  },
  'ours.8.exceeded: 429 tells in whole seconds when to come again': async (t) => {
    for (const answer of [await exceeded(t), (await consultationsSpent(t)).at(-1)]) {
      expect(answer?.headers.get('retry-after')).toMatch(/^[1-9]\d{0,3}$/)
      expect(answer?.body['detail']).toMatch(/^Limite de /)
    }
  },
}
