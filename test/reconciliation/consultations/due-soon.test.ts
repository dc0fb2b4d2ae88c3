import { expect, test } from 'vitest'
import { dueDatesOf } from '../../../src/fleet/calendar/due-dates.ts'
import type { KnownDue } from '../../../src/ledger/consultations/campaigns.ts'
import { dueSoonKeys, nearestDue } from '../../../src/reconciliation/consultations/due-soon.ts'

const at = (today: string, days = 30) => nearestDue({ today, days })
/** Roraima gives no instalments: IPVA of final digit 5 on 25 March, licensing on 25 July. */
const vehicle = (given: { dues?: readonly KnownDue[]; uf?: string } = {}) => ({
  uf: 'RR',
  plate: 'ABC1D25',
  dues: [],
  ...given,
})
const ipva = (given: Partial<KnownDue> = {}): KnownDue => ({
  group: 'ipva',
  year: 2026,
  dueDate: '2026-04-02',
  open: true,
  ...given,
})

test.each([
  ['2026-03-25', 'ipva', 0],
  ['2026-02-23', 'ipva', 30],
  ['2026-07-01', 'licensing', 24],
])('on %s the calendar says %s in %i days', (today, group, daysAway) => {
  expect(at(today)(vehicle())).toMatchObject({ group, daysAway, basis: 'simulated' })
})

test.each(['2026-02-22', '2026-03-26', '2026-12-31'])('on %s nothing is due soon', (today) => {
  expect(at(today)(vehicle())).toBeNull()
})

test('at the end of December the next year counts too', () => {
  const first = dueDatesOf({ uf: 'SP', year: 2027, kind: 'ipva_unique', finalDigit: 5 })?.dates[0]
  expect(at('2026-12-28')(vehicle({ uf: 'SP' }))?.date).toBe(first)
})

test('an instalment counts like a single payment', () => {
  const dates = dueDatesOf({ uf: 'SP', year: 2026, kind: 'ipva_installment', finalDigit: 5 })?.dates
  expect(at('2026-03-10')(vehicle({ uf: 'SP' }))?.date).toBe(dates?.[2])
})

test.each<[string, KnownDue, string | null]>([
  ['the date of a known debt', ipva(), '2026-04-02'],
  ['a date too far away', ipva({ dueDate: '2026-09-01' }), null],
  ['that it is paid or gone', ipva({ open: false }), null],
])('%s wins over the calendar', (_, due, date) => {
  const nearest = at('2026-03-15')(vehicle({ dues: [due] }))
  expect(nearest?.date ?? null).toBe(date)
  expect(nearest?.basis ?? 'debt').toBe('debt')
})

test.each<[string, KnownDue]>([
  ['of another year', ipva({ year: 2025, open: false })],
  ['of another group', ipva({ group: 'licensing', open: false })],
  ['without a date', ipva({ dueDate: null })],
])('a known debt %s leaves the calendar in force', (_, due) => {
  const nearest = at('2026-03-15')(vehicle({ dues: [due] }))
  expect(nearest).toMatchObject({ date: '2026-03-25', basis: 'simulated' })
})

test('what is overdue is not due soon, and an unknown state has no calendar', () => {
  const overdue = ipva({ group: 'ticket', dueDate: '2026-03-14' })
  expect(at('2026-03-15')(vehicle({ uf: 'XX', dues: [overdue] }))).toBeNull()
})

test('the keys of a day are the states and digits that are due soon', () => {
  const keys = dueSoonKeys({ today: '2026-03-15', days: 30 })
  expect(keys).toContain('RR5')
  expect(keys).not.toContain('RR3')
})
