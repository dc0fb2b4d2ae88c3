/** What happens to the yearly tax, from its assessment to the day it lapses. */
import { dueDatesOf } from '../../../src/fleet/calendar/due-dates.ts'
import type { Uf } from '../../../src/fleet/uf.ts'
import type { AnsweredDebt } from '../../../src/service/simulation/dependencies.ts'
import { ATTORNEY_FEE, LAPSE_YEARS } from '../../../src/service/simulation/ipva.ts'
import { rulesOf } from '../../../src/service/simulation/state-rules.ts'
import {
  appears,
  CAP_DAYS,
  type Change,
  daysLate,
  FEE,
  grows,
  INTEREST,
  leaves,
  percent,
  stays,
  type WorldEvent,
} from './world-event.ts'

const hasInstallments = (uf: Uf): boolean =>
  dueDatesOf({ uf, year: 2026, kind: 'ipva_installment', finalDigit: 0 }) !== null
const hasDiscount = (uf: Uf): boolean => rulesOf(uf).cashDiscount > 0n

export const taxEvents: readonly WorldEvent[] = [
  {
    kind: 'ipva_unique',
    event: 'assessed',
    when: '1 January; when first registered in the year, the month before its due month',
    amount: 'value x state rate, less the cash discount of the state',
    rule: 'alternative to the instalments',
    inChange: (change) => appears(change, 'ipva_unique'),
  },
  {
    kind: 'ipva_unique',
    event: 'cash discount ends',
    when: 'the day after it was due',
    amount: 'whole tax and first late fee',
    rule: 'none in some states',
    isIn: hasDiscount,
    inChange: (change) => daysLate(change) === 1 && growsByMoreThanFee(change),
  },
  {
    kind: 'ipva_unique',
    event: 'late fee grows',
    when: `each day from the due date to day ${CAP_DAYS}`,
    amount: FEE,
    rule: 'fee with a cap',
    inChange: (change) => {
      const late = daysLate(change) ?? 0
      return grows(change, 'ipva_unique') && late > 1 && late < CAP_DAYS
    },
  },
  {
    kind: 'ipva_unique',
    event: 'late fee capped, interest goes on',
    when: `after day ${CAP_DAYS}, on each monthly return of the due day`,
    amount: INTEREST,
    rule: 'simple interest on the tax',
    inChange: (change) => grows(change, 'ipva_unique') && (daysLate(change) ?? 0) > CAP_DAYS,
  },
  {
    kind: 'ipva_installment',
    event: 'assessed',
    when: 'with the single payment',
    amount: 'equal parts; odd cents in the first',
    rule: '',
    isIn: hasInstallments,
    inChange: (change) => appears(change, 'ipva_installment'),
  },
  {
    kind: 'ipva_installment',
    event: 'overdue',
    when: 'the day after it was due',
    amount: `${FEE}; ${INTEREST}`,
    rule: '',
    isIn: hasInstallments,
    inChange: (change) => grows(change, 'ipva_installment') && daysLate(change) === 1,
  },
  {
    kind: 'ipva_unique',
    event: 'paid without us',
    when: 'at the year’s end, or the last instalment’s',
    amount: 'leaves with its instalments',
    rule: 'unless carried over',
    inChange: (change) => leaves(change, 'ipva_unique') && !isIn(change.after, 'ipva', change.was),
  },
  {
    kind: 'ipva',
    event: 'carried over',
    when: 'the same day',
    amount:
      'the tax less settled instalments, with fee and interest since the single payment was due',
    rule: 'replaces single payment and instalments',
    inChange: (change) => appears(change, 'ipva') && isIn(change.before, 'ipva_unique', change.now),
  },
  {
    kind: 'ipva',
    event: 'interest added',
    when: 'monthly',
    amount: INTEREST,
    rule: 'simple interest on the tax',
    inChange: (change) => grows(change, 'ipva'),
  },
  {
    kind: 'ipva',
    event: 'goes to the state’s attorney',
    when: 'in the year after the state’s number of years',
    amount: 'leaves',
    rule: 'becomes the `other` of its year',
    inChange: (change) => leaves(change, 'ipva') && isIn(change.after, 'other', change.was),
  },
  {
    kind: 'other',
    event: 'arrives at the attorney',
    when: 'when the `ipva` leaves',
    amount: `what was due, ${percent(ATTORNEY_FEE)} more`,
    rule: 'never payable here',
    inChange: (change) => appears(change, 'other') && change.now?.isPayable === false,
  },
  {
    kind: 'other',
    event: 'interest added',
    when: 'monthly',
    amount: INTEREST,
    rule: 'never payable here',
    inChange: (change) => grows(change, 'other') && stays(change, 'other')?.now.isPayable === false,
  },
  {
    kind: 'other',
    event: 'lapses',
    when: `a day in the ${LAPSE_YEARS}th year after the tax's`,
    amount: 'leaves',
    rule: 'five years (CTN, art. 174)',
    inChange: (change) => leaves(change, 'other'),
  },
]

/** True when the same year's tax is among the debts in this form. */
function isIn(
  debts: readonly AnsweredDebt[],
  kind: string,
  tax: AnsweredDebt | undefined,
): boolean {
  return debts.some((debt) => debt.kind === kind && debt.year === tax?.year)
}

/** The first day's fee is a third of a percent; every state's discount is three or more. */
function growsByMoreThanFee(change: Change): boolean {
  const debt = stays(change, 'ipva_unique')
  return (
    debt !== undefined &&
    (debt.now.amountCents - debt.was.amountCents) * 100n > debt.was.amountCents
  )
}
