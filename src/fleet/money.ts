import { bad, good, type Result } from './result.ts'

/** Money as whole cents in a bigint; a decimal string on the wire; never a float. */

export type MoneyProblem = 'money-form'

/** Fifteen digits of reais are more than all fleets together owe: a longer text is an error. */
const REAIS_DIGITS_MAX = 15

const DECIMAL = new RegExp(`^(-?)([0-9]{1,${REAIS_DIGITS_MAX}})(?:\\.([0-9]{1,2}))?$`)

/** Cents of the wire's decimal string: `1234.56`, `0.00`, `-10.5`, `7`. No grouping, no comma. */
export function parseCents(text: string): Result<bigint, MoneyProblem> {
  const parts = DECIMAL.exec(text)
  if (parts === null) return bad('money-form')
  const cents = BigInt(`${parts[2]}${(parts[3] ?? '').padEnd(2, '0')}`)
  return good(parts[1] === '-' ? -cents : cents)
}

/** The same of an amount that the contract's schema has checked; a TypeError is a bug of ours. */
export function checkedCents(amount: string): bigint {
  const parsed = parseCents(amount)
  if (parsed.ok) return parsed.value
  throw new TypeError('A checked amount is not a decimal string.')
}

/** The wire's decimal string: 123456n -> `1234.56`. */
export function formatCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A decimal comma without grouping, as a spreadsheet in Portuguese reads a number: `1234,56`. */
export function formatCentsComma(cents: bigint): string {
  return formatCents(cents).replace('.', ',')
}

/** For people: `R$ 1.234,56` (pt-BR) or `R$ 1,234.56` (en), minus sign in front. */
export function displayCents(cents: bigint, locale: 'pt-BR' | 'en' = 'pt-BR'): string {
  const [whole = '0', part = '00'] = formatCents(cents < 0n ? -cents : cents).split('.')
  const [group, point] = locale === 'pt-BR' ? ['.', ','] : [',', '.']
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, group)
  return `${cents < 0n ? '-' : ''}R$ ${grouped}${point}${part}`
}

const GROUPED_COMMA = /^[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?$/
const GROUPED_POINT = /^[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]{1,2}$/

/**
 * Reais as a person types them for an option: `1500`, `1500.5`, `1234,56`, `1.234,56`, `1,234.56`,
 * with or without `R$`. `1.234` is refused with `1,234`: they may mean thousands or not.
 */
export function parseReais(text: string): Result<bigint, MoneyProblem> {
  const bare = text.trim().replace(/^R\$\s*/i, '')
  if (/^[0-9]{1,3}[.,][0-9]{3}$/.test(bare)) return bad('money-form')
  if (GROUPED_COMMA.test(bare)) return parseCents(bare.replaceAll('.', '').replace(',', '.'))
  if (GROUPED_POINT.test(bare)) return parseCents(bare.replaceAll(',', ''))
  return bare.startsWith('-') ? bad('money-form') : parseCents(bare.replace(',', '.'))
}

export function sumCents(rows: Iterable<{ readonly cents: bigint }>): bigint {
  let sum = 0n
  for (const { cents } of rows) sum += cents
  return sum
}
