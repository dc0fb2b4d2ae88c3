/** Opens the database as the configuration says, brings it up to date, and opens the stores on it. */
import { join } from 'node:path'
import { wallClock, wallClockOffset } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { openDatabase, type Database } from '../../database/open.ts'
import { EffectsAtWork } from '../../effects/effects-at-work.ts'
import { lookUpDelays } from '../../effects/look-up-delays.ts'
import { sweepEffects } from '../../effects/recover-effects.ts'
import { openAuditReader } from '../../ledger/audit/audit-read.ts'
import { openBankStore } from '../../ledger/books/bank-lines.ts'
import { openBooksSource } from '../../ledger/books/books-source.ts'
import { openDateStore } from '../../ledger/books/person-dates.ts'
import { openCloseStore } from '../../ledger/books/month-closes.ts'
import { openCampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import { openConsultationStore } from '../../ledger/consultations/consultations-sql.ts'
import { openDebtStore } from '../../ledger/debts/debts-sql.ts'
import { openEffectStore } from '../../ledger/effects/effects-sql.ts'
import { openFleetReadingStore } from '../../ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../ledger/fleets/fleets.ts'
import { openNoticeStore } from '../../ledger/notices/notices.ts'
import { openForeignOrderStore } from '../../ledger/orders/foreign-orders.ts'
import { openImportStore } from '../../ledger/fleets/imports-sql.ts'
import { openInstallationStore } from '../../ledger/runs/installation.ts'
import { ledgerMigrations } from '../../ledger/schema/migrations.ts'
import { openOrderStore } from '../../ledger/orders/orders-sql.ts'
import { openPeopleStore } from '../../ledger/people/people.ts'
import { openSessionStore } from '../../ledger/people/sessions.ts'
import { openPlanStore } from '../../ledger/orders/plans-sql.ts'
import { openPolicyLog } from '../../ledger/orders/policy-audit.ts'
import { openProposalReader } from '../../ledger/orders/proposal-lines.ts'
import { openQuotaLedger } from '../../ledger/quota/quota-sql.ts'
import { openReportSource } from '../../ledger/reports/report-source.ts'
import { openRunRequestStore } from '../../ledger/runs/run-requests.ts'
import { openRunStore } from '../../ledger/runs/runs.ts'
import { openScheduleStore } from '../../ledger/runs/schedules.ts'
import { agreeOnTime } from '../../ledger/runs/shifted-time.ts'
import { openUpkeepStore } from '../../ledger/runs/upkeep.ts'
import { openStatistics, tendLedger } from '../../ledger/runs/statistics.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { openVehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { enterLedger, migrateUnused } from './enter-ledger.ts'
import { refuseBesideEmbedded, refuseBesideServer } from './other-ledger.ts'
import { openLog } from '../../log.ts'
import type { Output } from '../output.ts'

export type OpenLedger = Awaited<ReturnType<typeof openLedger>>

/** Of a command or a page. */
interface Opener {
  readonly config: Config
  /** The command's name. */
  readonly name: string
  readonly output: Output
  readonly stop?: AbortSignal
}

/** `execute` owns the data directory; `read` goes through whoever owns it. */
export async function openLedger(opener: Opener, mode: 'execute' | 'read') {
  const { config, name: command } = opener
  refuseBesideServer(config)
  const database = await open(opener, mode)
  try {
    const known = await migrateUnused(database, ledgerMigrations)
    await agreeOnTime(database.pool, {
      nowMs: wallClock.now(),
      offsetMs: wallClockOffset(),
      throughOwner: database.ownerPid !== undefined,
    })
    const db = openLedgerDb(database.pool)
    const fleets = openFleetStore(db)
    await refuseBesideEmbedded(config, fleets)
    const effects = openEffectStore(db)
    const atWork = new EffectsAtWork()
    const delays = lookUpDelays(1 / config.FROTA_TEST_SCALE)
    const leases = await enterLedger(database, db, {
      mode,
      command,
      known,
      clock: wallClock,
      log: openLog(config.LOG_LEVEL),
      onBack: (holder) => {
        const own = { holder, atWork }
        // If the ledger is away again, the next sweep does it.
        void sweepEffects({ store: effects, delays, own }).catch(() => undefined)
      },
    })
    return {
      database,
      /** The leases of this process. */
      leases,
      /** The effects that this process performs now, for all accounts. */
      atWork,
      installation: openInstallationStore(db),
      upkeep: openUpkeepStore(db),
      fleets,
      quota: openQuotaLedger(database.pool),
      schedules: openScheduleStore(db),
      audit: openAuditReader(db),
      books: openBooksSource(db),
      closes: openCloseStore(db),
      bank: openBankStore(db),
      dates: openDateStore(db),
      policies: openPolicyLog(db),
      people: openPeopleStore(db),
      sessions: openSessionStore(db),
      proposals: openProposalReader(db),
      requests: openRunRequestStore(db),
      notices: openNoticeStore(db),
      /** Call it after many changes, `tendGrowth` during them; a server tends its tables by itself. */
      tend: async () => {
        if (database.engine === 'pglite') await tendLedger(db)
      },
      tendGrowth: database.engine === 'pglite' ? openStatistics(db, wallClock) : async () => {},
      stores: {
        imports: openImportStore(db, database.pool),
        readings: openFleetReadingStore(db),
        vehicles: openVehicleStore(db),
        campaigns: openCampaignStore(db),
        effects,
        consultations: openConsultationStore(db),
        debts: openDebtStore(db),
        plans: openPlanStore(db),
        orders: openOrderStore(db),
        foreign: openForeignOrderStore(db),
        runs: openRunStore(db, leases.gone),
        reports: openReportSource(db, database.engine === 'postgresql'),
      },
      [Symbol.asyncDispose]: async () => {
        await leases[Symbol.asyncDispose]()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function open({ config, name, output, stop }: Opener, mode: 'execute' | 'read'): Promise<Database> {
  const { DATABASE_URL: url } = config
  if (url !== undefined) return openDatabase({ url, ...(stop && { stop }) })
  const first = output.say(
    'Preparando o banco de dados embutido pela primeira vez (alguns segundos)…',
    'Preparing the embedded database for the first time (some seconds)…',
  )
  return openDatabase({
    dataDir: config.FROTA_DATA_DIR,
    mode,
    command: `frota ${name}`,
    onProgress: (step) => {
      if (step === 'unpacking seed') output.line(first)
    },
  })
}

export function secretPath(config: Config): string {
  return config.FROTA_SECRET_FILE ?? join(config.FROTA_DATA_DIR, 'secret.json')
}
