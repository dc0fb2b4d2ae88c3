/** Pure. Amounts, days, moments and sentences as the reader's language writes them. */

/**
 * @param {string} text with `{name}` where a value goes
 * @param {Readonly<Record<string, string | number>>} values
 * @returns {string}
 */
export function fill(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}

/**
 * @param {readonly [string, string]} forms for one and for many
 * @param {number} n
 * @param {Readonly<Record<string, string | number>>} [values]
 */
export function count(forms, n, values = {}) {
  return fill(n === 1 ? forms[0] : forms[1], { n, ...values })
}

/**
 * From the decimal string of the wire, without a float in between; other text stays as it came.
 * @param {string} amount
 * @param {string} lang
 */
export function money(amount, lang) {
  const parts = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amount)
  if (parts === null) return amount
  const [, sign = '', whole = '0', cents = ''] = parts
  const grouped = new Intl.NumberFormat(lang).format(BigInt(whole))
  const point = lang === 'pt-BR' ? ',' : '.'
  return `${sign}R$\u00a0${grouped}${point}${cents.padEnd(2, '0')}`
}

/**
 * @param {string} date YYYY-MM-DD
 * @param {string} lang
 */
export function day(date, lang) {
  const [year, month, dayOfMonth] = date.split('-')
  return lang === 'pt-BR' && dayOfMonth !== undefined ? `${dayOfMonth}/${month}/${year}` : date
}

/**
 * @param {string} timestamp
 * @param {string} lang
 */
export function moment(timestamp, lang) {
  const at = new Date(timestamp)
  if (Number.isNaN(at.getTime())) return timestamp
  // 11/12 is another day to an American than to the rest of those who read English.
  const dateStyle = lang === 'en' ? 'medium' : 'short'
  return new Intl.DateTimeFormat(lang, { dateStyle, timeStyle: 'medium' }).format(at)
}

/**
 * @param {number} atMs
 * @param {string} lang
 */
export function clockTime(atMs, lang) {
  return new Intl.DateTimeFormat(lang, { timeStyle: 'medium' }).format(new Date(atMs))
}

/**
 * The sum of decimal strings, as one of them.
 * @param {readonly string[]} amounts
 */
export function sum(amounts) {
  const cents = amounts.reduce((total, amount) => {
    const [whole = '0', part = ''] = amount.split('.')
    return total + BigInt(`${whole}${part.padEnd(2, '0')}`)
  }, 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
