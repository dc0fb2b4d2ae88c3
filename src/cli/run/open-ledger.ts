/** Opens the database as the configuration says, brings it up to date, and opens the stores on it. */
import { join } from 'node:path'
import type { Stores } from '../../../jobs/tools.ts'
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import type { Database } from '../../database/open.ts'
import type { Presence } from '../../database/presence.ts'
import { openAuditReader } from '../../ledger/audit-read.ts'
import type { AuditReader } from '../../ledger/audit-read.ts'
import { openCampaignStore } from '../../ledger/campaigns-sql.ts'
import { openConsultationStore } from '../../ledger/consultations-sql.ts'
import { openDebtStore } from '../../ledger/debts-sql.ts'
import { openEffectStore } from '../../ledger/effects-sql.ts'
import { openExecutorStore } from '../../ledger/executors.ts'
import type { ExecutorStore } from '../../ledger/executors.ts'
import { openFleetReadingStore } from '../../ledger/fleet-reading.ts'
import { openFleetStore } from '../../ledger/fleets.ts'
import type { FleetStore } from '../../ledger/fleets.ts'
import { openForeignOrderStore } from '../../ledger/foreign-orders.ts'
import { openImportStore } from '../../ledger/imports-sql.ts'
import { openInstallationStore } from '../../ledger/installation.ts'
import type { InstallationStore } from '../../ledger/installation.ts'
import { ledgerMigrations } from '../../ledger/migrations.ts'
import { openOrderStore } from '../../ledger/orders-sql.ts'
import { openPlanStore } from '../../ledger/plans-sql.ts'
import { openPolicyLog } from '../../ledger/policy-audit.ts'
import type { PolicyLog } from '../../ledger/policy-audit.ts'
import { openProposalReader } from '../../ledger/proposal-lines.ts'
import type { ProposalReader } from '../../ledger/proposal-lines.ts'
import { openQuotaLedger } from '../../ledger/quota-sql.ts'
import type { QuotaLedger } from '../../ledger/quota.ts'
import { openReportSource } from '../../ledger/report-source.ts'
import { openRunStore } from '../../ledger/runs.ts'
import { openScheduleStore } from '../../ledger/schedules.ts'
import type { ScheduleStore } from '../../ledger/schedules.ts'
import { analyzeLedger } from '../../ledger/statistics.ts'
import { openLedgerDb } from '../../ledger/tx.ts'
import { openVehicleStore } from '../../ledger/vehicles.ts'
import { enterLedger } from './enter-ledger.ts'
import type { Output } from '../output.ts'

export interface OpenLedger extends AsyncDisposable {
  readonly database: Database
  readonly stores: Stores
  readonly fleets: FleetStore
  readonly quota: QuotaLedger
  readonly schedules: ScheduleStore
  readonly audit: AuditReader
  readonly policies: PolicyLog
  readonly proposals: ProposalReader
  readonly installation: InstallationStore
  readonly executors: ExecutorStore
  /** This process among those that work on the ledger. */
  readonly presence: Presence
  /** After many rows came in; a server does it by itself. */
  readonly refreshStatistics: () => Promise<void>
}

/** `execute` owns the data directory; `read` goes through whoever owns it. */
export async function openLedger(
  config: Config,
  options: { mode: 'execute' | 'read'; command: string; output: Output },
): Promise<OpenLedger> {
  const database = await open(config, options)
  try {
    await migrate(database.pool, ledgerMigrations)
    const db = openLedgerDb(database.pool)
    const executors = openExecutorStore(db)
    const presence = await enterLedger(database, { ...options, clock: wallClock, executors })
    return {
      database,
      executors,
      presence,
      installation: openInstallationStore(db),
      fleets: openFleetStore(db),
      quota: openQuotaLedger(database.pool),
      schedules: openScheduleStore(db),
      audit: openAuditReader(db),
      policies: openPolicyLog(db),
      proposals: openProposalReader(db),
      refreshStatistics: async () => {
        if (database.engine === 'pglite') await analyzeLedger(db)
      },
      stores: {
        imports: openImportStore(db, database.pool),
        readings: openFleetReadingStore(db),
        vehicles: openVehicleStore(db),
        campaigns: openCampaignStore(db),
        effects: openEffectStore(db),
        consultations: openConsultationStore(db),
        debts: openDebtStore(db),
        plans: openPlanStore(db),
        orders: openOrderStore(db),
        foreign: openForeignOrderStore(db),
        runs: openRunStore(db),
        reports: openReportSource(db, database.engine === 'postgresql'),
      },
      [Symbol.asyncDispose]: async () => {
        await presence[Symbol.asyncDispose]()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function open(
  config: Config,
  { mode, command, output }: { mode: 'execute' | 'read'; command: string; output: Output },
): Promise<Database> {
  if (config.DATABASE_URL !== undefined) return openDatabase({ url: config.DATABASE_URL })
  const first = output.say(
    'Preparando o banco de dados embutido pela primeira vez (alguns segundos)…',
    'Preparing the embedded database for the first time (some seconds)…',
  )
  return openDatabase({
    dataDir: config.FROTA_DATA_DIR,
    mode,
    command: `frota ${command}`,
    onProgress: (step) => {
      if (step === 'unpacking seed') output.line(first)
    },
  })
}

export function secretPath(config: Config): string {
  return config.FROTA_SECRET_FILE ?? join(config.FROTA_DATA_DIR, 'secret.json')
}
