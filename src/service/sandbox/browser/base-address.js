/** Pure. Reads a typed base address and says what a browser could never call. */

/**
 * @typedef {'empty' | 'malformed' | 'scheme' | 'credentials' | 'query' | 'prefix'} AddressFault
 * @typedef {{ ok: true, base: string } | { ok: false, why: AddressFault }} AddressReading
 */

/**
 * @param {string} text
 * @returns {AddressReading} the base without a slash at its end
 */
export function readBaseAddress(text) {
  const trimmed = text.trim()
  if (trimmed === '') return fault('empty')
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return fault('scheme')
  const url = URL.parse(trimmed)
  if (url === null) return fault('malformed')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return fault('scheme')
  if (url.username !== '' || url.password !== '') return fault('credentials')
  if (/[?#]/.test(trimmed)) return fault('query')
  const path = url.pathname.replace(/\/+$/, '')
  if (/\/api\/v1(\/|$)/.test(path)) return fault('prefix')
  return { ok: true, base: url.origin + path }
}

/**
 * Browsers let a page from https call http only on the machine itself.
 * @param {string} base
 * @param {string} pageProtocol such as `https:`
 */
export function isMixedContent(base, pageProtocol) {
  const { protocol, hostname } = new URL(base)
  const isOwnMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return pageProtocol === 'https:' && protocol === 'http:' && !isOwnMachine
}

/**
 * @param {AddressFault} why
 * @returns {AddressReading}
 */
function fault(why) {
  return { ok: false, why }
}
