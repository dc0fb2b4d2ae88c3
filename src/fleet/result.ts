/** What reading data that may be bad returns: a problem is an expected ending and is not thrown. */
export type Result<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: Code }

export function good<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function bad<Code extends string>(code: Code): { readonly ok: false; readonly code: Code } {
  return { ok: false, code }
}
