/** Pure. What a statement of the interface turned out to be of a running service. */

/** The same sentence in both languages of the readers. */
export interface Words {
  readonly pt: string
  readonly en: string
}

/** `expected` and `seen` are written in the names and values of the wire, in no language. */
export type Finding =
  | { readonly verdict: 'holds' }
  | { readonly verdict: 'differs'; readonly expected: string; readonly seen: string }
  | { readonly verdict: 'unknown'; readonly why: Words }

export const holds: Finding = { verdict: 'holds' }

export function differs(expected: string, seen: string): Finding {
  return { verdict: 'differs', expected, seen }
}

export function unknown(pt: string, en: string): Finding {
  return { verdict: 'unknown', why: { pt, en } }
}

export function unless(fine: boolean, expected: string, seen: string): Finding {
  return fine ? holds : differs(expected, seen)
}

/** Something that later statements need: had, or not, and then why not. */
export type Staged<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: Words }

export function staged<Value>(value: Value): Staged<Value> {
  return { ok: true, value }
}

export function lacking(pt: string, en: string): { readonly ok: false; readonly why: Words } {
  return { ok: false, why: { pt, en } }
}

/** The first difference, else the first doubt, else that all hold. */
export function every(findings: readonly Finding[]): Finding {
  return (
    findings.find(({ verdict }) => verdict === 'differs') ??
    findings.find(({ verdict }) => verdict === 'unknown') ??
    holds
  )
}
