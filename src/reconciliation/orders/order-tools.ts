/** What the steps of orders work with; each names the part of it that it needs. */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { DebtStore } from '../../ledger/debts/debts-sql.ts'
import type { EffectStore } from '../../ledger/effects/effects-sql.ts'
import type { ForeignOrderStore } from '../../ledger/orders/foreign-orders.ts'
import type { OrderStore } from '../../ledger/orders/orders-sql.ts'
import type { PlanStore } from '../../ledger/orders/plans-sql.ts'
import type { VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import type { PlanPolicy } from '../consultations/plan-policy.ts'
import type { OrderPolicy } from './policy/order-policy.ts'
import type { OrderStatuses } from './order-statuses.ts'

export interface OrderTools {
  readonly fleetId: string
  readonly accountId: string
  readonly client: Pick<Client, 'call' | 'read' | 'pages'>
  readonly plans: PlanStore
  readonly orders: OrderStore
  readonly debts: DebtStore
  readonly effects: EffectStore
  readonly vehicles: Pick<VehicleStore, 'byId'>
  readonly foreign: ForeignOrderStore
  readonly statuses: OrderStatuses
  readonly policy: OrderPolicy
  /** How old an answer may be that an order is made of. */
  readonly planPolicy: PlanPolicy
  readonly clock: Clock
  /** IANA name: when a boleto's due day ends, and whose day the limits are for. */
  readonly zone: string
  /** The quota bucket of the orders' requests. */
  readonly bucket: string
  /**
   * For each effect, the highest epoch with an intent in the journal of an embedded ledger; absent
   * in a run, whose start put those intents into the ledger.
   */
  readonly journaled?: () => Promise<ReadonlyMap<string, number>>
}

/** `foreign`: without it there are no orders that others made. */
export type PlacingTools = Omit<OrderTools, 'fleetId' | 'foreign'> &
  Partial<Pick<OrderTools, 'foreign'>>
