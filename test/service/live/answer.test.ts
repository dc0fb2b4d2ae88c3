/** What each ending of a call is worth, and that nothing said there leads to a forbidden move. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { ATTEMPT_STATUSES, ORDER_STATUSES, type Order } from '../../../src/contract/order.ts'
import { Failure } from '../../../src/failure.ts'
import { attemptMoves, orderMoves, walk } from '../../../src/service/order-state.ts'
import { askLive } from '../../../src/service/providers/live-answer.ts'
import { plainText } from '../../../src/service/providers/live-words.ts'
import { theirNews } from '../../../src/service/providers/live-order.ts'
import { readStep, writeStep } from '../../../src/service/providers/live-reference.ts'
import { openLog } from '../../../src/log.ts'

const quiet = openLog('silent')
const NOW_MS = Date.UTC(2026, 10, 21, 15)
const ID = '0a0a0a0a-0000-4000-8000-000000000001'

/** The outcome is none that the contract lists for the operation: the other service is any. */
async function got(outcome: object): Promise<unknown> {
  const call = (async () => outcome) as unknown as Call
  return await askLive({ call, log: quiet }, 'createConsultation', { params: { vehicle_id: ID } })
}

const refused = (status: number, retryAfterMs?: number): object => {
  const after = retryAfterMs === undefined ? {} : { retryAfterMs }
  return { outcome: 'answered', ok: false, status, detail: 'x', ...after }
}

test.each([
  [{ outcome: 'answered', ok: true, status: 201, body: {} }, 'body'],
  [refused(404), 'refused'],
  [refused(409), 'refused'],
  [refused(429, 5_000), 'limited'],
  [refused(503), 'doubt'],
  [refused(500), 'doubt'],
  [refused(503, 5_000), 'doubt'],
  [refused(422), 'refused'],
  [refused(408), 'doubt'],
  [refused(425, 1_000), 'doubt'],
  [refused(418, 1_000), 'limited'],
  [refused(302), 'doubt'],
  [{ outcome: 'never-sent' }, 'not_sent'],
  [{ outcome: 'in-doubt' }, 'doubt'],
])('%j is worth: %s', async (outcome, worth) => {
  expect(await got(outcome)).toMatchObject({ got: worth })
})

test('a key file that cannot be read is trouble, and no bug of ours', async () => {
  const call = (async () => {
    throw new Failure('configuration', { pt: 'não se lê', en: 'cannot be read' })
  }) as Call
  const asked = askLive({ call, log: quiet }, 'getOrder', { params: { order_id: ID } })
  expect(await asked).toEqual({ got: 'doubt' })
  const broken = (async () => {
    throw new TypeError('a bug')
  }) as Call
  const bug = askLive({ call: broken, log: quiet }, 'getOrder', { params: { order_id: ID } })
  await expect(bug).rejects.toThrow('a bug')
})

const instantMs = fc.integer({ min: 0, max: 4_102_444_800_000 })
const steps = fc.oneof(
  fc.record({ step: fc.constant('find' as const), troubleMs: instantMs }),
  fc.record({
    step: fc.constant('ask' as const),
    vehicleId: fc.uuid(),
    baseline: fc.oneof(fc.uuid(), fc.constant('none')),
    troubleMs: instantMs,
    doubtMs: instantMs,
  }),
  fc.record({
    step: fc.constant('read' as const),
    consultationId: fc.uuid(),
    troubleMs: instantMs,
  }),
)

test('how far a look-up came is read as it was written, and anything else is the beginning', () => {
  fc.assert(
    fc.property(steps, (step) => {
      expect(readStep(writeStep(step))).toEqual(step)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/^(find|ask|read)\//.test(text))
      expect(readStep(text)).toEqual({ step: 'find', troubleMs: 0 })
    }),
  )
})

const words = (known: readonly string[]) =>
  fc.oneof(fc.constantFrom(...known), fc.string({ unit: 'grapheme' }))
const moments = fc.oneof(
  fc.constant(null),
  instantMs.map((ms) => new Date(ms).toISOString()),
)
const texts = fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined })
const theirs = fc.record({
  status: words(ORDER_STATUSES),
  paid_at: moments,
  settled_at: moments,
  attempt: fc.option(
    fc.record({
      method: fc.constant('pix'),
      status: words(ATTEMPT_STATUSES),
      created_at: moments,
      pix_copy_paste: texts,
      pix_expires_at: fc.oneof(moments, fc.string({ unit: 'grapheme' })),
      message: texts,
    }),
  ),
})
const ours = fc.record({
  from: fc.constantFrom(...ORDER_STATUSES),
  status: fc.constantFrom(...ATTEMPT_STATUSES),
  method: fc.constantFrom('pix', 'boleto', 'credit_card'),
  isLater: fc.boolean(),
  isAnswer: fc.boolean(),
})

test('a sentence of theirs is told without the ids that name nothing here', () => {
  expect(plainText(`Débito já pago pelo pedido ${ID}: o valor foi devolvido.`)).toBe(
    'Débito já pago pelo pedido …: o valor foi devolvido.',
  )
})

test('whatever is said there, ours moves by the tables of moves alone', () => {
  fc.assert(
    fc.property(theirs, ours, (said, { from, status, method, isLater, isAnswer }) => {
      const createdAtMs = NOW_MS - 60_000
      const charge = {
        orderId: 'ours',
        reference: ID,
        method,
        debtsCents: 1_000n,
        totalCents: 1_990n,
        plate: 'ABC1D23',
        uf: 'SP',
        items: [],
        createdAtMs,
        paidAtMs: null,
        attempt: {
          id: 'attempt',
          status,
          cardLastDigits: '',
          createdAtMs: isLater ? NOW_MS - 30_000 : createdAtMs,
        },
      }
      const { attempt: latest_attempt, ...rest } = said
      const order = { id: ID, ...rest, latest_attempt } as unknown as Order
      const news = theirNews(charge, order, { from, nowMs: NOW_MS, isAnswer })
      expect(walk(orderMoves, from, news.status)).toBeDefined()
      expect(walk(attemptMoves, status, news.attempt.status)).toBeDefined()
      expect(news.attempt.pixCode).toBeUndefined()
      expect(news.atMs).toBeLessThanOrEqual(NOW_MS)
      expect(news.attempt.message ?? '').not.toMatch(/\p{Cc}/u)
    }),
    { numRuns: 2_000 },
  )
})
