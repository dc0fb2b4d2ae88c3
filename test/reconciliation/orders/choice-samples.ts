/** Which of some debts a policy orders, and any debts at all. */
import fc from 'fast-check'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import { chooseItems } from '../../../src/reconciliation/orders/proposing/choose-items.ts'
import type { Choice } from '../../../src/reconciliation/orders/proposing/choose-items.ts'
import { DEFAULT_ORDER_POLICY } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { shown, TODAY } from './order-samples.ts'

interface Given {
  readonly renavam?: string
  readonly costCentre?: string
  readonly feeCents?: bigint
  /** Known from earlier answers. */
  readonly gone?: readonly ShownDebt[]
}

export function choose(
  debts: readonly ShownDebt[],
  policy: Partial<OrderPolicy> = {},
  { gone = [], ...given }: Given = {},
): Choice {
  const of = { costCentre: '', feeCents: 0n, renavam: '00639884962', today: TODAY, ...given }
  const facts = { ...of, shown: debts, known: [...debts, ...gone] }
  return chooseItems(facts, { ...DEFAULT_ORDER_POLICY, ...policy })
}

export const idsOf = ({ chosen }: Choice): string[] => chosen.map((debt) => debt.id)
export const whyOf = ({ leftOut }: Choice): Record<string, string> =>
  Object.fromEntries(leftOut.map(({ debt, why }) => [debt.description, why]))

const states = ['open', 'proposed', 'approved', 'ordered', 'paid', 'settled'] as const
const kinds = [
  ['ipva', 'ipva'],
  ['ipva_unique', 'ipva'],
  ['ipva_installment', 'ipva'],
  ['licensing', 'licensing'],
  ['ticket', 'ticket'],
  ['other', 'other'],
] as const

/** Any debts of one answer, some of which need another one. */
export const anyDebts = (amountMaxCents: bigint): fc.Arbitrary<ShownDebt[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        year: fc.constantFrom(2025, 2026),
        month: fc.integer({ min: 1, max: 9 }),
        hasDate: fc.boolean(),
        isPayable: fc.boolean(),
        state: fc.constantFrom(...states),
        amountCents: fc.bigInt({ min: 1n, max: amountMaxCents }),
        partner: fc.option(fc.nat(11)),
      }),
      { maxLength: 12 },
    )
    .map((rows) => {
      const debts = rows.map(({ kind: [kind, group], month, hasDate, ...row }, at) =>
        shown({
          kind,
          group,
          year: row.year,
          description: `debt ${at}`,
          dueDate: hasDate ? `2026-0${month}-15` : null,
          isPayable: row.isPayable,
          state: row.state,
          amountCents: row.amountCents,
        }),
      )
      return debts.map((debt, at) => {
        const partner = debts[rows[at]?.partner ?? -1]
        return { ...debt, dependsOn: partner?.itemId ?? null }
      })
    })
