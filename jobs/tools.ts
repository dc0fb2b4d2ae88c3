/** Everything a job may use; src/app puts it together, a simulation puts in its own. */
import type { Clock } from '../src/clock.ts'
import type { Client } from '../src/client/client.ts'
import type { EffectTools } from '../src/effects/tools.ts'
import type { CampaignStore } from '../src/ledger/consultations/campaigns-sql.ts'
import type { ConsultationStore } from '../src/ledger/consultations/consultations-sql.ts'
import type { DebtStore } from '../src/ledger/debts/debts-sql.ts'
import type { EffectStore } from '../src/ledger/effects/effects-sql.ts'
import type { FleetReadingStore } from '../src/ledger/fleets/fleet-reading.ts'
import type { Fleet } from '../src/ledger/fleets/fleets.ts'
import type { ForeignOrderStore } from '../src/ledger/orders/foreign-orders.ts'
import type { ImportStore } from '../src/ledger/fleets/imports-sql.ts'
import type { OrderStore } from '../src/ledger/orders/orders-sql.ts'
import type { PlanStore } from '../src/ledger/orders/plans-sql.ts'
import type { ReportSource } from '../src/ledger/reports/report-source.ts'
import type { Run, RunStore } from '../src/ledger/runs/runs.ts'
import type { VehicleStore } from '../src/ledger/vehicles/vehicles.ts'
import type { Kind } from '../src/queue/catalogue.ts'
import type { Failure } from '../src/failure.ts'
import type { Gate } from '../src/quota/gate.ts'
import type { Random } from '../src/random.ts'
import type { OpenRow } from '../src/reconciliation/reports/files/rejected-file.ts'
import type { WrittenReports } from '../src/reconciliation/reports/write-reports.ts'
import type { OrderPolicy } from '../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderStatuses } from '../src/reconciliation/orders/order-statuses.ts'
import type { PlanPolicy } from '../src/reconciliation/consultations/plan-policy.ts'
import type { ReadPace } from '../src/reconciliation/consultations/read-backoff.ts'
import type { Uploads } from '../src/reconciliation/intake/uploads.ts'
import type { Secret } from '../src/secret.ts'

export interface Stores {
  readonly imports: ImportStore
  readonly readings: FleetReadingStore
  readonly vehicles: VehicleStore
  readonly campaigns: CampaignStore
  readonly effects: EffectStore
  readonly consultations: ConsultationStore
  readonly debts: DebtStore
  readonly plans: PlanStore
  readonly orders: OrderStore
  readonly foreign: ForeignOrderStore
  readonly runs: RunStore
  readonly reports: ReportSource
}

export interface DueReports {
  readonly run: Run
  /** Whether the run read every fleet of the account, so that the service's sums compare. */
  readonly isWholeAccount: boolean
  written?: WrittenReports
}

export interface Tools {
  readonly stores: Stores
  readonly client: Client
  readonly gate: Pick<Gate, 'facts' | 'factsOf'>
  readonly effects: EffectTools
  readonly uploads: Uploads
  readonly secret: Secret
  readonly clock: Clock
  readonly random: Random
  /** The fleets that this process works for; all of one account. */
  readonly fleets: readonly Fleet[]
  /** The only vehicle that is asked about; absent: all of the fleets. */
  readonly vehicleId?: string | undefined
  readonly accountId: string
  /** The first of the credentials; the ledger knows which one asked. */
  readonly credential: string
  /** One for each credential that may ask now, which changes; and the one of orders. */
  readonly buckets: { readonly consultations: readonly string[]; readonly orders: string }
  /** Sends with the credential of a consultation bucket. */
  readonly clientOf: (bucket: string) => Pick<Client, 'call'>
  readonly policy: OrderPolicy
  readonly statuses: OrderStatuses
  readonly planPolicy: PlanPolicy
  readonly pace: ReadPace
  readonly zone: string
  readonly openRow: OpenRow
  readonly reportsDir: string
  /** Ended runs whose reports are still to be written, and what became of them. */
  readonly reportsDue: Map<string, DueReports>
  /** Told of each job that ran, and whether it threw. */
  readonly onJob?: ((kind: Kind, ms: number, failed: boolean) => void) | undefined
  /** Told of each expected error: one that no further job can survive ends the run. */
  readonly onFailure: (failure: Failure) => void
  /** Later reads of open orders are left to another run; absent where a night waits for them. */
  readonly followUntilMs?: number | undefined
}

/** A job's chunk names its fleet, since one process may work for several. */
export function chunkName(fleet: Fleet, chunk: string | number): string {
  return `${fleet.id}.${chunk}`
}

export function chunkOf(tools: Tools, name: string): { fleet: Fleet; chunk: string } | undefined {
  const dot = name.indexOf('.')
  const fleet = tools.fleets.find((each) => each.id === name.slice(0, dot))
  return fleet === undefined ? undefined : { fleet, chunk: name.slice(dot + 1) }
}
