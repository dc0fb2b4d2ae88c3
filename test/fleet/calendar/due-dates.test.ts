/** The calendars as data: complete, possible days, and honest about where they come from. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { CALENDAR_KINDS, SIMULATED } from '../../../src/fleet/calendar/calendar-row.ts'
import { calendarOf, calendarRows, dueDatesOf } from '../../../src/fleet/calendar/due-dates.ts'
import { UFS } from '../../../src/fleet/uf.ts'

const DIGITS = '0123456789'

test('every state has a single payment and a licensing date for each final digit', () => {
  for (const uf of UFS) {
    for (const kind of ['ipva_unique', 'licensing'] as const) {
      for (let finalDigit = 0; finalDigit < 10; finalDigit++) {
        const due = dueDatesOf({ uf, year: 2026, kind, finalDigit })
        expect(due?.dates, `${uf} ${kind} ${finalDigit}`).toHaveLength(1)
      }
    }
  }
})

test('every line of every row names each final digit once', () => {
  for (const { uf, kind, due } of calendarRows) {
    for (const line of due) {
      const digits = line
        .replaceAll(/:\S+| /g, '')
        .split('')
        .toSorted()
        .join('')
      expect(digits, `${uf} ${kind}`).toBe(DIGITS)
    }
  }
})

test('there is one row for a state, year and kind', () => {
  const keys = calendarRows.map(({ uf, year, kind }) => `${uf} ${year} ${kind}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a source is an act or a page with an address, or says that it is simulated', () => {
  for (const { source } of calendarRows) {
    expect(
      source === SIMULATED || /^(Lei|Decreto|Portaria|Resolução|https:\/\/)/.test(source),
    ).toBe(true)
  }
  const due = dueDatesOf({ uf: 'SP', year: 2026, kind: 'ipva_unique', finalDigit: 1 })
  expect(due).toEqual({ dates: ['2026-01-12'], source: 'simulated', isSimulated: true })
})

const question = fc.record({
  uf: fc.constantFrom(...UFS),
  year: fc.integer({ min: 2000, max: 2100 }),
  kind: fc.constantFrom(...CALENDAR_KINDS),
  finalDigit: fc.integer({ min: 0, max: 9 }),
})

test('dates are possible days of the year that was asked for, each after the one before', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const dates = dueDatesOf(asked)?.dates ?? []
      for (const date of dates) {
        expect(Temporal.PlainDate.from(date, { overflow: 'reject' }).year).toBe(asked.year)
      }
      expect(dates.toSorted()).toEqual(dates)
      expect(new Set(dates).size).toBe(dates.length)
    }),
  )
})

test('the first instalment falls due with the single payment', () => {
  for (const uf of UFS) {
    const asked = { uf, year: 2026, finalDigit: 4 }
    const [first] = dueDatesOf({ ...asked, kind: 'ipva_installment' })?.dates ?? []
    const [unique] = dueDatesOf({ ...asked, kind: 'ipva_unique' })?.dates ?? []
    expect(first ?? unique).toBe(unique)
  }
})

test('an unknown state, and instalments where a state gives none, have no dates', () => {
  expect(dueDatesOf({ uf: 'XX', year: 2026, kind: 'licensing', finalDigit: 1 })).toBeNull()
  expect(dueDatesOf({ uf: 'RR', year: 2026, kind: 'ipva_installment', finalDigit: 1 })).toBeNull()
})

test('a row for one year goes before the row for every year, and only in that year', () => {
  const row = {
    uf: 'SP',
    year: 2026,
    kind: 'licensing',
    due: ['1234567890:11-30'],
    source: 'Portaria de exemplo',
  } as const
  const dueIn = (year: number) =>
    calendarOf([row, ...calendarRows])({ uf: 'SP', year, kind: 'licensing', finalDigit: 1 })
  expect(dueIn(2026)).toEqual({
    dates: ['2026-11-30'],
    source: 'Portaria de exemplo',
    isSimulated: false,
  })
  expect(dueIn(2027)).toMatchObject({ dates: ['2027-07-28'], isSimulated: true })
})
