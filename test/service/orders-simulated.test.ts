/** The simulated payments as functions of charge and instant: any charge, any moment, one story. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueDateOfFactor, parseBoleto } from '../../src/fleet/boleto.ts'
import { parsePixCode } from '../../src/fleet/pix-code.ts'
import { walk, attemptMoves, orderMoves } from '../../src/service/order-state.ts'
import { mockPayments } from '../../src/service/providers/mock-payments.ts'
import type { PaymentScenario } from '../../src/service/payment-scenario.ts'
import type { ChargeNews, FollowedCharge } from '../../src/service/providers/payments.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2024, 0, 1)
const noted = async () => true

function simulated(scenario: PaymentScenario = {}, seed = 7) {
  return mockPayments({
    seed,
    delay: { minMs: 300, maxMs: 2_000 },
    settlement: { minMs: 500, maxMs: HOUR_MS },
    pixExpiresAfterMs: 24 * HOUR_MS,
    timeZone: 'America/Sao_Paulo',
    scenario,
  })
}

const method = fc.constantFrom('pix', 'boleto', 'credit_card')
const anyCharge = fc
  .record({
    method,
    orderId: fc.uuid({ version: 4 }),
    attemptId: fc.uuid({ version: 4 }),
    plate: fc.stringMatching(/^[A-Z]{3}[0-9][A-Z][0-9]{2}$/),
    cents: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    items: fc.uniqueArray(fc.uuid({ version: 4 }), { minLength: 1, maxLength: 5 }),
    // Past 2025-02-21, where the factor of the due date begins again.
    createdAtMs: fc.integer({ min: START_MS, max: START_MS + 4 * 365 * 24 * HOUR_MS }),
  })
  .map(({ attemptId, cents, items, ...rest }): FollowedCharge => {
    const attempt = { id: attemptId, cardLastDigits: '', createdAtMs: rest.createdAtMs }
    return {
      ...rest,
      uf: 'SP',
      reference: '',
      status: 'awaiting_payment',
      debtsCents: cents,
      totalCents: cents,
      paidAtMs: null,
      items: items.map((id) => ({ debtItemId: id, providerReference: '' })),
      attempt: { ...attempt, status: 'pending' },
    }
  })

/** What the service would ask with, once it has recorded such news. */
function recorded(charge: FollowedCharge, news: ChargeNews): FollowedCharge {
  const isPaid = walk(orderMoves, charge.status, news.status)?.includes('paid') === true
  return {
    ...charge,
    status: news.status,
    paidAtMs: isPaid ? (news.paidAtMs ?? news.atMs) : charge.paidAtMs,
    attempt: { ...charge.attempt, status: news.attempt.status },
  }
}

test('every boleto and every Pix code reads well and asks for the total', async () => {
  await fc.assert(
    fc.asyncProperty(anyCharge, async (charge) => {
      const { attempt } = await simulated().open(charge, charge.createdAtMs, noted)
      const boleto = parseBoleto(attempt.boletoLine ?? '')
      const pix = parsePixCode(attempt.pixCode ?? '')
      const read = { pix, boleto, credit_card: null }[charge.method]
      if (read === null) return Object.keys(attempt).length === 1
      if (!read.ok || read.value.amountCents !== charge.totalCents) return false
      if (charge.method === 'pix' || !boleto.ok) return charge.method === 'pix'
      const day = new Date(charge.createdAtMs).toISOString().slice(0, 10)
      const due = dueDateOfFactor(boleto.value.dueFactor ?? 0, day)
      return due === attempt.boletoDueDate && boleto.value.barcode === attempt.boletoBarcode
    }),
  )
})

test('reading often and reading once tell the same story, by allowed moves alone', async () => {
  const paid = fc.constantFrom(true, false, undefined)
  const steps = fc.array(fc.integer({ min: 0, max: 8 * HOUR_MS }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(anyCharge, paid, steps, async (charge, isPaid, waits) => {
      const payments = simulated({ boletoPaid: () => isPaid })
      let often = charge
      let nowMs = charge.createdAtMs
      let last = await payments.open(charge, nowMs, noted)
      for (const wait of waits) {
        nowMs += wait
        last = await payments.follow(often, nowMs, noted)
        expect(walk(orderMoves, often.status, last.status)).toBeDefined()
        expect(walk(attemptMoves, often.attempt.status, last.attempt.status)).toBeDefined()
        expect(last.lookAtMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(nowMs)
        often = recorded(often, last)
      }
      const once = recorded(charge, await payments.follow(charge, nowMs, noted))
      expect(once).toEqual(often)
      const again = await payments.follow(often, nowMs, noted)
      expect([again.status, again.atMs]).toEqual([last.status, last.atMs])
    }),
  )
})

test('a payment settles whole: each item is settled or refused, and the last one ends it', async () => {
  await fc.assert(
    fc.asyncProperty(anyCharge, fc.nat({ max: 5 }), async (charge, count) => {
      const refused = charge.items.slice(0, count).map((item) => item.debtItemId)
      const payments = simulated({ refusedItems: () => refused })
      let news = await payments.simulatePix({ ...charge, method: 'pix' }, charge.createdAtMs)
      const statuses = [news.outcome === 'news' ? news.status : 'refused']
      for (let looks = 0; news.outcome === 'news' && news.lookAtMs !== null; looks++) {
        expect(looks).toBeLessThan(10)
        const paidAtMs = charge.createdAtMs
        news = await payments.follow(
          { ...charge, status: news.status, paidAtMs },
          news.lookAtMs,
          noted,
        )
        statuses.push(news.status)
      }
      const end = refused.length === charge.items.length ? 'refunded' : 'settled'
      expect([statuses[0], statuses.at(-1)]).toEqual(['paid', end])
      const told = news.outcome === 'news' ? news.refusedItems : undefined
      expect([...(told ?? [])].toSorted()).toEqual([...refused].toSorted())
    }),
  )
})

test('left to chance most boletos are paid, some never, and a plate and its total fare alike', async () => {
  const endOf = async (charge: FollowedCharge) =>
    (await simulated().follow(charge, charge.createdAtMs + 10 * 24 * HOUR_MS, noted)).status
  const charges = fc.sample(anyCharge, { numRuns: 100, seed: 1 })
  const boletos = charges.map((charge) => ({ ...charge, method: 'boleto' as const }))
  const ends = await Promise.all(boletos.map(endOf))
  const twins = boletos.map((charge) => ({ ...charge, orderId: charge.attempt.id }))
  expect(await Promise.all(twins.map(endOf))).toEqual(ends)
  expect(new Set(ends)).toEqual(new Set(['settled', 'awaiting_payment']))
  expect(ends.filter((end) => end === 'settled').length).toBeGreaterThan(50)
})
