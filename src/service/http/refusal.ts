/** Thrown to end a request with a status and a sentence (`message`), which become its reply. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.name = 'Refusal'
    this.status = status
    this.headers = headers
  }
}

/** What a caller without a right key may send (RFC 9110, 11.6.1; RFC 6750). */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="frota"' }

/** For checks before a handler (key, account, form); handlers return typed replies instead. */
export function refuse(status: 400 | 401 | 403, detail: string): Refusal {
  return new Refusal(status, detail, status === 401 ? CHALLENGE : {})
}

/** For `AppOptions.asRefusal`: undefined for an error that is no Refusal. */
export function asRefusal(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : undefined
}
