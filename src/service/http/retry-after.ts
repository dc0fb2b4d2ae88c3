/** Pure. The Retry-After header (RFC 9110, 10.2.3). */

/** In whole seconds, rounded up, so that a retry exactly then is not refused again. */
export function retryAfter(waitMs: number): Readonly<Record<'retry-after', string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) }
}
