/** What the ledger in memory keeps, in the ledger's own words where there are some. */
import type { OrderEventName } from '../../../src/ledger/schema/tables-books.ts'
import type { Member } from '../../../src/ledger/consultations/campaigns.ts'
import type { AskedConsultation } from '../../../src/ledger/consultations/consultations.ts'
import type { AnswerItem, Debt } from '../../../src/ledger/debts/debts.ts'
import type { RecordedOrder } from '../../../src/ledger/orders/orders.ts'
import type { Plan, PlanItem } from '../../../src/ledger/orders/plans.ts'
import type { ConsultationStatus, ItemChange } from '../../../src/ledger/schema/tables.ts'
import type { VehicleFacts } from '../../../src/ledger/vehicles/vehicles.ts'
import type { Table, Tables } from './tables.ts'

export interface VehicleRow extends VehicleFacts {
  readonly ownerSealed: Uint8Array | null
}

export interface MemberRow extends Member {
  readonly campaignId: string
  readonly vehicleId: string
}

export interface ConsultationRow extends AskedConsultation {
  readonly seq: number
  readonly status: ConsultationStatus
  readonly reads: number
  readonly problem: string
  readonly flags: readonly string[]
  readonly considered: boolean
}

export interface ItemRow extends AnswerItem {
  readonly consultationId: string
  readonly debtId: string
  readonly change: ItemChange
}

export interface PlanRow extends Omit<
  Plan,
  'items' | 'costCentre' | 'vehicleServiceId' | 'inFleet'
> {
  readonly seq: number
  readonly items: readonly PlanItem[]
  readonly previewTries: number
  readonly previewDueAt: Date | null
  readonly waitsFor: string | null
  readonly waitsUntil: Date | null
}

/** What an approved plan took of the policy's limits. */
export interface CommitmentRow {
  readonly planId: string
  readonly fleetId: string
  readonly day: string
  readonly costCentre: string
  readonly cents: bigint
}

export interface LockRow {
  readonly vehicleId: string
  readonly scope: string
  readonly planId: string
}

export interface OrderRow extends RecordedOrder {
  readonly seq: number
  readonly reads: number
  readonly readAt: Date
  /** By item, word for word. */
  readonly settlements: ReadonlyMap<string, string>
  readonly renewals: number
  readonly renewedAt: Date | null
  readonly renewalUntil: Date | null
  /** Its events, oldest first. */
  readonly told: readonly OrderEventName[]
}

export interface Rows {
  readonly vehicles: Table<VehicleRow>
  /** By campaign and vehicle. */
  readonly members: Table<MemberRow>
  readonly consultations: Table<ConsultationRow>
  readonly debts: Table<Debt>
  /** By consultation and item. */
  readonly items: Table<ItemRow>
  readonly plans: Table<PlanRow>
  /** By vehicle and scope. */
  readonly locks: Table<LockRow>
  readonly orders: Table<OrderRow>
  readonly commitments: Table<CommitmentRow>
  /** The next id, the same whatever the chance: ids in the order in which rows are made. */
  id(): string
  seq(): number
}

export function openRows(tables: Tables, id: () => string): Rows {
  let seq = 0
  return {
    vehicles: tables.table(),
    members: tables.table(),
    consultations: tables.table(),
    debts: tables.table(),
    items: tables.table(),
    plans: tables.table(),
    locks: tables.table(),
    orders: tables.table(),
    commitments: tables.table(),
    id,
    seq: () => {
      seq += 1
      return seq
    },
  }
}
