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
    row: 'ipva_unique · assessed',
    inChange: (change) => appears(change, 'ipva_unique'),
  },
  {
    row: 'ipva_unique · cash discount ends',
    isIn: hasDiscount,
    inChange: (change) => growsByMoreThanFee(change) && daysLate(change) === 1,
  },
  {
    row: 'ipva_unique · late fee grows',
    says: [`day ${CAP_DAYS}`, FEE],
    inChange: (change) => {
      if (!grows(change, 'ipva_unique')) return false
      const late = daysLate(change) ?? 0
      return late > 1 && late < CAP_DAYS
    },
  },
  {
    row: 'ipva_unique · late fee capped, interest goes on',
    says: [`day ${CAP_DAYS}`, INTEREST],
    inChange: (change) => grows(change, 'ipva_unique') && (daysLate(change) ?? 0) > CAP_DAYS,
  },
  {
    row: 'ipva_installment · assessed',
    isIn: hasInstallments,
    inChange: (change) => appears(change, 'ipva_installment'),
  },
  {
    row: 'ipva_installment · overdue',
    says: [FEE, INTEREST],
    isIn: hasInstallments,
    inChange: (change) => grows(change, 'ipva_installment') && daysLate(change) === 1,
  },
  {
    row: 'ipva_unique · paid without us',
    inChange: (change) => leaves(change, 'ipva_unique') && !isIn(change.after, 'ipva', change.was),
  },
  {
    row: 'ipva · carried over',
    inChange: (change) => appears(change, 'ipva') && isIn(change.before, 'ipva_unique', change.now),
  },
  {
    row: 'ipva · interest added',
    says: [INTEREST],
    inChange: (change) => grows(change, 'ipva'),
  },
  {
    row: 'ipva · goes to the state’s attorney',
    inChange: (change) => leaves(change, 'ipva') && isIn(change.after, 'other', change.was),
  },
  {
    row: 'other · arrives at the attorney',
    says: [`${percent(ATTORNEY_FEE)} more`],
    inChange: (change) => appears(change, 'other') && change.now?.isPayable === false,
  },
  {
    row: 'other · interest added',
    says: [INTEREST],
    inChange: (change) => grows(change, 'other') && stays(change, 'other')?.now.isPayable === false,
  },
  {
    row: 'other · lapses',
    says: [`the ${LAPSE_YEARS}th year`],
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
