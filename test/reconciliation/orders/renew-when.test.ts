import { expect, test } from 'vitest'
import {
  PIX_RENEWALS_MAX,
  renewInMs,
} from '../../../src/reconciliation/orders/paying/renew-when.ts'
import type { RenewableOrder } from '../../../src/reconciliation/orders/paying/renew-when.ts'
import { NOW_MS } from './order-samples.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const before = (ms: number): Date => new Date(NOW_MS - ms)

const expired: RenewableOrder = {
  method: 'pix',
  standing: 'open',
  gateReason: 'pix-expired',
  pixCode: 'code',
  pixExpiresAt: before(HOUR_MS),
  planState: 'ordered',
  inFleet: true,
  renewals: 0,
  renewedAt: null,
  createdAt: before(25 * HOUR_MS),
  nowMs: NOW_MS,
}
const missing: RenewableOrder = {
  ...expired,
  gateReason: 'pix-missing',
  pixCode: '',
  pixExpiresAt: null,
}

test.each<[string, RenewableOrder, number | null]>([
  ['a code that ran out', expired, 0],
  ['one that never came', missing, 0],
  ['one that may still be good by another clock', { ...expired, pixExpiresAt: before(0) }, 60_000],
  ['one that is good', { ...expired, gateReason: null }, null],
  ['one that asks for another amount', { ...expired, gateReason: 'pix-amount' }, null],
  ['an order whose sums changed', { ...expired, gateReason: 'amounts-changed' }, null],
  ['one that is still awaited', { ...missing, createdAt: before(MINUTE_MS) }, null],
  ['one just asked for', { ...missing, renewals: 1, renewedAt: before(MINUTE_MS) }, null],
  [
    'one asked for that did not come',
    { ...missing, renewals: 1, renewedAt: before(3 * MINUTE_MS) },
    12 * MINUTE_MS,
  ],
  [
    'one renewed an hour ago that ran out',
    { ...expired, renewals: 1, renewedAt: before(HOUR_MS) },
    5 * HOUR_MS,
  ],
  ['one renewed as often as may be', { ...expired, renewals: PIX_RENEWALS_MAX }, null],
  ['an order of a plan that is void', { ...expired, planState: 'void' }, null],
  ['an order that nobody here made', { ...expired, planState: null }, null],
  ['a vehicle that left the fleet', { ...expired, inFleet: false }, null],
  ['an order that is paid', { ...expired, standing: 'paid' }, null],
  ['an order in an unknown status', { ...expired, standing: 'unknown' }, null],
  ['a boleto', { ...expired, method: 'boleto' }, null],
])('%s', (_what, order, inMs) => {
  expect(renewInMs(order)).toBe(inMs)
})
