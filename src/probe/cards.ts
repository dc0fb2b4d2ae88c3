/** Test card numbers: only documented ones, and only at a service that knows them as such. */

/** What docs/service.md documents for the service of this repository. */
export const ourTestCards: TestCards = {
  approved: '4111111111111111',
  declined: '4000000000009995',
}

export interface TestCards {
  /** A number that the service charges. */
  readonly approved: string
  /** A number that the service declines. */
  readonly declined?: string | undefined
}
