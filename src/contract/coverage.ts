/** What the service offers per state. */
import { Type, type Static } from 'typebox'
import { DEBT_KINDS } from './debt-item.ts'
import { ORDER_METHODS } from './order.ts'
import { page } from './page.ts'
import { openWord } from './scalar.ts'

const StateCoverage = Type.Object({
  uf: Type.String(),
  name: Type.String(),
  consultation: Type.Boolean(),
  payment: Type.Boolean(),
  kinds: Type.Array(openWord(DEBT_KINDS)),
  methods: Type.Array(openWord(ORDER_METHODS)),
})

export const Coverage = page(StateCoverage)
export type Coverage = Static<typeof Coverage>
