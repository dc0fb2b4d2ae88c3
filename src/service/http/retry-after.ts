/** Pure. The header that says how long to wait, as every refusal that passes by itself bears it. */

/** In whole seconds, rounded up: who comes back exactly then must not be refused again. */
export function retryAfter(waitMs: number): Readonly<Record<'retry-after', string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) }
}
