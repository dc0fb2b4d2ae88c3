/** What the simulated authorities know of one debt. */
import type { AnsweredItem } from '../debt-lookup.ts'

export type WorldDebt = Pick<
  AnsweredItem,
  'kind' | 'year' | 'description' | 'amountCents' | 'dueDate' | 'isPayable'
>

export interface WorldVehicle {
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: string
  readonly plate: string
}
