/**
 * Why a vehicle's membership of a campaign ended without a new answer. The ledger stores these
 * codes; reports and the command line put them into the reader's language.
 */
export type MemberReason =
  /** excluded (src/ledger/consultations/campaigns-sql.ts): it is no longer in the fleet. */
  | 'left'
  /** excluded: the service refused to register it. */
  | 'refused'
  /** excluded: its registration waits for a person. */
  | 'unregistered'
  /** excluded: the service does not offer its state now (GET coverage). */
  | 'state-not-offered'
  /** answered: an answer that the ledger had already is fresh enough. */
  | 'fresh'
  /** failed: the service named a consultation that belongs to another vehicle. */
  | 'foreign-consultation'
  /** failed: the service does not know the vehicle that it registered. */
  | 'vehicle-unknown'
  /** failed: the vehicle was deactivated at the service. */
  | 'vehicle-inactive'
  /** failed: the service refused the vehicle's new plate or state. */
  | 'identity-untold'
  /** failed: the vehicle had left the campaign when its effect was about to be sent. */
  | 'not-a-member'

/** Why reading a consultation brought no answer. */
export const READING_PROBLEMS = {
  stillPending: 'still-pending',
  unreadable: 'unreadable',
  unreached: 'unreached',
} as const

export function refuse(reason: MemberReason): { readonly refuse: string } {
  return { refuse: reason }
}
