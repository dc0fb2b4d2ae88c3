import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainDay } from '../../../src/clock.ts'
import type { HistoricOrderEvent } from '../../../src/ledger/histories/vehicle-histories.ts'
import { datesOf } from '../../../src/reconciliation/books/event-dates.ts'
import { RollForward } from '../../../src/reconciliation/books/roll-forward.ts'
import { howMany } from '../../support/extent.ts'
import { acts, answers, banks, places, pays, happens } from './acts.ts'
import { sumCents } from '../../../src/fleet/money.ts'
import { booked, classAndCents } from './booked.ts'
import { playActs, ZONE, type ModelDebt, type ModelledHistory } from './histories.ts'

const FLEETS = ['principal', 'Filial']

test('whatever happens, the movements add up to what is owed at the end', () => {
  fc.assert(
    fc.property(acts, (played) => {
      const world = playActs(played)
      const { vehicle } = world.history
      for (const fleet of FLEETS) {
        const { movements } = booked(world, fleet)
        for (const costCentre of ['A', 'B']) {
          const ofCentre = movements.filter((one) => one.costCentre === costCentre)
          const isItsOwn = vehicle.fleet === fleet && vehicle.costCentre === costCentre
          expect(sumCents(ofCentre)).toBe(isItsOwn ? owedAtTheEnd(world) : 0n)
        }
      }
    }),
    { seed: 16, numRuns: howMany(300, 1_000) },
  )
})

test('a closed month never changes, whatever is learned later', () => {
  fc.assert(
    fc.property(acts, (played) => {
      const world = playActs(played)
      for (const [[at, close], fleet] of [...world.closes.entries()].flatMap((each) =>
        FLEETS.map((name) => [each, name] as const),
      )) {
        const after = booked(world, fleet)
        const before = booked(asOfClose(world, at), fleet)
        const until = <T extends { day: string }>(rows: readonly T[]): T[] =>
          rows.filter(({ day }) => day.slice(0, 7) <= close.month)
        expect(until(after.movements)).toEqual(until(before.movements))
        expect(until(after.money).map(amounts)).toEqual(until(before.money).map(amounts))
      }
    }),
    { seed: 1616, numRuns: howMany(150, 500) },
  )
})

test('what left for debts is what the ledger takes off as paid, in every month', () => {
  fc.assert(
    fc.property(acts, (played) => {
      const world = playActs(played)
      const byMonth = (rows: readonly { day: string; cents: bigint }[]): Record<string, bigint> => {
        const months: Record<string, bigint> = {}
        for (const { day, cents } of rows) {
          months[day.slice(0, 7)] = (months[day.slice(0, 7)] ?? 0n) + cents
        }
        return Object.fromEntries(Object.entries(months).filter(([, cents]) => cents !== 0n))
      }
      for (const fleet of FLEETS) {
        const { movements, money } = booked(world, fleet)
        const taken = movements
          .filter((one) => one.class === 'paid')
          .map(({ day, cents }) => ({ day, cents: -cents }))
        const settling = money.filter(({ nature, isSecond }) => nature === 'debt' && !isSecond)
        expect(byMonth(settling)).toEqual(byMonth(taken))
      }
    }),
    { seed: 61, numRuns: howMany(150, 500) },
  )
})

test('the money of an order is what its events say, and refunds are of the debts given back', () => {
  let refunds = 0
  fc.assert(
    fc.property(acts, (played) => {
      const { history, ...world } = playActs(played)
      for (const { id, fleet, events, refundedCents } of history.orders) {
        const { movements, money } = booked({ history, ...world }, fleet)
        const rows = money.filter(({ orderId }) => orderId === id)
        const told = events.map(({ event, amountCents }) =>
          event === 'paid' ? amountCents : -amountCents,
        )
        expect(sumCents(rows)).toBe(told.reduce((sum, cents) => sum + cents, 0n))
        const back = rows.filter(({ nature }) => nature === 'refund')
        expect(sumCents(back)).toBe(-refundedCents)
        const owedAgain = sumCents(
          movements.filter((one) => one.orderId === id && one.class === 'refunded'),
        )
        const of = (second: boolean) =>
          -sumCents(back.filter((row) => row.debtId !== null && row.isSecond === second))
        const [ofDebts, left] = [of(false), refundedCents - of(true)]
        expect(ofDebts).toBe(owedAgain < left ? owedAgain : left)
        refunds += ofDebts > 0n ? 1 : 0
      }
    }),
    { seed: 265, numRuns: howMany(300, 1_000) },
  )
  expect(refunds).toBeGreaterThan(2)
})

test.each(['refunded', 'unpaid'] as const)(
  'a payment that is %s before the bank books it stands with its return on the bank’s day',
  (event) => {
    const world = playActs([
      answers(20, 13_506),
      places(1),
      // Saturday 31 January; the bank's day is Monday.
      pays(5),
      happens(0.1, 'refund'),
      banks(2, 0),
    ])
    const orders = world.history.orders.map((order) => ({
      ...order,
      events: order.events.map((row) => (row.event === 'refunded' ? { ...row, event } : row)),
    }))
    const { movements, money } = booked({ ...world, history: { ...world.history, orders } })
    expect(movements.map((move) => `${move.day} ${classAndCents(move)}`)).toEqual([
      '2026-01-25 new 13506',
      '2026-02-02 paid -13506',
      `2026-02-02 ${event === 'unpaid' ? 'paid' : 'refunded'} 13506`,
    ])
    expect(new Set(money.map(({ day }) => day))).toEqual(new Set(['2026-02-02']))
  },
)

test('each of two refunds has the day of its own line, and a person dates the one that was last', () => {
  const row = { event: 'refunded', toldBy: 'nobody', occurredAt: null, amountCents: 0n } as const
  const at = (day: number): Date => new Date(Date.UTC(2026, 5, day, 15))
  const bank = { ...row, toldBy: 'bank' } as const
  const [first, second] = [
    { ...row, seq: 1n, seenAt: at(2), note: '' },
    { ...row, seq: 3n, seenAt: at(25), note: '' },
  ]
  const person = { ...row, toldBy: 'person', note: 'Ana', seq: 2n, seenAt: at(5) } as const
  const events: HistoricOrderEvent[] = [
    first,
    { ...person, occurredAt: at(4) },
    second,
    { ...bank, seq: 4n, seenAt: at(28), occurredAt: at(26), note: '', dates: 3n },
    { ...bank, seq: 5n, seenAt: at(28), occurredAt: at(3), note: '', dates: 1n },
    { ...bank, seq: 6n, seenAt: at(29), note: '', dates: 3n },
  ]
  const daysOf = (event: HistoricOrderEvent): string[] =>
    datesOf({ events }, event, ZONE).map(({ day }) => day)
  expect(daysOf(first)).toEqual(['2026-06-02', '2026-06-04', '2026-06-03'])
  expect(daysOf(second)).toEqual(['2026-06-25', '2026-06-26', '2026-06-25'])
  const takenBack = { ...second, seq: 7n, amountCents: -1n }
  events.push(takenBack, { ...person, seq: 8n, occurredAt: at(24) })
  expect(daysOf(second).at(-1)).toBe('2026-06-24')
  expect(daysOf(takenBack)).toHaveLength(1)
})

/** What a vehicle with one debt moves in a fleet's books, while a file of days 10, 20 ... changes it. */
function movedBy(fleet: string, field: 'fleet' | 'cost_centre', values: readonly string[]) {
  const [first = '', ...later] = values
  const { history } = playActs([answers(1, 13_506)])
  const changes = later.map((_, at) => ({
    seq: BigInt(at),
    at: new Date(Date.UTC(2026, 0, 10 * (at + 1))),
    field,
    before: values[at] ?? first,
  }))
  const last = later.at(-1) ?? first
  const now = field === 'fleet' ? { fleet: last } : { costCentre: last, fleet }
  const moved = { ...history, changes, vehicle: { ...history.vehicle, ...now } }
  const endMs = Date.UTC(2026, 1, 10)
  return booked({ history: moved, closes: [], endMs }, fleet).movements
}

test('a debt is new in a fleet that its vehicle comes into, and returned only where it was before', () => {
  const stays = ['principal', 'Filial', 'principal']
  expect(movedBy('Filial', 'fleet', stays).map(classAndCents)).toEqual([
    'new 13506',
    'left-fleet -13506',
  ])
  expect(movedBy('principal', 'fleet', stays).map(classAndCents)).toEqual([
    'new 13506',
    'left-fleet -13506',
    'returned 13506',
  ])
})

test('a cost centre is one group and no transfer, whatever case and blanks it is typed with', () => {
  const movements = movedBy('principal', 'cost_centre', ['Vendas', ' vendas', 'VENDAS ', 'Obras'])
  expect(movements.map(classAndCents)).toEqual(['new 13506', 'transfer -13506', 'transfer 13506'])
  const roll = new RollForward('2026-01')
  for (const movement of movements) roll.add(movement)
  const closing = [...roll.groups.costCentre].map(([name, of]) => [name, of.closingCents])
  expect(closing).toEqual([
    ['Vendas', 0n],
    ['Obras', 13_506n],
  ])
})

/** The same ledger as it was when the month was closed. */
function asOfClose(world: ModelledHistory, at: number): Omit<ModelledHistory, 'shown'> {
  const close = world.closes[at]
  if (close === undefined) throw new Error('no such close')
  const isKnown = ({ seq }: { seq: bigint }): boolean => seq <= close.debtEvents
  const changes = world.history.changes.filter(isKnown)
  const later = world.history.changes.filter((change) => !isKnown(change))
  const former = (field: string, now: string): string =>
    later.find((change) => change.field === field)?.before ?? now
  const { vehicle } = world.history
  return {
    closes: world.closes.slice(0, at + 1),
    endMs: close.closedAt.getTime(),
    history: {
      ...world.history,
      vehicle: {
        ...vehicle,
        costCentre: former('cost_centre', vehicle.costCentre),
        fleet: former('fleet', vehicle.fleet),
        inFleet: former('in_fleet', String(vehicle.inFleet)) === 'true',
      },
      changes,
      events: world.history.events.filter(isKnown),
      orders: world.history.orders.map((order) => ({
        ...order,
        events: order.events.filter(isKnown),
      })),
    },
  }
}

/** An oracle of its own: the IPVA of 2026 once, all else that is shown and not paid. */
function owedAtTheEnd({ shown, history, endMs }: ModelledHistory): bigint {
  if (!history.vehicle.inFleet) return 0n
  const isOwed = (debt: ModelDebt): boolean =>
    debt.shown && debt.state !== 'paid' && debt.state !== 'settled'
  const single = shown.filter(({ kind }) => kind === 'ipva_unique')
  const parts = shown.filter(({ kind }) => kind === 'ipva_installment')
  const others = shown.filter(({ kind }) => !kind.startsWith('ipva'))
  const isCommitted = (some: ModelDebt[]): boolean =>
    some.some(({ state }) => ['ordered', 'paid', 'settled'].includes(state))
  const today = plainDay(endMs, ZONE)
  const isShown = (some: ModelDebt[]): boolean => some.some((debt) => debt.shown)
  const isSingle = isCommitted(single)
    ? true
    : isCommitted(parts)
      ? false
      : isShown(single) && (!isShown(parts) || today <= '2026-02-14')
  const counted = [...others, ...(isSingle ? single : parts)]
  return counted.filter(isOwed).reduce((sum, { amountCents }) => sum + amountCents, 0n)
}

function amounts({
  day,
  cents,
  nature,
  orderId,
  debtId,
  isSecond,
}: ReturnType<typeof booked>['money'][number]) {
  return { day, cents, nature, orderId, debtId, isSecond }
}
