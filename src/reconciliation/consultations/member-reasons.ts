/**
 * Why a vehicle's part in a campaign ended without an answer that the service gave: words of the
 * ledger, which reports and the command line put into the reader's language.
 */
export type MemberReason =
  /** excluded (src/ledger/consultations/campaigns-sql.ts): it is not of the fleet any more. */
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
  /** failed: its effect came to a vehicle that had left the campaign. */
  | 'not-a-member'

/** What the reading of a consultation saw when it brought no answer. */
export const READING_PROBLEMS = {
  stillPending: 'still-pending',
  unreadable: 'unreadable',
  unreached: 'unreached',
} as const
