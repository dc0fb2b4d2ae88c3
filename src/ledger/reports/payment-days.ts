/** How long a payment may take before it is an exception, in days. */
export interface PaymentDays {
  /** From the payment to its settlement; then a person must ask the authority. */
  readonly settlementMax: number
  /** From the settlement to the last answer that may still show the debt. */
  readonly settledShownMax: number
}

export const PAYMENT_DAYS: PaymentDays = { settlementMax: 15, settledShownMax: 7 }
