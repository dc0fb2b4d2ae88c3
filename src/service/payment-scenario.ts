/** How a scenario changes simulated payments, by plate and charge alone; nothing is stored. */
import type { Charge, ChargeRefused } from './providers/payments.ts'

/** `declined` is for lack of funds; `doubt_*` is in doubt at first and ends as its second word. */
export type CardOutcome = 'approved' | 'declined' | 'doubt_paid' | 'doubt_declined'

/**
 * Every part may be absent, and may answer undefined: then the simulation goes on as it would.
 * A part is asked again at every read, so the same question must get the same answer.
 */
export interface PaymentScenario {
  /** Asked when an order is about to be made; a refusal becomes its answer, nothing is recorded. */
  readonly refuses?: (charge: ScenarioCharge) => ChargeRefused | undefined
  /** From when on a code may be shown, counted from its attempt; `never` keeps it empty. */
  readonly pixAppearsAfterMs?: (plate: string) => number | 'never' | undefined
  /** How long a code may be paid once it has appeared. */
  readonly pixExpiresAfterMs?: (plate: string) => number | undefined
  /** Whether the boleto gets paid. */
  readonly boletoPaid?: (plate: string) => boolean | undefined
  /** Replaces the outcome that the card's number, expiry and cvc would have. */
  readonly cardOutcome?: (plate: string) => CardOutcome | undefined
  /** How long each step of settling takes. */
  readonly settlementDelayMs?: (plate: string) => number | undefined
  /** Ids of the charge's debt items that the authority refuses; their amounts are refunded. */
  readonly refusedItems?: (charge: ScenarioCharge) => readonly string[] | undefined
}

type ScenarioCharge = Pick<
  Charge,
  'method' | 'plate' | 'uf' | 'debtsCents' | 'totalCents' | 'items'
>
