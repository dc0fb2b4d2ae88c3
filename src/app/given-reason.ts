/** Pure. The reason that a person gives for what they decide. */
import { veilDocuments } from '../fleet/veil-documents.ts'

/** Characters; it is kept in the audit log. */
export const REASON_CHARACTERS_MAX = 300

/** Empty without one. Documents in it are masked: the ledger and files keep it in clear. */
export function givenReason(typed: unknown): string {
  return typeof typed === 'string'
    ? veilDocuments(typed.trim()).slice(0, REASON_CHARACTERS_MAX)
    : ''
}
