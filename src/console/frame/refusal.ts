/** What a person chose or typed cannot be done; the page says why. */
export const STATUS_REFUSED = 422

/** An expected ending of a request: a page with its status and a sentence that names the cure. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
  }
}
