/** Stored days as a Brazilian spreadsheet writes them into a CSV; one is kept as its number. */

const DAY_MS = 86_400_000
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)

/** 1900-02-29, a day that Lotus 1-2-3 made up: the numbers of days before it are one off. */
const FEIGNED_LEAP_DAY = 60

/** The last day of the year 9999. */
const DAYS_MAX = 2_958_465

const DATE_FORMATS = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51,
  52, 53, 54, 55, 56, 57, 58,
])

/** Excel takes no longer formats. */
export const FORMAT_CHARACTERS_MAX = 255

/** `id`: the number of a format; `code`: its own code, undefined for a format that is built in. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id)
  const short = code.slice(0, FORMAT_CHARACTERS_MAX)
  if (/\[(?:h+|m+|s+)\]/i.test(short)) return true
  const bare = short.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
  return /[ymdhs]/i.test(bare.replace(/general/gi, ''))
}

/** Undefined for a number that is no day, although its format is a date's. */
export function dateText(stored: string, is1904: boolean): string | undefined {
  const days = Number(stored)
  if (stored.trim() === '' || !(days >= 0) || days > DAYS_MAX) return undefined
  const hasDate = days >= 1 || is1904
  const isEarly = !is1904 && days < FEIGNED_LEAP_DAY
  const epoch = is1904 ? EPOCH_1904_MS : EPOCH_1900_MS
  const ms = Math.round((days + (isEarly && hasDate ? 1 : 0)) * (DAY_MS / 1000)) * 1000
  const text = new Date(epoch + ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  return hasDate ? isoDateText(text) : text.slice('yyyy-mm-ddT'.length)
}

/** Of ISO 8601, as OpenDocument stores dates; only a time of midnight is removed. */
export function isoDateText(stored: string): string {
  return stored
    .replace(/T00:00:00(?:\.0+)?$/, '')
    .replace(/^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:$|T)/, '$3/$2/$1 ')
    .trim()
}

export function odsTimeText(stored: string): string {
  const parts = /^PT([0-9]+)H([0-9]+)M([0-9]+)(?:[.,][0-9]+)?S$/.exec(stored)
  if (parts === null) return stored
  return parts
    .slice(1)
    .map((part) => part.padStart(2, '0'))
    .join(':')
}
