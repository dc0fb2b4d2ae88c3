/** Pure. A request as a command for a POSIX shell, with what must not be read over a shoulder masked. */

/**
 * @typedef {{
 *   method: string,
 *   url: string,
 *   headers: readonly (readonly [string, string])[],
 *   body?: string | undefined,
 * }} ShownRequest
 */

const DOTS = '••••••••'
const KEY_PREFIX = 'svc_live_'
const KEY_HEADER = 'x-api-key'
const LAST_DIGITS = 4

/**
 * @param {ShownRequest} request
 * @param {{ withKey: boolean }} options
 */
export function curlCommand(request, { withKey }) {
  const { method, url, headers, body } = request
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => {
      const shown = name.toLowerCase() === KEY_HEADER && !withKey ? maskedKey(value) : value
      return `-H ${quoted(`${name}: ${shown}`)}`
    }),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** @param {string} key */
export function maskedKey(key) {
  return key.startsWith(KEY_PREFIX) ? KEY_PREFIX + DOTS : DOTS
}

/**
 * A card as it may be shown: the last digits of its number, nothing of the code.
 * @template {{ number: string, cvc: string }} Card
 * @param {Card} card
 * @returns {Card}
 */
export function maskedCard(card) {
  const isWhole = card.number.length >= 13
  const last = isWhole ? card.number.slice(-LAST_DIGITS) : ''
  return { ...card, number: DOTS + last, cvc: '•••' }
}

/**
 * Nothing between single quotes has a meaning for a shell.
 * @param {string} text
 */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
