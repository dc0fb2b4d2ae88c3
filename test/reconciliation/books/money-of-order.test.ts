/** The money of one order, step by step: whose it is, for which debt, and on which day. */
import { expect, test } from 'vitest'
import type { HistoricOrder } from '../../../src/ledger/histories/vehicle-histories.ts'
import { sumCents } from '../../../src/fleet/money.ts'
import { booked, classAndCents } from './booked.ts'
import { answers, banks, gives, places, pays, sells, happens } from './acts.ts'
import { playActs } from './histories.ts'

const FINE_AND_LICENSING = [12_222, null, 16_022, null, null, null]
const PAID = [answers(1, ...FINE_AND_LICENSING), places(1, 3), pays(1)] as const

/** Debt and cents of each refund, by day. */
function refundsOf(played: Parameters<typeof playActs>[0]): string[] {
  return booked(playActs([...PAID, ...played]))
    .money.filter(({ nature }) => nature === 'refund')
    .map(({ day, debtId, cents, adjusts }) => `${day} ${debtId} ${cents} ${adjusts ?? ''}`.trim())
}

test('a refund that is read before its item is refused is of that debt once both are known', () => {
  const give = gives(1, 12_222)
  const refuse = happens(2, 'refuse')
  expect(refundsOf([give])).toEqual(['2026-01-09 null -12222'])
  expect(refundsOf([give, refuse])).toEqual(['2026-01-09 ticket-1 -12222'])
  expect(refundsOf([refuse, give])).toEqual(['2026-01-11 ticket-1 -12222'])
  const close = happens(30, 'close')
  expect(refundsOf([give, close, refuse])).toEqual([
    '2026-01-09 null -12222',
    '2026-02-01 ticket-1 -12222 2026-01',
    '2026-02-01 null 12222 2026-01',
  ])
})

test('an item refused after the month of its refund was closed is booked after that month', () => {
  const played = [
    gives(1, 12_222),
    banks(2, 1, 'refunded'),
    happens(25, 'close'),
    happens(2, 'refuse'),
  ] as const
  expect(refundsOf(played)).toEqual([
    '2026-01-10 null -12222',
    '2026-02-01 ticket-1 -12222 2026-01',
    '2026-02-01 null 12222 2026-01',
  ])
})

test('a refund is not taken back before the day on which the bank books it', () => {
  const played = [happens(22, 'refund'), happens(1, 'fall'), banks(2, 0, 'refunded')] as const
  expect(refundsOf(played).filter((row) => row.includes('ticket'))).toEqual([
    '2026-02-02 ticket-1 -12222',
    '2026-02-02 ticket-1 12222',
  ])
})

/** Nature and cents of each payment; the order is as the service shows it after `change`. */
function paymentsOf(note: string, amountCents: bigint, change: Partial<HistoricOrder>): string[] {
  const world = playActs(PAID)
  const orders = world.history.orders.map((order) => ({
    ...order,
    ...change,
    events: order.events.map((row) => ({ ...row, note, amountCents })),
  }))
  return booked({ ...world, history: { ...world.history, orders } }).money.map(
    ({ nature, cents }) => `${nature} ${cents}`,
  )
}

test('a payment is booked as it was told, whatever sums a person accepts of the order later', () => {
  const then = '282.44 + 4.90 = 287.34'
  const asPlanned = ['debt 12222', 'debt 16022', 'fee 490']
  expect(paymentsOf(then, 28_734n, {})).toEqual(asPlanned)
  expect(paymentsOf(then, 28_734n, { feeCents: 990n, totalCents: 29_234n })).toEqual(asPlanned)
  // A service that does not show the items of an order which was paid late.
  const late = { debtsCents: 29_799n, totalCents: 30_289n }
  const unexplained = [...asPlanned, 'interest 1555']
  expect(paymentsOf('297.99 + 4.90 = 302.89', 30_289n, late)).toEqual(unexplained)
  // What an earlier version told has no sums of its own.
  expect(paymentsOf('', 30_289n, late)).toEqual(unexplained)
})

test('a refund that goes back and comes again is booked once, and each step on its day', () => {
  const again = [happens(1, 'refund'), happens(1, 'fall'), happens(1, 'refund')] as const
  expect(refundsOf(again)).toEqual([
    '2026-01-09 ticket-1 -12222',
    '2026-01-09 licensing -16022',
    '2026-01-09 null -490',
    '2026-01-10 ticket-1 12222',
    '2026-01-10 licensing 16022',
    '2026-01-10 null 490',
    '2026-01-11 ticket-1 -12222',
    '2026-01-11 licensing -16022',
    '2026-01-11 null -490',
  ])
  const { movements } = booked(playActs([...PAID, ...again]))
  const ofFine = movements.filter(({ debtId }) => debtId === 'ticket-1')
  expect(ofFine.map((move) => `${move.day} ${classAndCents(move)}`)).toEqual([
    '2026-01-06 new 12222',
    '2026-01-08 paid -12222',
    '2026-01-09 refunded 12222',
    '2026-01-10 refunded -12222',
    '2026-01-11 refunded 12222',
  ])
})

test('a whole refund in two parts gives each debt its own amount, and the fee the rest', () => {
  const give = gives(1, 12_222)
  const rest = happens(2, 'refund')
  expect(refundsOf([give, rest])).toEqual([
    '2026-01-09 ticket-1 -12222',
    '2026-01-11 licensing -16022',
    '2026-01-11 null -490',
  ])
  const closed = [give, happens(30, 'close'), rest] as const
  expect(refundsOf(closed)).toEqual([
    '2026-01-09 null -12222',
    '2026-02-01 ticket-1 -12222 2026-01',
    '2026-02-01 null 12222 2026-01',
    '2026-02-10 licensing -16022',
    '2026-02-10 null -490',
  ])
  const { movements } = booked(playActs([...PAID, ...closed]))
  const refunded = movements.filter((move) => move.class === 'refunded')
  expect(refunded.map(({ day, debtId, adjusts }) => [day, debtId, adjusts])).toEqual([
    ['2026-02-01', 'ticket-1', '2026-01'],
    ['2026-02-10', 'licensing', null],
  ])
})

test('what an order that is over paid beside another one moves no balance, nor does its refund', () => {
  const again = [answers(1, 12_222), places(1), happens(1, 'expire'), places(1), pays(1)] as const
  const { movements, money } = booked(
    playActs([...again, happens(1, 'settle'), happens(1, 'late'), happens(1, 'refund')]),
  )
  expect(movements.map(classAndCents)).toEqual(['new 12222', 'paid -12222'])
  const second = money.map(
    ({ day, nature, debtId, kind, cents, isSecond }) =>
      `${day} ${nature} ${debtId} ${kind} ${cents}${isSecond ? ' second' : ''}`,
  )
  expect(second).toEqual([
    '2026-01-12 debt ticket-1 ticket 12222 second',
    '2026-01-12 fee null null 490',
    '2026-01-13 refund ticket-1 ticket -12222 second',
    '2026-01-13 refund null null -490',
    '2026-01-10 debt ticket-1 ticket 12222',
    '2026-01-10 fee null null 490',
  ])
})

const ORDERED = [answers(20, 13_506), places(1)] as const
/** Seen on 3 February, paid on 31 January. */
const LATE = pays(1, 3)

test.each([
  ['another cost centre', { act: 'move', costCentre: 'B' }, 'transfer', ['transfer 13506 B']],
  ['no fleet any more', { act: 'leave' }, 'left-fleet', []],
  ['another fleet', { act: 'sell', fleet: 'Filial' }, 'left-fleet', ['new 13506 A']],
] as const)(
  'a payment that is told late, of a vehicle that is in %s by then, is of whose it was',
  (_where, change, leaves, comes) => {
    const world = playActs([...ORDERED, { days: 7, act: change }, LATE])
    const rowsOf = (fleet: string): string[] =>
      booked(world, fleet).movements.map(
        (move) => `${move.day} ${classAndCents(move)} ${move.costCentre}`,
      )
    const fleet = change.act === 'sell' ? 'Filial' : 'principal'
    const [before, after] = ['2026-01-25', '2026-02-02']
    expect(rowsOf('principal').slice(0, 2)).toEqual([
      `${before} new 13506 A`,
      `${after} ${leaves} -13506 A`,
    ])
    const all = [...rowsOf('principal'), ...(fleet === 'Filial' ? rowsOf(fleet) : [])]
    for (const came of comes) {
      expect(all).toContain(`${after} ${came}`)
      expect(all).toContain(`${after} ${came.replace(' 1', ' -1')}`)
    }
    expect(all).toContain('2026-01-31 paid -13506 A')
    expect(all).toContain(`${after} ${leaves} 13506 A`)
    expect(all).toHaveLength(4 + 2 * comes.length)
    const { money } = booked(world)
    expect(money.map((row) => `${row.day} ${row.costCentre} ${row.cents}`)).toEqual([
      '2026-01-31 A 13506',
      '2026-01-31 A 490',
    ])
    expect(booked(world, 'Filial').money).toEqual([])
  },
)

test('an order that is paid again names the day of each payment with its own rows', () => {
  const again = [happens(2, 'unpay'), pays(8), happens(1, 'refund')] as const
  const { money } = booked(playActs([...PAID, ...again]))
  const days = money.map(({ day, paidOn }) => `${day} paid ${paidOn}`)
  expect([...new Set(days)]).toEqual([
    '2026-01-08 paid 2026-01-08',
    '2026-01-10 paid 2026-01-08',
    '2026-01-18 paid 2026-01-18',
    '2026-01-19 paid 2026-01-18',
  ])
})

test.each([
  ['the first time', [], ['new 13506', 'new -13506']],
  [
    'again',
    [happens(1, 'leave'), happens(1, 'return')] as const,
    ['new 13506', 'left-fleet -13506', 'returned 13506', 'returned -13506'],
  ],
])(
  'what a fleet pays for a vehicle that is another’s for %s comes off as it came in there',
  (_when, between, moved) => {
    const sold = sells(1, 'Filial')
    const pay = pays(1)
    const world = playActs([...ORDERED, sold, ...between, pay])
    expect(booked(world, 'Filial').movements.map(classAndCents)).toEqual(moved)
    const paid = ['paid -13506', 'left-fleet 13506']
    const left = ['new 13506', 'left-fleet -13506', ...paid]
    expect(booked(world).movements.map(classAndCents)).toEqual(left)
  },
)

test('what an order gives back after its vehicle was sold is of the fleet that paid', () => {
  const world = playActs([...ORDERED, pays(1), sells(3, 'Filial'), happens(1, 'refund')])
  const rows = (fleet: string) => booked(world, fleet).movements.map(classAndCents)
  expect(rows('principal')).toEqual([
    'new 13506',
    'paid -13506',
    'refunded 13506',
    'left-fleet -13506',
  ])
  expect(rows('Filial')).toEqual(['new 13506'])
  expect(sumCents(booked(world).money)).toBe(0n)
  expect(booked(world, 'Filial').money).toEqual([])
})
