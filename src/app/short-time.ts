/** Pure. Instants as people read them in lines of text; `zone`: an IANA time zone. */
import type { Output } from './output.ts'

/** Beside work that goes on: day and hour, without the year. */
export function shortTime(at: Date, { locale }: Pick<Output, 'locale'>, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}

/** With its year, since output may be read much later, and a large fleet take until the next one. */
export function datedTime(at: Date, { locale }: Pick<Output, 'locale'>, zone: string): string {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(locale, { timeZone: zone, ...style }).format(at)
}
