/** Amounts, days and texts as Brazilian banks write them. Undefined: nobody can say what it is. */

const AMOUNT_CHARACTERS_MAX = 40
const AMOUNT = /^(\()?\s*([+-]?)\s*([0-9.,]+)\s*(\))?\s*([+-]?)\s*([DC]?)$/i
const PLAIN = /^([0-9]{1,15})(?:[.,]([0-9]{1,2})0*)?$/
const COMMA_GROUPS = /^[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]{1,2}$/
const POINT_GROUPS = /^[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2}$/
const MILLIONS = /^[0-9]{1,3}(?:(?:\.[0-9]{3}){2,4}|(?:,[0-9]{3}){2,4})$/
/** `1.234` may be a thousand or one real and some; `1.230` too. */
const AMBIGUOUS = /^[0-9]{1,3}[.,][0-9]{3}$/

/** `-1.234,56`, `-1234.56`, `1.234,56-`, `(1.234,56)`, `R$ 1.234,56`, `1.234,56 D`, `+7`. */
export function readAmount(text: string): bigint | undefined {
  if (text.length > AMOUNT_CHARACTERS_MAX) return undefined
  const bare = text
    .replace(/\u2212/g, '-')
    .replace(/R\$/i, '')
    .trim()
  const parts = AMOUNT.exec(bare)
  if (parts === null) return undefined
  const [, open, before = '', digits = '', close, behind = '', side] = parts
  if ((open === undefined) !== (close === undefined)) return undefined
  const signs = [open === undefined ? '' : '-', before, behind].filter((sign) => sign !== '')
  const cents = readDigits(digits)
  if (cents === undefined || signs.length > 1) return undefined
  const isNegative = signs[0] === '-'
  const said = side?.toUpperCase()
  if (said === 'C' && isNegative) return undefined
  return isNegative || said === 'D' ? -cents : cents
}

function readDigits(digits: string): bigint | undefined {
  if (AMBIGUOUS.test(digits)) return undefined
  const plain = COMMA_GROUPS.test(digits)
    ? digits.replaceAll(',', '')
    : POINT_GROUPS.test(digits)
      ? digits.replaceAll('.', '')
      : MILLIONS.test(digits)
        ? digits.replace(/[.,]/g, '')
        : digits
  const parts = PLAIN.exec(plain)
  if (parts === null) return undefined
  return BigInt(`${parts[1]}${(parts[2] ?? '').padEnd(2, '0')}`)
}

/**
 * The day of `20261103120000[-3:BRT]`, `2026-11-03`, `03/11/2026` and `03/11/26`. It is the day as
 * written: converting the zone would move what a bank posts at midnight and marks as GMT.
 */
export function readDay(text: string): string | undefined {
  const bare = text.trim()
  const ofx = /^([0-9]{4})([0-9]{2})([0-9]{2})(?:[0-9]{2,6}(?:\.[0-9]{1,6})?)?(?:\[[^\]]*\])?$/
  const iso = /^([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})(?:[T ][0-9:.Z+-]*)?$/
  const ours = /^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4}|[0-9]{2})(?: [0-9:hH]*)?$/
  const parts = ofx.exec(bare) ?? iso.exec(bare)
  if (parts !== null) return dayOf(parts[1], parts[2], parts[3])
  const short = ours.exec(bare)
  if (short === null) return undefined
  const year = short[3] ?? ''
  return dayOf(year.length === 2 ? `20${year}` : year, short[2], short[1])
}

const YEAR_MIN = 1990
const YEAR_MAX = 2100

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  const isIn = Number(year) >= YEAR_MIN && Number(year) <= YEAR_MAX
  // Date.parse takes the 31st of November for the 1st of December.
  const isDay = isIn && Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
  return isDay ? text : undefined
}

/** Without control characters, and with one space where there were several. */
export function tidyText(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Without accents, case and what stands in brackets: `Histórico (R$)` -> `historico`. */
export function foldText(text: string): string {
  const plain = text
    .slice(0, FOLDED_CHARACTERS_MAX)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const bare = plain.toLowerCase().replace(/\([^)]*\)/g, ' ')
  return bare.replace(/[^a-z0-9/]+/g, ' ').trim()
}

/** Longer than any heading or name of a balance. */
const FOLDED_CHARACTERS_MAX = 60

const BALANCE =
  /^(?:s a l d o|(?:saldo|sdo)(?: (?:anterior|inicial|final|atual|parcial|total|bloqueado|do dia|dia|disponivel|do dia anterior|total disponivel(?: dia)?|em conta(?: corrente)?|aplic aut mais|cta\/apl automaticas|em [0-9/]{5,10}))?)$/

/**
 * True for a line that tells a balance. The names are listed, because a movement that is taken for
 * a balance is lost in silence, while a balance that is taken for a movement is seen.
 */
export function isBalance(memo: string): boolean {
  return BALANCE.test(foldText(memo))
}
