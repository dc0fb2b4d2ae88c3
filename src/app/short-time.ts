/** Pure. An instant as people read it beside work that goes on: day and hour, without the year. */
import type { Output } from './output.ts'

/** `zone`: an IANA time zone. */
export function shortTime(at: Date, { locale }: Pick<Output, 'locale'>, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}
