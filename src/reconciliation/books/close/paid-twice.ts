/** Pure. What a second order paid for debts, as one that is over may be paid late. */
import { sumCents } from '../../../fleet/money.ts'
import type { MoneyMovement, Movement } from '../movement.ts'

/** In cents, which moved no balance; `movements`: all of the vehicle, `money`: of its month. */
export function paidTwice(money: readonly MoneyMovement[], movements: readonly Movement[]): bigint {
  const isSecond = ({ nature, debtId, orderId }: MoneyMovement): boolean => {
    const payers = movements.filter((each) => each.debtId === debtId && each.class === 'paid')
    return (
      nature === 'debt' && payers.length > 0 && payers.every((each) => each.orderId !== orderId)
    )
  }
  return sumCents(money.filter(isSecond))
}
