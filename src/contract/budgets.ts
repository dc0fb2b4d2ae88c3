/** What GET /api/v1/limits tells of a key's hourly budgets. Ours: the interface shows no such read. */
import { Type, type Static } from 'typebox'
import { openWord, Timestamp } from './scalar.ts'

const BudgetState = Type.Object({
  name: openWord(['consultations', 'orders'] as const),
  limit: Type.Integer(),
  window: openWord(['rolling', 'fixed', 'bucket'] as const),
  window_seconds: Type.Integer(),
  used: Type.Integer(),
  free: Type.Integer(),
  next_free_at: Type.Union([Timestamp, Type.Null()]),
})

export const Budgets = Type.Object({ budgets: Type.Array(BudgetState) })
export type Budgets = Static<typeof Budgets>
