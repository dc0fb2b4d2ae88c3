import { expect, test } from 'vitest'
import type { CallResult } from '../../../src/client/answer.ts'
import type { Client } from '../../../src/client/client.ts'
import type { Preview } from '../../../src/contract/checkout.ts'
import { Failure } from '../../../src/failure.ts'
import { askPreview } from '../../../src/reconciliation/orders/proposing/ask-preview.ts'

const order = { itemIds: ['item'], method: 'pix', debtsCents: 100_00n } as const

function ask(result: CallResult<Preview>, sent: unknown[] = []) {
  const call = (operation: string, request: unknown): Promise<unknown> => {
    sent.push(operation, request)
    return Promise.resolve(result)
  }
  return askPreview({ call: call as unknown as Client['call'] }, order)
}

function answer(body: Partial<Preview>): CallResult<Preview> {
  const whole = {
    debts_amount: '100.00',
    service_fee: '9.90',
    total_amount: '109.90',
    installments: [],
    ...body,
  }
  return { outcome: 'answered', ok: true, status: 200, body: whole }
}

const refused = (status: number, retryAfterMs?: number): CallResult<Preview> => ({
  outcome: 'answered',
  ok: false,
  status,
  detail: 'words of the service',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

test('what the order would cost is asked for its items and method, and nothing is made', async () => {
  const sent: unknown[] = []
  expect(await ask(answer({}), sent)).toEqual({
    preview: 'known',
    feeCents: 9_90n,
    totalCents: 109_90n,
  })
  expect(sent).toEqual(['previewCheckout', { body: { debt_item_ids: ['item'], method: 'pix' } }])
})

test.each<Partial<Preview>>([
  { debts_amount: '100.01', total_amount: '109.91' },
  { debts_amount: '99.99' },
  { total_amount: '109.91' },
  { service_fee: '9.91' },
])('other sums are not ours: %j', async (body) => {
  expect(await ask(answer(body))).toEqual({ preview: 'differs' })
})

test.each([400, 403, 404, 405, 415, 422, 501])(
  'a service that answers %i has no preview for us',
  async (status) => {
    expect(await ask(refused(status))).toEqual({ preview: 'unknown', note: `status ${status}` })
  },
)

test.each([429, 500, 502, 503])('a service that answers %i is asked again', async (status) => {
  expect(await ask(refused(status, 7_000))).toEqual({
    preview: 'failed',
    note: `status ${status}`,
    retryAfterMs: 7_000,
  })
})

test('a layout that is not ours is none, a lost answer is asked for again', async () => {
  const garbage = { outcome: 'in-doubt', why: 'not as the contract', status: 200 } as const
  expect(await ask(garbage)).toMatchObject({ preview: 'unknown' })
  expect(await ask(answer({ service_fee: '-1.00' }))).toMatchObject({ preview: 'unknown' })
  expect(await ask({ outcome: 'in-doubt', why: 'reset' })).toMatchObject({ preview: 'failed' })
})

test('a wrong key and a service that is away are the caller’s to hear', async () => {
  const stop = new Failure('wrong-key', { pt: 'no', en: 'no' })
  await expect(ask({ outcome: 'answered', ok: false, status: 401, detail: '', stop })).rejects.toBe(
    stop,
  )
  const cause = new Failure('service-unreachable', { pt: 'away', en: 'away' })
  await expect(ask({ outcome: 'never-sent', why: 'refused', cause })).rejects.toBe(cause)
})
