/** What a server answers when a request fails before any handler, where its pages say the rest. */
export const plainWords = {
  routeMissing: 'Not found.',
  methodWrong: 'Method not allowed.',
  bodyInvalid: 'The body is not acceptable.',
  /** `{field}`, where it stands, is the key. */
  keyRepeated: 'The body is not acceptable.',
  bodyTooLarge: 'The body is too large.',
  mediaTypeUnsupported: 'This media type is not accepted.',
  requestInvalid: 'The request is not acceptable.',
  requestTimeout: 'The request took too long.',
  headersTooLarge: 'The headers are too large.',
  internal: 'Something unexpected happened.',
  unavailable: 'Not available now.',
}

/** These sentences in a server's own words. */
export type ProblemWords = Readonly<typeof plainWords>

/** Pure. The sentence for a status that the server itself chose. */
export function wordsFor(words: ProblemWords, status: number, code: string, field = ''): string {
  if (code === BODY_INVALID) return words.bodyInvalid
  if (code === KEY_REPEATED) return words.keyRepeated.replace('{field}', () => field)
  switch (status) {
    case 404:
      return words.routeMissing
    case 408:
      return words.requestTimeout
    case 413:
      return words.bodyTooLarge
    case 415:
      return words.mediaTypeUnsupported
    case 431:
      return words.headersTooLarge
    case 503:
      return words.unavailable
    default:
      return status >= 500 ? words.internal : words.requestInvalid
  }
}

/** Error code for a body that names a key twice in one object. */
export const KEY_REPEATED = 'key-repeated'
/** Error code for a body that is no JSON, too deep, or has a prototype key. */
export const BODY_INVALID = 'body-invalid'

/** Pure. A caller's name for a field, made safe to show: a document may stand where one belongs. */
export function shownName(name: string): string {
  return name
    .replace(/[^\w .-]/g, '?')
    .replace(/\d{6,}/g, '#')
    .slice(0, NAME_SHOWN_MAX)
}

const NAME_SHOWN_MAX = 40
