/** The dates at which `npm run test:dates` repeats the end-to-end tests; `npm test` lives today. */
export const DATES = {
  /** Two minutes before midnight in UTC: the runs end in January there, in December in São Paulo. */
  'new-year': '2026-12-31T20:58:00-03:00',
  /** Three minutes before midnight in São Paulo: the runs end in March. */
  'leap-day': '2028-02-29T23:57:00-03:00',
  /** No consultation of fixtures/fleets/small.csv fails by chance (test/service/simulation). */
  'no-failures': '2027-01-01T12:00:00-03:00',
} as const

/** They choose their own dates, whatever today is, and live for months: not in `npm test`. */
export const OWN_DATES = [
  'test/end-to-end/start-at.test.ts',
  'test/end-to-end/three-months.test.ts',
] as const
