/** A request that ends early with a status and a sentence; the binder turns it into the reply. */
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

/** For what happens before a handler: key, account, quota, form. Handlers return typed replies. */
export function refuse(status: 400 | 401 | 403, detail: string): Refusal {
  return new Refusal(status, detail)
}

/** The server asks this of every error before it judges one itself. */
export function asRefusal(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : undefined
}
