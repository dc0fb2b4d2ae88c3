import { expect, test } from 'vitest'
import { orderObject, orderWords } from '../../src/cli/why.ts'
import type { PlanListing } from '../../src/ledger/orders/plans.ts'

const ZONE = 'America/Sao_Paulo'
const plan: PlanListing = {
  id: '00000000-0000-4000-8000-000000000001',
  plate: 'ABC1D23',
  renavam: '00639884962',
  method: 'pix',
  debtsCents: 1_000_00n,
  preview: 'known',
  feeCents: 9_90n,
  totalCents: 1_009_90n,
  hash: 'hash',
  costCentre: '',
  waitsFor: null,
  waitsUntil: null,
  items: 2,
  state: 'proposed',
  decidedBy: null,
  reason: null,
  approvedBy: '',
  createdAt: new Date('2026-03-10T12:00:00Z'),
}

test('an order says what it costs, with the fee once it is known', () => {
  expect(orderWords(plan, 'en', ZONE)).toBe('proposal · R$ 1,009.90')
  expect(orderWords({ ...plan, totalCents: null }, 'pt-BR', ZONE)).toBe('proposta · R$ 1.000,00')
})

test('one that waits says for which limit, and until when at the latest', () => {
  const waitsUntil = new Date('2026-03-11T03:00:00Z')
  const waiting = { ...plan, state: 'approved', waitsFor: 'over-day-limit', waitsUntil } as const
  expect(orderWords(waiting, 'en', ZONE)).toBe(
    'approved proposal · R$ 1,009.90 · ' +
      'it would exceed the limit of the day and waits for the next one (until 2026-03-11 00:00)',
  )
  expect(orderWords(waiting, 'pt-BR', ZONE)).toContain('(até 11/03/2026 00:00)')
  expect(orderObject(waiting)).toMatchObject({ waitsFor: 'over-day-limit', waitsUntil })
  expect(orderObject(undefined)).toBeNull()
})
