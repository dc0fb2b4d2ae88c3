/** One debt as a consultation answers it. */
import { Type, type Static } from 'typebox'
import { Amount, openWord, PlainDate, Uuid } from './scalar.ts'

export const DEBT_KINDS = [
  'ipva',
  'ipva_unique',
  'ipva_installment',
  'licensing',
  'ticket',
  'renainf_ticket',
  'insurance',
  'service',
  'other',
] as const
export type DebtKind = (typeof DEBT_KINDS)[number]

export const DEBT_GROUPS = ['ipva', 'licensing', 'ticket', 'insurance', 'service', 'other'] as const
export type DebtGroup = (typeof DEBT_GROUPS)[number]

/**
 * Part 2, Debt item; only five fields are required there, this service sends all. The id is new in
 * every consultation.
 */
export const DebtItem = Type.Object({
  id: Uuid,
  kind: openWord(DEBT_KINDS),
  group: openWord(DEBT_GROUPS),
  description: Type.Optional(Type.String()),
  amount: Amount,
  due_date: Type.Optional(Type.Union([PlainDate, Type.Null()])),
  year: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  depends_on: Type.Optional(Type.Union([Uuid, Type.Null()])),
  depends_on_description: Type.Optional(Type.String()),
  is_payable: Type.Boolean(),
})
export type DebtItem = Static<typeof DebtItem>
