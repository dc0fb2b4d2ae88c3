/** The instant at which a day (YYYY-MM-DD) begins in a time zone; undefined for no valid day. */
import { Temporal } from 'temporal-polyfill'
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date | undefined {
  try {
    const plain = Temporal.PlainDate.from(day).add({ days: daysLater })
    return new Date(plain.toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}
