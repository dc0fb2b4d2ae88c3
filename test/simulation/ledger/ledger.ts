/** A ledger as the simulation uses one: its stores for the processes, its facts for the judges. */
import type { CampaignStore } from '../../../src/ledger/consultations/campaigns-sql.ts'
import type { ConsultationStore } from '../../../src/ledger/consultations/consultations-sql.ts'
import type { Debt } from '../../../src/ledger/debts/debts.ts'
import type { DebtStore } from '../../../src/ledger/debts/debts-sql.ts'
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import type { EffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import type { OrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import type { PlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import type { QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import type { MemberState } from '../../../src/ledger/schema/tables.ts'
import type { VehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'

export const ACCOUNT = '00000000-0000-4000-9000-0000000000ac'
export const FLEET = '00000000-0000-4000-9000-0000000000f1'

export interface SimulatedStores {
  readonly effects: EffectStore
  readonly vehicles: VehicleStore
  readonly campaigns: CampaignStore
  readonly consultations: ConsultationStore
  readonly debts: DebtStore
  readonly plans: PlanStore
  readonly orders: OrderStore
}

export interface NewVehicleRow {
  readonly renavam: string
  readonly plate: string
  readonly uf: string
  readonly ownerSealed: Uint8Array
}

export interface PlanFacts {
  readonly id: string
  readonly vehicleId: string
  readonly method: string
  readonly state: string
  readonly debtsCents: bigint
  readonly totalCents: bigint | null
  readonly debtIds: readonly string[]
}

export interface OrderFactsKept {
  readonly id: string
  readonly planId: string | null
  readonly effectId: string | null
  readonly vehicleId: string
  readonly method: string
  readonly standing: string
  readonly status: string
  readonly gate: 'open' | 'shut'
  readonly debtsCents: bigint
  readonly feeCents: bigint
  readonly totalCents: bigint
  readonly pixCode: string
  readonly debtIds: readonly string[]
}

export interface LedgerFacts {
  readonly effects: readonly Effect[]
  readonly plans: readonly PlanFacts[]
  readonly locks: readonly { vehicleId: string; scope: string; planId: string }[]
  readonly debts: readonly Debt[]
  readonly orders: readonly OrderFactsKept[]
  readonly members: readonly { campaignId: string; vehicleId: string; state: MemberState }[]
  readonly consultations: readonly { id: string; vehicleId: string; status: string }[]
}

export interface Checkpoint {
  readonly restore: () => void
  /** Whether it has this effect: an intent of one that it does not have blocks all money. */
  readonly knows: (effectId: string) => boolean
}

export interface Ledger {
  readonly stores: SimulatedStores
  readonly quota: QuotaLedger
  /** The fleet's vehicles and the registration of each. */
  addFleet(vehicles: readonly NewVehicleRow[], at: Date): Promise<void>
  /** Every vehicle of the fleet is asked again; what the last campaign left open ends. */
  openCampaign(at: Date): Promise<string>
  facts(): Promise<LedgerFacts>
  /** Every move of every effect, for whoever replays a seed. */
  history(): Promise<string[]>
  /** Effects in intent, for the moment in which a request leaves. */
  intents(): Promise<readonly Effect[]>
  /**
   * Everything as it is now, which can be put back, as an embedded database
   * without fsync does when its machine dies. Null where the disk does not forget.
   */
  readonly checkpoint: (() => Checkpoint) | null
}
