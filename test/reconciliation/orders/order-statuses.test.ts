import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ATTEMPT_STATUSES, ITEM_SETTLEMENTS, ORDER_STATUSES } from '../../../src/contract/order.ts'
import { Failure } from '../../../src/failure.ts'
import {
  defaultOrderStatuses,
  meaningOf,
  readOrderStatuses,
  standingOf,
} from '../../../src/reconciliation/orders/order-statuses.ts'

const ours = defaultOrderStatuses

test.each([
  ['awaiting_payment', 'payable', 'open'],
  ['processing', 'open', 'open'],
  ['paid', 'paid', 'paid'],
  ['settling', 'paid', 'paid'],
  ['settled', 'settled', 'settled'],
  ['expired', 'dead', 'dead'],
  ['failed', 'dead', 'dead'],
  ['refunded', 'refunded', 'refunded'],
  ['em_analise', 'unknown', 'unknown'],
  ['PAID', 'unknown', 'unknown'],
  ['constructor', 'unknown', 'unknown'],
  ['', 'unknown', 'unknown'],
])('an order that is %s is %s, and stands as %s', (status, meaning, standing) => {
  expect(meaningOf(ours, 'order', status)).toBe(meaning)
  expect(standingOf(ours, status)).toBe(standing)
})

test('every word of this repository’s service has a meaning', () => {
  expect(ORDER_STATUSES.filter((word) => meaningOf(ours, 'order', word) === 'unknown')).toEqual([])
  const attempts = ATTEMPT_STATUSES.filter((word) => meaningOf(ours, 'attempt', word) === 'unknown')
  expect(attempts).toEqual([])
  expect(ITEM_SETTLEMENTS.filter((word) => meaningOf(ours, 'item', word) === 'unknown')).toEqual([])
})

describe('a file of the operator’s', () => {
  test('adds words and replaces some, and leaves the others', () => {
    const file = { order: { em_analise: 'open', failed: 'refunded' }, attempt: { negada: 'dead' } }
    const statuses = readOrderStatuses(JSON.stringify(file))
    expect(standingOf(statuses, 'em_analise')).toBe('open')
    expect(standingOf(statuses, 'failed')).toBe('refunded')
    expect(standingOf(statuses, 'expired')).toBe('dead')
    expect(meaningOf(statuses, 'attempt', 'negada')).toBe('dead')
    expect(standingOf(ours, 'em_analise')).toBe('unknown')
  })

  test('is what the documentation shows', async () => {
    const page = new URL('../../../docs/payments.md', import.meta.url)
    const [, example = ''] = /```json\n(.+?)```/s.exec(await readFile(page, 'utf8')) ?? []
    const statuses = readOrderStatuses(example)
    expect(standingOf(statuses, 'cancelado')).toBe('dead')
    expect(meaningOf(statuses, 'item', 'recusado')).toBe('refused')
  })

  test.each<[string, string]>([
    ['{', 'is not JSON'],
    ['[]', 'the file: [] is not usable: give a JSON object'],
    ['{"orders":{}}', 'orders: unknown key; remove it or use one of these: order, attempt, item'],
    [
      '{"order":{"odd":"lost"}}',
      'order.odd: "lost" is not usable: use one of these: payable, open, paid',
    ],
    [
      '{"item":{"odd":"paid"}}',
      'item.odd: "paid" is not usable: use one of these: open, settled, refused',
    ],
    ['{"order":{"":"dead"}}', 'order.: give a word of 1 to 64 characters one of these'],
    ['{"order":[]}', 'order: [] is not usable: give'],
    ['{"order":{"awaiting_payment":"dead"}}', 'order.awaiting_payment: the interface says'],
    ['{"attempt":{"pending":"paid"}}', 'attempt.pending: the interface says'],
    [' '.repeat(70_000), 'is longer than 65536 bytes'],
  ])('%s is refused, with what to fix', (text, said) => {
    const read = (): unknown => readOrderStatuses(text)
    expect(read).toThrow(Failure)
    expect(read).toThrow(said)
  })
})
