/** What a month is written from, beside the ledger. */
import type { MonthClose } from '../../../ledger/books/month-closes.ts'
import type { IpvaPolicy } from '../../debts/ipva-alternatives.ts'
import type { Accounts } from '../journal/accounts-file.ts'
import type { OrderStatuses } from '../../orders/order-statuses.ts'
import type { Told } from '../../reports/outside.ts'
import type { MonthSettings } from './month-facts.ts'

export interface MonthInput {
  readonly settings: MonthSettings
  /** The fleet's other closed months that stand. */
  readonly closes: readonly MonthClose[]
  /** Which way of paying the IPVA the fleet prefers now. */
  readonly prefer: IpvaPolicy['prefer']
  /** What the service says; null when it could not be asked. */
  readonly outside: Told | null
  readonly accounts: Accounts
  /** Of the last closed month; absent where there is none. */
  readonly methodClosed?:
    | { readonly month: string; readonly method: Accounts['method'] | 'unread' }
    | undefined
  /** What the service's words for orders, attempts and settlements mean. */
  readonly statuses: OrderStatuses
  readonly parent: string
  readonly folder: string
}
