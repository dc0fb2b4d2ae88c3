/** Parts 1 to 4 of the interface, Pix: the code, another code, a simulated payment, the settlement. */
import { expect } from 'vitest'
import { checkPixCode } from '../../src/fleet/pix-code.ts'
import { type Answer, attemptOf, cents, expectRefused, needed, textOf } from './support/answer.ts'
import { readUntil } from './support/read-until.ts'
import { NotJudged, once, type Statements } from './support/statement.ts'
import { ORDERS, type Target } from './support/target.ts'
import { isFree, plated } from './consultations.ts'
import { boletoOrder, pixOrder, place } from './orders.ts'

const CODE_MS_MAX = 30_000
const SETTLEMENT_MS_MAX = 60_000
/** How far the service's clock may be behind ours. */
const CLOCKS_MS = 1_000

const codeOf = (answer: Answer): string => textOf(attemptOf(answer)['pix_copy_paste'])
const expiryOf = (answer: Answer): number => Date.parse(String(attemptOf(answer)['pix_expires_at']))
const hasCode = (answer: Answer): boolean => codeOf(answer) !== ''
const renew = (t: Target, path: string): Promise<Answer> => t.send('POST', `${path}/pix`)
const simulate = (t: Target, path: string): Promise<Answer> =>
  t.send('POST', `${path}/simulate-pix`)

/** A Pix order of a vehicle whose plate calls for a fault. */
async function platedOrder(t: Target, prefix: string) {
  const { items } = await plated(t, prefix)
  const made = await place(t, items.filter(isFree).slice(0, 1), 'pix')
  return { made, path: `${ORDERS}/${String(needed(made, 'POST orders')['id'])}` }
}

/** POST pix of an order that came without a code. */
const renewedMissing = once(async (t) => {
  const { made, path } = t.isOurs ? await platedOrder(t, 'ZZW') : await pixOrder(t)
  if (hasCode(made)) throw new NotJudged('the Pix code came with the order')
  return { renewal: await renew(t, path), read: await t.send('GET', path) }
})

export const coded = once(async (t) => {
  const { path } = await pixOrder(t)
  if (!t.isOurs) await renewedMissing(t).catch(() => undefined)
  const read = await readUntil(t, path, hasCode, CODE_MS_MAX)
  if (!hasCode(read)) throw new NotJudged('no Pix code appeared')
  return { path, read }
})

const renewedEarly = once(async (t) => {
  const { path, read } = await coded(t)
  if (expiryOf(read) <= t.now()) throw new NotJudged('the Pix code has expired already')
  return await renew(t, path)
})

/** An order whose code has expired, or soon will. */
const renewedLate = once(async (t) => {
  if (!t.isOurs) await renewedEarly(t)
  const { path } = t.isOurs ? await platedOrder(t, 'ZZV') : await pixOrder(t)
  const lifeMs = expiryOf(await readUntil(t, path, hasCode, CODE_MS_MAX)) - t.now()
  if (!(lifeMs <= CODE_MS_MAX)) throw new NotJudged('no Pix code expired in the meantime')
  await t.pause(Math.max(0, lifeMs) + CLOCKS_MS)
  const payment = t.isOurs ? await simulate(t, path) : undefined
  return { payment, renewal: await renew(t, path) }
})

/** After everything else that is asked of Pix orders. */
const paid = once(async (t) => {
  await renewedLate(t).catch(() => undefined)
  const order = await pixOrder(t)
  await readUntil(t, order.path, hasCode, CODE_MS_MAX)
  const before = await t.send('GET', order.answer.vehicle.path)
  const payment = await simulate(t, order.path)
  const isAbsent = !t.isOurs && payment.status >= 400 && payment.status !== 409
  if (isAbsent) throw new NotJudged(`simulate-pix was answered with ${payment.status}`)
  return { ...order, before, payment }
})

const settled = once(async (t) => {
  const order = await paid(t)
  needed(order.payment, 'simulate-pix')
  const isOver = ({ body }: Answer): boolean =>
    body['status'] === 'settled' || body['status'] === 'refunded'
  const last = await readUntil(t, order.path, isOver, SETTLEMENT_MS_MAX)
  // The boleto is over the same debts, and simulated payers pay some without being asked.
  const isTwice = /já pago/.test(textOf(attemptOf(last)['message']))
  if (isTwice) throw new NotJudged('the boleto for the same debts was paid first')
  return { ...order, last }
})

export const pix: Statements = {
  '2.attempt.field.pix_copy_paste.code: a code is for the total, and expires later': async (t) => {
    const { read } = await coded(t)
    const code = checkPixCode(codeOf(read), cents(read.body['total_amount']))
    expect([code.ok, expiryOf(read) > t.now()]).toEqual([true, true])
  },
  '4.rule.5.valid: POST pix is refused while the code is valid': async (t) => {
    expectRefused(t, await renewedEarly(t), 409)
  },
  '4.rule.5.missing: POST pix makes a code where there is none': async (t) => {
    const { renewal, read } = await renewedMissing(t)
    expect(renewal.status).toBeLessThan(300)
    expect(read.body['status']).toBe('awaiting_payment')
  },
  '4.rule.5.expired: POST pix makes another code where it has expired': async (t) => {
    expect((await renewedLate(t)).renewal.status).toBeLessThan(300)
  },
  '4.rule.5.method: POST pix of a boleto is refused': async (t) => {
    expectRefused(t, await renew(t, (await boletoOrder(t)).path), 409)
  },
  'ours.4.simulate-pix.code: an expired code and a boleto are not simulated': async (t) => {
    expect((await renewedLate(t)).payment?.status).toBe(409)
    expect((await simulate(t, (await boletoOrder(t)).path)).status).toBe(409)
  },
  '4.rule.6: simulate-pix pays in mock and in a sandbox': async (t) => {
    expect((await paid(t)).payment.status).toBeLessThan(300)
  },
  '4.rule.5.paid: POST pix of a paid order is refused': async (t) => {
    const { path, payment } = await paid(t)
    needed(payment, 'simulate-pix')
    expectRefused(t, await renew(t, path), 409)
    if (t.isOurs) expect((await simulate(t, path)).status).toBe(409)
  },
  'ours.4.pix: POST pix and simulate-pix answer 200 with the Order': async (t) => {
    const { payment } = await paid(t)
    expect((await renewedMissing(t)).renewal).toMatchObject({
      status: 200,
      body: { status: 'awaiting_payment', latest_attempt: { method: 'pix' } },
    })
    expect(payment).toMatchObject({ status: 200, body: { status: 'paid' } })
    expect(attemptOf(payment)).toMatchObject({ status: 'paid' })
  },
  '1.flow.follow: reading the order follows its payment and settlement': async (t) => {
    const { status, body } = (await settled(t)).last
    expect(status).toBe(200)
    expect(body['status']).not.toBe('awaiting_payment')
  },
  'ours.4.orders.settled: a paid order settles, and its debts are owed no more': async (t) => {
    const { last, before, answer, items } = await settled(t)
    const each = items.map(() => ({ settlement_status: 'settled' }))
    expect(last.body).toMatchObject({ status: 'settled', items: each })
    const owed = Number(before.body['open_debts_count'])
    const { open_debts_count } = (await t.send('GET', answer.vehicle.path)).body
    expect(open_debts_count).toBe(owed - items.length)
    expect((await place(t, items, 'pix')).status).toBe(409)
  },
}
