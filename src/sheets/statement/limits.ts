/** What a statement may be at most. A busy company's month is some thousand lines, under 2 MB. */
export const STATEMENT_LIMITS = {
  bytesMax: 10 * 1024 * 1024,
  linesMax: 50_000,
  /** Of a memo, which holds an end-to-end id (32) and a name; what follows is not kept. */
  memoCharactersMax: 500,
  /** Of any other value of a line or account: FITID may have 255 by the specification. */
  valueCharactersMax: 255,
} as const

export type StatementLimits = { readonly [name in keyof typeof STATEMENT_LIMITS]: number }
