/** How instants, dates, amounts and counts look to a person, by the run's locale and zone. */
import type { Locale } from '../../../bilingual.ts'
import { Temporal } from 'temporal-polyfill'
import { displayCents } from '../../../fleet/money.ts'

export type Display = ReturnType<typeof displayFor>

const MONTHS = {
  'pt-BR': ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const

/** Written by hand, because the runtime's language data may change between versions. */
export function displayFor(locale: Locale, zone: string) {
  const date = (text: string): string => {
    const [year, month, day] = text.split('-')
    return locale === 'pt-BR' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`
  }
  return {
    money: (cents: bigint): string => displayCents(cents, locale).replace('R$ ', 'R$\u00A0'),
    count: (count: number): string =>
      count.toString().replace(/\B(?=(?:\d{3})+$)/g, locale === 'en' ? ',' : '.'),
    /** `part` of `whole`, in per cent. */
    share: (part: bigint, whole: bigint): string => {
      if (whole === 0n) return '0 %'
      const tenths = ((part * 1000n + whole / 2n) / whole).toString().padStart(2, '0')
      const point = locale === 'en' ? '.' : ','
      return `${tenths.slice(0, -1)}${point}${tenths.slice(-1)} %`
    },
    /** ISO 8601 to local date and time; empty stays empty. */
    instant: (text: string | null): string => {
      if (text === null || text === '') return ''
      const local = Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime()
      return `${date(local.toPlainDate().toString())} ${local.toString().slice(11, 16)}`
    },
    /** YYYY-MM-DD to the local form. */
    date: (text: string | null): string => (text === null ? '' : date(text)),
    /** YYYY-MM to a short month and year. */
    month: (text: string): string => {
      const [year = '', month = '1'] = text.split('-')
      return `${MONTHS[locale][Number(month) - 1] ?? month}/${year.slice(2)}`
    },
  }
}

/** A figure that was compared; of a hash the beginning. */
export function checkFigure(
  unit: 'rows' | 'cents' | 'hash',
  value: bigint | string,
  display: Pick<Display, 'money' | 'count'>,
): string {
  if (typeof value === 'string') return `${value.slice(0, 12)}…`
  return unit === 'cents' ? display.money(value) : display.count(Number(value))
}
