/** The shape of a state's calendar by final plate digit; which dates it holds is data beside it. */
import type { Uf } from '../uf.ts'

export const CALENDAR_KINDS = ['ipva_unique', 'ipva_installment', 'licensing'] as const

export type CalendarKind = (typeof CALENDAR_KINDS)[number]

/** The source of a row that is a pattern of ours and no law. */
export const SIMULATED = 'simulated'

export interface CalendarRow {
  readonly uf: Uf
  /** The year it was made law for, or every year that has no row of its own. */
  readonly year: number | 'every'
  readonly kind: CalendarKind
  /**
   * One line for each instalment (one line for the other kinds): groups of final digits with month
   * and day, as in `12:07-28 34:08-28 56:09-28 78:10-28 90:11-28`. Every digit stands in it once.
   */
  readonly due: readonly string[]
  /** The act or the official page that says so, or SIMULATED. */
  readonly source: string
}
