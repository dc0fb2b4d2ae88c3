import { expect, test } from 'vitest'
import {
  awaitsCode,
  nextFollowInMs,
  CODE_WAIT_MS_MAX,
} from '../../../src/reconciliation/orders/follow-pace.ts'
import { NOW_MS } from './order-samples.ts'

const MINUTE_MS = 60_000
const open = {
  method: 'pix',
  standing: 'open',
  pixCode: 'code',
  pixExpiresAt: null,
  boletoLine: '',
  boletoExpiresAt: null,
  reads: 0,
  ageMs: 0,
  nowMs: NOW_MS,
} as const

test('a missing Pix code is awaited quickly, and not for ever', () => {
  let ageMs = 0
  let reads = 0
  while (awaitsCode({ ...open, pixCode: '', ageMs })) {
    ageMs += nextFollowInMs({ ...open, pixCode: '', reads, ageMs }) ?? Number.NaN
    reads += 1
  }
  expect(reads).toBeGreaterThan(5)
  expect(reads).toBeLessThan(20)
  expect(ageMs).toBeGreaterThanOrEqual(CODE_WAIT_MS_MAX)
  expect(nextFollowInMs({ ...open, pixCode: '', reads, ageMs })).toBe(15 * MINUTE_MS)
})

test('a missing boleto is awaited like a code, and a card for nothing', () => {
  const boleto = { ...open, method: 'boleto', pixCode: '' } as const
  expect(nextFollowInMs(boleto)).toBe(1_000)
  expect(nextFollowInMs({ ...boleto, boletoLine: '0' })).toBe(15 * MINUTE_MS)
  expect(nextFollowInMs({ ...boleto, ageMs: CODE_WAIT_MS_MAX })).toBe(15 * MINUTE_MS)
  expect(nextFollowInMs({ ...boleto, method: 'credit_card' })).toBe(15 * MINUTE_MS)
  const boletoExpiresAt = new Date(NOW_MS + 5_000)
  expect(nextFollowInMs({ ...boleto, boletoLine: '0', boletoExpiresAt })).toBe(5_000)
})

test('an order whose code runs out soon is read again just then', () => {
  const pixExpiresAt = new Date(NOW_MS + 5_000)
  expect(nextFollowInMs({ ...open, pixExpiresAt })).toBe(5_000)
  expect(nextFollowInMs({ ...open, pixExpiresAt, nowMs: NOW_MS + 5_000 })).toBe(15 * MINUTE_MS)
})

test('nothing more is learned of an order that is settled or dead', () => {
  expect(nextFollowInMs({ ...open, standing: 'settled' })).toBeNull()
  expect(nextFollowInMs({ ...open, standing: 'dead' })).toBeNull()
  expect(nextFollowInMs({ ...open, standing: 'refunded' })).toBeNull()
  expect(nextFollowInMs({ ...open, standing: 'unknown' })).toBe(60 * MINUTE_MS)
})
