import { expect, test } from 'vitest'
import { bankDays } from '../../../src/fleet/calendar/bank-days.ts'

/** Days on which no bank settled, from the calendars that the banks' federation publishes. */
const CLOSED: Record<string, string[]> = {
  '2023': [
    '02-20',
    '02-21',
    '04-07',
    '04-21',
    '05-01',
    '06-08',
    '09-07',
    '10-12',
    '11-02',
    '11-15',
    '12-25',
  ],
  '2024': ['01-01', '02-12', '02-13', '03-29', '05-01', '05-30', '11-15', '11-20', '12-25'],
  '2026': [
    '01-01',
    '02-16',
    '02-17',
    '04-03',
    '04-21',
    '05-01',
    '06-04',
    '09-07',
    '10-12',
    '11-02',
    '11-20',
    '12-25',
  ],
}

test.each(Object.entries(CLOSED))(
  'in %s banks rest on weekends and on these days',
  (year, days) => {
    const numberOf = bankDays(`${year}-01-01`, `${Number(year) + 1}-01-10`)
    const resting: string[] = []
    for (let ms = Date.parse(`${year}-01-01`); ms < Date.parse(`${year}-12-31`); ms += 86_400_000) {
      const [day, next] = [ms, ms + 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10))
      const isWeekend = [0, 6].includes(new Date(ms).getUTCDay())
      const hasRest = numberOf(day ?? '') === numberOf(next ?? '')
      if (isWeekend !== hasRest) resting.push((day ?? '').slice(5))
    }
    expect(resting).toEqual(days)
  },
)
