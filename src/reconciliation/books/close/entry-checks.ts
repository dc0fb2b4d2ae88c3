/**
 * What must agree of a month's entries, each figure summed in two ways while the vehicles stream
 * by: by what the ledger and the service told, and by the rows of the books.
 */
import { sumCents } from '../../../fleet/money.ts'
import type { HistoricOrder, VehicleHistory } from '../../../ledger/histories/vehicle-histories.ts'
import { owedTotals } from '../../debts/owed-totals.ts'
import { cents } from '../../reports/check-totals.ts'
import type { BookPolicy, VehicleBooks } from '../book-vehicle.ts'
import type { BookCheck } from './book-checks.ts'
import type { VehicleRows } from './book-rows.ts'

export class EntryChecks {
  readonly #policy: BookPolicy
  /** All movements ever, and what is owed now by the debts themselves. */
  readonly #ever = { movedCents: 0n, owedCents: 0n }
  /** Of the month: paid for debts by the ledger; by the payments, but what a second order paid. */
  readonly #paid = { ledgerCents: 0n, paymentsCents: 0n }
  /** Of the fleet's orders, whenever it was: by what became of them, and by the payments. */
  readonly #orders = { toldCents: 0n, bookedCents: 0n }
  /** What came back, as the service last said and by the payments; for debts, by the ledger. */
  readonly #refunds = { saidCents: 0n, bookedCents: 0n, ledgerCents: 0n, debtsCents: 0n }

  constructor(policy: BookPolicy) {
    this.#policy = policy
  }

  /** `rows`: those of the month. */
  add({ vehicle, debts, orders }: VehicleHistory, books: VehicleBooks, rows: VehicleRows): void {
    const { fleet, until, preferOn } = this.#policy
    for (const order of orders) if (order.fleet === fleet) this.#order(order, books)
    this.#paid.ledgerCents -= sumCents(rows.ledger.filter((row) => row.class === 'paid'))
    const settling = rows.money.filter(({ nature, isSecond }) => nature === 'debt' && !isSecond)
    this.#paid.paymentsCents += sumCents(settling)
    this.#ever.movedCents += sumCents(books.movements)
    if (!vehicle.inFleet || vehicle.fleet !== fleet) return
    const now = debts.map((debt) => ({ ...debt, ...debt.now }))
    const policy = { today: until, prefer: preferOn(until) }
    this.#ever.owedCents += owedTotals(now, policy).owedCents
  }

  #order({ id, events, refundedCents }: HistoricOrder, { movements, money }: VehicleBooks): void {
    const rows = money.filter(({ orderId }) => orderId === id)
    const back = rows.filter(({ nature }) => nature === 'refund')
    let cameCents = 0n
    for (const { event, amountCents } of events) {
      this.#orders.toldCents += event === 'paid' ? amountCents : -amountCents
      if (event === 'refunded') cameCents += amountCents
    }
    this.#orders.bookedCents += sumCents(rows)
    this.#refunds.saidCents += refundedCents
    this.#refunds.bookedCents -= sumCents(back)
    const ofDebts = back.filter(({ debtId }) => debtId !== null)
    cameCents += sumCents(ofDebts.filter(({ isSecond }) => isSecond))
    // The service may give a debt back before its money, or money that no debt explains.
    const owedCents = sumCents(
      movements.filter((one) => one.orderId === id && one.class === 'refunded'),
    )
    this.#refunds.ledgerCents += owedCents < cameCents ? owedCents : cameCents
    this.#refunds.debtsCents -= sumCents(ofDebts.filter(({ isSecond }) => !isSecond))
  }

  checks(): BookCheck[] {
    const { saidCents, bookedCents, ledgerCents, debtsCents } = this.#refunds
    return [
      cents('book-events', this.#ever.owedCents, this.#ever.movedCents),
      cents('book-paid', this.#paid.ledgerCents, this.#paid.paymentsCents),
      cents('book-orders', this.#orders.toldCents, this.#orders.bookedCents),
      cents('book-refunded', ledgerCents, debtsCents),
      // What earlier versions booked of a refund that fell again differs for ever.
      cents('outside-payments', saidCents, bookedCents),
    ]
  }
}
