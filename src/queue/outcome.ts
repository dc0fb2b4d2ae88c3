/** The three expected endings of a job's verb; what a verb throws is unexpected and is retried. */
export type Outcome =
  | { outcome: 'done' }
  /** Not now: the ledger already holds the next time; `untilMs` repeats it, ms since 1970 (UTC). */
  | { outcome: 'snoozed'; untilMs: number; why: string }
  /** Never again: the ledger already holds the reason, a sentence for people without documents. */
  | { outcome: 'refused'; reason: string }
