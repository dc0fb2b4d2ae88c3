/** Parts 2 to 4 of the interface, pay-card: its fields, what it is not for, charges by test cards. */
import { expect } from 'vitest'
import { plainDay } from '../../src/clock.ts'
import { type Answer, attemptOf, expectRefused, listIn, needed } from './support/answer.ts'
import { each, NotJudged, once, type Statements } from './support/statement.ts'
import { ORDERS, PREVIEW, type Target } from './support/target.ts'
import { cardOrder, choice, idsIn, pixOrder, place } from './orders.ts'

/** Fails its check digit, so that it is nobody's. */
const NO_CARD = '4111111111111112'
/** As docs/service.md documents it. */
const OUR_DECLINED_CARD = '4000000000009995'

function pay(t: Target, path: string, change: object = {}, malformed?: true): Promise<Answer> {
  const expiry = `12/${Number(plainDay(t.now(), 'UTC').slice(2, 4)) + 3}`
  const number = t.card ?? NO_CARD
  const body = { holder_name: 'FROTA TESTE', number, expiry, cvc: '123', ...change }
  return t.send('POST', `${path}/pay-card`, { body, malformed })
}

const charged = once(async (t) => {
  if (t.card === undefined) throw new NotJudged('no test card was given')
  const { path, made } = await cardOrder(t)
  return { path, made, charge: await pay(t, path) }
})

/** An order of its own, over a debt that no other order has paid; ours declines a card first. */
const inTwelve = once(async (t) => {
  if (t.card === undefined) throw new NotJudged('no test card was given')
  if (!t.limits) throw new NotJudged('it takes more of the hour: ask with --limits')
  const { other } = await choice(t)
  if (other.length === 0) throw new NotJudged('no payable debt is left for a second card')
  const body = { debt_item_ids: idsIn(other), method: 'credit_card' }
  const grid = listIn((await t.send('POST', PREVIEW, { body })).body['installments'])
  const made = needed(await place(t, other, 'credit_card'), 'POST orders')
  const path = `${ORDERS}/${String(made['id'])}`
  const decline = t.isOurs ? await pay(t, path, { number: OUR_DECLINED_CARD }) : undefined
  return { grid, decline, paid: await pay(t, path, { installments: 12 }) }
})

/** Of a wrong form, by their fields. */
const wrong: Record<string, readonly unknown[]> = {
  holder_name: [undefined],
  number: [undefined, '4'.repeat(12), '4'.repeat(20)],
  expiry: [undefined, '12/2031', '13/31'],
  cvc: [undefined, '12', '12345'],
  installments: [0, 13],
}
/** The extremes of the right form. */
const fine = [
  { number: '4'.repeat(13), cvc: '1234', expiry: '01/99', installments: 12 },
  { number: '4'.repeat(19) },
]

export const cards: Statements = {
  ...each(
    Object.entries(wrong),
    ([field]) => `4.pay-card.${field}: a card whose ${field} has a wrong form is refused`,
    async (t, [field, values]) => {
      const { path } = await cardOrder(t)
      // Without a test card its number would be refused, whatever else is wrong.
      if (t.card === undefined && field !== 'number') throw new NotJudged('no test card was given')
      for (const value of values) {
        expectRefused(t, await pay(t, path, { [field]: value }, true), 400, `'${field}'`)
      }
    },
  ),
  'ours.7.validation.card: a card is judged by its form before its order': async (t) => {
    const nowhere = `${ORDERS}/${t.random.uuid()}`
    for (const more of fine) expect((await pay(t, nowhere, more)).status).toBe(404)
  },
  '4.pay-card.method: an order by Pix takes no card': async (t) => {
    expectRefused(t, await pay(t, (await pixOrder(t)).path), 409)
  },
  '4.pay-card: pay-card charges an order by card, whose payment is then read': async (t) => {
    const { path, charge } = await charged(t)
    expect(charge.status).toBeLessThan(300)
    expect((await t.send('GET', path)).body['status']).not.toBe('awaiting_payment')
  },
  '4.pay-card.awaiting: an order that awaits no payment takes no card': async (t) => {
    const { path, charge } = await charged(t)
    needed(charge, 'POST pay-card')
    expectRefused(t, await pay(t, path), 409)
  },
  'ours.2.attempt.card: an attempt tells what the card pays, and nothing else of it': async (t) => {
    const { made, charge } = await charged(t)
    const { created_at, ...before } = attemptOf(made)
    const awaiting = { method: 'credit_card', status: 'pending', card_last_digits: '' }
    expect([before, typeof created_at]).toEqual([awaiting, 'string'])
    expect(attemptOf(charge)).toMatchObject({
      status: 'paid',
      card_last_digits: t.card?.slice(-4),
      installments: 1,
      charged_amount: made.body['total_amount'],
    })
  },
  'ours.4.pay-card: a declined card is 200, and the order awaits another': async (t) => {
    const { decline } = await inTwelve(t)
    const latest_attempt = { status: 'declined', message: expect.stringMatching(/\p{L}/u) }
    const body = { status: 'awaiting_payment', latest_attempt }
    expect(decline).toMatchObject({ status: 200, body })
  },
  '8.installments: a card may pay in twelve instalments': async (t) => {
    const { paid, grid } = await inTwelve(t)
    expect(paid.status).toBeLessThan(300)
    if (!t.isOurs) return
    const charged_amount = grid[11]?.['total_amount']
    expect(attemptOf(paid)).toMatchObject({ installments: 12, charged_amount })
  },
}
