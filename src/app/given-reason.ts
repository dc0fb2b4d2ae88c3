/** Pure. The reason that a person gives for what they decide. */

/** Characters; it is kept in the audit log. */
export const REASON_CHARACTERS_MAX = 300

/** Empty without one. */
export function givenReason(typed: unknown): string {
  return typeof typed === 'string' ? typed.trim().slice(0, REASON_CHARACTERS_MAX) : ''
}
