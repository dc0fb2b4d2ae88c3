/** Days on which Brazilian banks settle: no weekends, no national bank holidays. */
import { Temporal } from 'temporal-polyfill'

/** Law 662/1949, law 6802/1980 and, since 2024, law 14759/2023 (20 November). */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25']
const BLACK_AWARENESS_DAY = '11-20'
const BLACK_AWARENESS_YEAR_MIN = 2024
/** Days from Easter: carnival's Monday and Tuesday, Good Friday, Corpus Christi. */
const FROM_EASTER = [-48, -47, -2, 60]

/**
 * Numbers the days of a span so that neighbouring business days differ by one. A day on which no
 * bank settles has the number of the next business day. `from` and `to`: YYYY-MM-DD.
 */
export function bankDays(from: string, to: string): (day: string) => number {
  const numbers = new Map<string, number>()
  const closed = new Set<string>()
  const first = Temporal.PlainDate.from(from)
  const days = first.until(to).days
  const years = Temporal.PlainDate.from(to).year - first.year
  for (let at = 0; at <= years; at++) for (const day of holidaysOf(first.year + at)) closed.add(day)
  let number = 0
  for (let at = 0; at <= days; at++) {
    const day = first.add({ days: at })
    const text = day.toString()
    numbers.set(text, number)
    if (day.dayOfWeek <= FRIDAY && !closed.has(text)) number++
  }
  return (day) => {
    const found = numbers.get(day)
    if (found === undefined) throw new Error(`The day ${day} is not between ${from} and ${to}.`)
    return found
  }
}

const FRIDAY = 5

function holidaysOf(year: number): string[] {
  const easter = easterOf(year)
  const moving = FROM_EASTER.map((days) => easter.add({ days }).toString())
  const fixed = year < BLACK_AWARENESS_YEAR_MIN ? FIXED : [...FIXED, BLACK_AWARENESS_DAY]
  return [...moving, ...fixed.map((day) => `${String(year).padStart(4, '0')}-${day}`)]
}

/** Butcher's algorithm for the Gregorian calendar. */
function easterOf(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const drift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - drift + 15) % 30
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const day = epact + weekday - 7 * late + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(day / 31), day: (day % 31) + 1 })
}
