/** What the placing of orders needs: the client, and the parts of the ledger that it writes. */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { DebtStore } from '../../ledger/debts/debts.ts'
import type { EffectStore } from '../../ledger/effects/effects.ts'
import type { ForeignOrderStore } from '../../ledger/orders/foreign-orders.ts'
import type { OrderStore } from '../../ledger/orders/orders.ts'
import type { PlanStore } from '../../ledger/orders/plans.ts'
import type { VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import type { OrderPolicy } from './policy/order-policy.ts'
import type { OrderStatuses } from './order-statuses.ts'

export interface PlacingTools {
  readonly client: Pick<Client, 'call' | 'read' | 'pages'>
  readonly accountId: string
  readonly plans: Pick<PlanStore, 'find' | 'release' | 'reopen' | 'markOrdered' | 'commit'>
  readonly orders: Pick<OrderStore, 'record' | 'recorded' | 'debtsOfItems' | 'tellEvents'>
  readonly debts: Pick<DebtStore, 'shown' | 'move'>
  readonly effects: Pick<EffectStore, 'retire'>
  readonly vehicles: Pick<VehicleStore, 'byId'>
  /** Decisions of people about orders that block ours; absent: there are none. */
  readonly foreign?: Pick<ForeignOrderStore, 'cleared'>
  readonly statuses: OrderStatuses
  readonly policy: OrderPolicy
  readonly clock: Clock
  /** IANA name: when a boleto's due day ends, and whose day the limits are for. */
  readonly zone: string
  readonly bucket: string
}
