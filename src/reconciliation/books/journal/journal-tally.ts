/** What a month's journal booked, and what it did not and why, counted while vehicles stream by. */
import { add, zero, type Sum } from '../../reports/tally.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import { MONEY_NATURES, type BookedDebt, type MoneyNature } from '../movement.ts'
import { UNBOOKED_REASONS } from './make-entries.ts'
import type { MonthJournal, Unbooked, UnbookedReason } from './make-entries.ts'

export class JournalTally {
  readonly unbooked = new Map<UnbookedReason, Sum>(
    UNBOOKED_REASONS.map((reason) => [reason, zero()]),
  )
  /** Rows of the month's files that have an entry or a reason; amounts as the files have them. */
  readonly told: Readonly<Record<Unbooked['file'], Sum>> = {
    ledger: zero(),
    payments: zero(),
  }
  /** Of the entries, money by its nature, with its sign. */
  readonly natures = new Map<MoneyNature, bigint>(MONEY_NATURES.map((nature) => [nature, 0n]))
  /** Entries of movements that an earlier month put off to this one. */
  readonly earlier = zero()
  /** Of the entries, cost centres as they have them, and how many each CNPJ has. */
  readonly centres = new Set<string>()
  readonly owners = new Map<string, number>()
  /** What a rule or code may fit: keys of cost centres, and CNPJs. */
  readonly fleet = { costCentre: new Set<string>(), cnpj: new Set<string>() }
  readonly method: 'cash' | 'accrual'

  constructor(method: 'cash' | 'accrual') {
    this.method = method
  }

  /** Of each vehicle, with or without entries, and of whatever it moved. */
  know({ costCentre, cnpj }: Pick<BookedDebt, 'costCentre' | 'cnpj'>): void {
    this.fleet.costCentre.add(costCentreKey(costCentre))
    this.fleet.cnpj.add(cnpj)
  }

  /** `balances`: the vehicle's opening and closing rows in ledger.csv. */
  add(month: string, { entries, unbooked }: MonthJournal, balances: number): void {
    for (const { moved, costCentre, cnpj } of entries) {
      this.owners.set(cnpj, (this.owners.get(cnpj) ?? 0) + 1)
      this.centres.add(costCentre)
      if (moved.month !== month) add(this.earlier, moved.cents)
      else add(this.told[moved.money === null ? 'ledger' : 'payments'], moved.cents)
      if (moved.money !== null) {
        this.natures.set(moved.money, (this.natures.get(moved.money) ?? 0n) + moved.cents)
      }
    }
    for (const each of unbooked) this.#without(each)
    for (let row = 0; row < balances; row += 1) {
      this.#without({ reason: 'balance', file: 'ledger', cents: 0n })
    }
  }

  #without({ reason, file, cents }: Unbooked): void {
    const sum = this.unbooked.get(reason)
    if (sum !== undefined) add(sum, cents)
    add(this.told[file], cents)
  }
}
