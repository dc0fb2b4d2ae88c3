/** Generated months in which each line and payment was planted in a class: all found, none invented. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BankLine } from '../../../../src/ledger/books/bank-lines.ts'
import type { OurMovement } from '../../../../src/reconciliation/books/bank/bank-row.ts'
import { howMany } from '../../../support/extent.ts'
import { back, line, match, paid } from './bank-entries.ts'

/** Business days of November 2026, from a printed calendar. */
const DAYS = [3, 4, 5, 6, 9, 10, 11, 12, 13, 16, 17, 18, 19, 23, 24, 25, 26, 27, 30]
/** What states charge for licensing: many payments of a fleet are of one of these totals. */
const FEES = [17_408, 15_422, 8_810, 23_456]

const CLEAN = ['named', 'fee', 'fee-late', 'batch', 'refund', 'refund-named'] as const
const PLANTED = [
  'only-bank',
  'only-fleet',
  'amount-differs',
  'date-differs',
  'twice',
  'part-of-batch',
] as const
type Kind = (typeof CLEAN)[number] | (typeof PLANTED)[number]

interface Planted {
  readonly lines: BankLine[]
  readonly ours: OurMovement[]
  /** `class: line keys > our ids`; who is who among fees is not said, so those stand alone. */
  readonly classes: Map<string, string>
}

interface Item {
  readonly kind: Kind
  readonly day: number
  readonly fee: number
  readonly size: number
}

/** Totals of which no two choices have one sum: each is twice the one before, in tens of cents. */
function own(at: number, part: number): number {
  return 10 * 2 ** (3 * at + part)
}

function plant(items: readonly Item[]): Planted {
  const [lines, ours, classes]: [BankLine[], OurMovement[], Map<string, string>] = [
    [],
    [],
    new Map(),
  ]
  items.forEach(({ kind, day: drawn, fee: drawnFee, size }, at) => {
    const on = drawn % (DAYS.length - 4)
    const day = DAYS[on] ?? 3
    const later = (days: number): number => DAYS[on + days] ?? 3
    const fee = FEES[drawnFee % FEES.length] ?? 1
    const id = `P${at}`
    const txid = `FR0TA${String(at).padStart(21, '0')}`
    const put = (name: string, bank: BankLine[], fleet: OurMovement[]): void => {
      lines.push(...bank)
      ours.push(...fleet)
      for (const { identity } of bank) classes.set(identity, name)
      for (const each of fleet) classes.set(each.id, name)
    }
    const key = `l${at}`
    const total = own(at, 0)
    const memo = `PIX QRCODE ${txid.toLowerCase()}`
    switch (kind) {
      case 'named':
        return put('matched', [line(key, later(size % 2), -fee, memo)], [paid(id, day, fee, txid)])
      case 'fee':
        return put('matched', [line(key, day, -fee)], [paid(id, day, fee)])
      case 'fee-late':
        return put('matched', [line(key, later(1), -fee)], [paid(id, day, fee)])
      case 'refund':
        return put('refund', [line(key, later(1), fee)], [back(`R${at}`, day, fee)])
      case 'refund-named':
        put('matched', [line(key, day, -total, memo)], [paid(id, day, total, txid)])
        return put('refund', [line(`${key}r`, later(1), 10, memo)], [back(`R${at}`, day, 10, id)])
      case 'batch': {
        // A day of its own: the line is all that was paid on it.
        const alone = DAYS[at % DAYS.length] ?? 3
        const parts = [0, 1, 2].slice(0, 2 + (size % 2)).map((part) => own(at, part))
        const sum = parts.reduce((all, part) => all + part, 0)
        const some = parts.map((cents, part) => paid(`${id}.${part}`, alone, cents))
        return put('matched', [line(key, alone, -sum)], some)
      }
      case 'only-bank':
        return put('only-bank', [line(key, day, size % 2 === 0 ? -total - 7 : total + 7)], [])
      case 'only-fleet':
        // A Saturday, so that no batch of the day is without it.
        return put('only-fleet', [], [paid(id, 7, total)])
      case 'amount-differs':
        return put(
          'amount-differs',
          [line(key, day, -total - 3, memo)],
          [paid(id, day, total, txid)],
        )
      case 'date-differs':
        return put(
          'date-differs',
          [line(key, later(2 + (size % 3)), -fee, memo)],
          [paid(id, day, fee, txid)],
        )
      case 'twice':
        put('matched', [line(key, day, -fee, memo)], [paid(id, day, fee, txid)])
        return put('twice', [line(`${key}t`, later(1), -fee, memo)], [])
      case 'part-of-batch': {
        const alone = DAYS[at % DAYS.length] ?? 3
        put('only-bank', [line(key, alone, -own(at, 0) - own(at, 2))], [])
        const some = [0, 1, 2].map((part) => paid(`${id}.${part}`, alone, own(at, part)))
        return put('only-fleet', [], some)
      }
    }
  })
  return { lines, ours, classes }
}

function months(kinds: readonly Kind[]): fc.Arbitrary<Planted> {
  const item = fc.record({
    kind: fc.constantFrom(...kinds),
    day: fc.nat({ max: 100 }),
    fee: fc.nat({ max: 100 }),
    size: fc.nat({ max: 100 }),
  })
  return fc.array(item, { minLength: 3, maxLength: 15 }).map(plant)
}

/** The class of every line and movement; fails when one is in two rows or in none. */
function classesOf({ lines, ours }: Planted): Map<string, string> {
  const { rows, lineCents } = match({ lines, ours })
  const found = new Map<string, string>()
  for (const row of rows) {
    const keys = row.lines.map(({ identity }) => identity)
    for (const name of [...keys, ...row.ours.map(({ id }) => id)]) {
      expect(found.has(name)).toBe(false)
      found.set(name, row.class)
    }
    const isEven = row.class === 'matched' || row.class === 'refund' || row.class === 'date-differs'
    if (isEven && row.lineCents !== row.ourCents) throw new Error(`uneven: ${keys.join()}`)
  }
  expect(found.size).toBe(lines.length + ours.length)
  const told = [...lineCents.values()].reduce((sum, cents) => sum + cents, 0n)
  expect(told).toBe(lines.reduce((sum, { cents }) => sum + cents, 0n))
  return found
}

function sorted(classes: ReadonlyMap<string, string>): string[] {
  return [...classes].map(([name, each]) => `${name} ${each}`).sort()
}

test('clean months have no exception, to the cent', () => {
  fc.assert(
    fc.property(months(CLEAN), (month) => {
      expect(sorted(classesOf(month))).toEqual(sorted(month.classes))
    }),
    { numRuns: howMany(250, 1_000), seed: 16 },
  )
})

test('every planted class is found and none is invented, in whatever order the lines come', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(months([...CLEAN, ...PLANTED]), fc.infiniteStream(fc.nat()), (month, chance) => {
      const shuffled = <Entry>(all: readonly Entry[]): Entry[] =>
        all
          .map((entry) => ({ entry, at: chance.next().value ?? 0 }))
          .sort((one, other) => one.at - other.at)
          .map(({ entry }) => entry)
      const found = classesOf({
        ...month,
        lines: shuffled(month.lines),
        ours: shuffled(month.ours),
      })
      expect(sorted(found)).toEqual(sorted(month.classes))
      for (const each of month.classes.values()) seen.add(each)
    }),
    { numRuns: howMany(200, 500), seed: 17 },
  )
  expect(seen.size).toBe(7)
})

test('a statement read in two halves closes what the whole closes, and the second time nothing', () => {
  fc.assert(
    fc.property(months(['named', 'batch', 'refund-named', 'date-differs']), (month) => {
      const half = Math.floor(month.lines.length / 2)
      const first = match({ ...month, lines: month.lines.slice(0, half) })
      const then = match({ ...month, closures: first.closures })
      const whole = match(month)
      const names = (closures: typeof whole.closures): string[] =>
        closures.map((each) => `${each.class} ${each.lines.join()} ${each.movements.join()}`).sort()
      expect(names(then.closures)).toEqual(names(whole.closures))
      const again = match({ ...month, closures: whole.closures })
      expect(again).toEqual(whole)
    }),
    { numRuns: howMany(60, 200), seed: 18 },
  )
})

test('a month of 5,000 equal and 5,000 other payments is matched without comparing all to all', () => {
  const at = (each: number): number => DAYS[each % DAYS.length] ?? 3
  const every = Array.from({ length: 5_000 }, (_, each) => each)
  const lines = every.flatMap((each) => [
    line(`e${each}`, at(each), -17_408),
    line(`o${each}`, at(each), -each - 20_000),
    line(`f${each}`, at(each), -each - 900_000),
  ])
  const ours = every.flatMap((each) => [
    paid(`E${each}`, at(each), 17_408),
    paid(`O${each}`, at(each), each + 20_000),
  ])
  const { rows, lineCents } = match({ lines, ours })
  expect(rows.filter((row) => row.class === 'only-fleet')).toEqual([])
  expect(rows.filter((row) => row.class === 'only-bank').length).toBe(5_000)
  expect(lineCents.get('matched')).toBe(-ours.reduce((sum, { cents }) => sum + cents, 0n))
})
