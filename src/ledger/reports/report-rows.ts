/** What a report is made of: the rows that leave the ledger, page by page, and their totals. */
import type { NamedVehicle } from '../vehicles/vehicles.ts'
import type { OrderFacts } from '../orders/orders.ts'
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import type { RowCounts } from '../fleets/imports.ts'
import type { ExceptionCode } from './report-exception-sources.ts'
import type {
  ConsultationStatus,
  DebtState,
  EffectKind,
  ItemChange,
  MemberState,
  VehicleState,
} from '../schema/tables.ts'
import type { OrderStanding, PlanState } from '../schema/tables-orders.ts'

/** An instant as ISO 8601 in UTC with milliseconds; JSON keeps it as it is. */
type InstantText = string

export interface ReportVehicle extends NamedVehicle {
  vehicleId: string
  ownerMasked: string
  /** Digits of a company's document; empty for a person's, and before an import named it. */
  ownerCnpj: string
  inFleet: boolean
  state: VehicleState
  refusal: string | null
  /** The cells of `ReportScope.extras`, in its order. */
  extras: readonly (string | null)[]
  /** Null when the vehicle is not in the run's campaign. */
  member: { state: MemberState; reason: string | null; rank: number } | null
  /** The newest consultation of the campaign, else the newest ready one of any. */
  consultation: ReportConsultation | null
  /** Of the newest ready consultation: its items are what the vehicle owes now. */
  answeredAt: InstantText | null
  debts: ReportDebt[]
}

interface ReportConsultation {
  id: string
  status: ConsultationStatus
  askedAt: InstantText
}

export interface ReportDebt extends DescribedDebt {
  id: string
  group: string
  amountCents: bigint
  previousAmountCents: bigint | null
  isPayable: boolean
  /** The partner's debt in the same answer, when it must be paid together with this one. */
  dependsOnDebtId: string | null
  dependsOnDescription: string
  state: DebtState
  firstSeenAt: InstantText
  lastSeenAt: InstantText
  lastConsultationId: string
  /** Whether the vehicle's newest answer has it. */
  shown: boolean
  /** How its last item compared with the debts known before; null when no item is left. */
  change: ItemChange | null
  /** Why it is in no proposal, a code of the orders stage; null when it is in one or not open. */
  leftOutWhy: string | null
  /** The newest order over it that is not dead. */
  orderId: string | null
  /** True if its money came back and no person has freed it yet. */
  isRefunded: boolean
  /** False for IPVA settled long ago: it tells which way its year is paid, and is not listed. */
  listed: boolean
}

type WithoutInstants = Omit<OrderFacts, 'standing' | 'pixExpiresAt' | 'boletoExpiresAt'>

/**
 * An order of the service, or (without order) a plan that waits for a decision: the service's words
 * are empty then.
 */
export interface ReportOrder extends NamedVehicle, WithoutInstants {
  isProposal: boolean
  standing: OrderStanding | PlanState
  items: number
  /** Fee and total of a proposal are 0 until its preview said them. */
  feeCents: bigint
  /** Whether a preview gave the fee beforehand; null while the preview is pending. */
  feePreviewed: boolean | null
  /** Empty while the pay gate is shut or once it expired: such a code never leaves the ledger. */
  pixCode: string
  pixExpiresAt: InstantText | null
  /** How many new codes were requested because the one before was missing or expired. */
  renewals: number
  /** Both empty while the pay gate is shut or once the due day is over. */
  boletoLine: string
  boletoBarcode: string
  createdAt: InstantText
  /** Each as the best source dates it: the bank, else the service, a person, or when it was seen. */
  paidAt: InstantText | null
  settledAt: InstantText | null
  refundedAt: InstantText | null
  /** Of its newest Pix code; empty for other methods. */
  txid: string
  /** When the order was last read at the service; null for a proposal. */
  readAt: InstantText | null
}

export interface ReportOrderItem extends DescribedDebt {
  orderId: string
  standing: OrderStanding | PlanState
  plate: string
  renavam: string
  costCentre: string
  ownerMasked: string
  ownerCnpj: string
  debtId: string
  itemId: string
  /** As the order or proposal has it; the debt's own may have changed since. */
  amountCents: bigint
  /** The service's word for how its settlement stands; empty where it said none. */
  settlement: string
}

/** What names its vehicle is empty for a row of a file that gave none. */
export interface ReportException extends NamedVehicle {
  code: ExceptionCode
  /** When the exception began. */
  since: InstantText
  /** What the exception is about, in cents: the debt, the order's total, what was expected. */
  amountCents: bigint | null
  /** What was found instead. */
  foundCents: bigint | null
  /** The kind of effect, for exceptions of effects. */
  effect: EffectKind | null
  /** A word or description from the service or the ledger, shown as it is. */
  detail: string
  error: { code: string; title: string; message: string; action: string } | null
  /** When the next automatic look-up is due. */
  lookUpAt?: InstantText | null
  /** The line in the fleet's file, for rejected rows. */
  line: number | null
  /** What intake found wrong with that row, as it wrote it; empty otherwise. */
  issues: readonly object[]
  /** The id of the order, consultation, effect or debt; for rows, of the file. */
  reference: string
  /** The order to name in a command, where `reference` is not an order. */
  orderId?: string | null
}

export interface ReportCounts {
  rows: number
  cents: bigint
}

/** Totals that SQL computes by itself, against which the written files are checked. */
export interface ReportTotals {
  vehicles: Record<VehicleState, number>
  members: Record<MemberState, number>
  /** Consultations of the campaign. */
  consultations: Record<ConsultationStatus, number>
  debts: ReportCounts
  debtsByState: Partial<Record<DebtState, ReportCounts>>
  /** The items of each vehicle's newest ready answer. */
  answerItems: ReportCounts
  orders: {
    rows: number
    debtsCents: bigint
    feeCents: bigint
    totalCents: bigint
    itemsCents: bigint
    /** Differences of orders whose sums are known to be wrong; all others must match. */
    knownGaps: { itemsCents: bigint; totalCents: bigint }
  }
  /** `totalCents`: the sum over proposals whose preview is known. */
  proposals: { rows: number; debtsCents: bigint; itemsCents: bigint; totalCents: bigint }
}

export interface ReportImport extends RowCounts {
  id: string
  fileName: string
  sha256: string
  /** Rows of the ledger that were rejected or repeated: those to give back. */
  returnedRows: number
  /** What intake understood of the file; null when it refused it. */
  understood: object | null
  /** Vehicles of the fleet that it brought, changed and left out. */
  added: number
  changed: number
  missing: number
}

export interface ReportCampaign {
  id: string
  openedAt: InstantText
}

/** A row of the file that was rejected or repeats another; `raw` holds its sealed cells. */
export interface ReportRejectedRow {
  line: number
  verdict: 'rejected' | 'duplicate'
  plate: string | null
  issues: readonly object[]
  raw: Uint8Array | null
}
