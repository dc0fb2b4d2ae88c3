/** What the first page shows, read in a handful of statements. */
import { Temporal } from 'temporal-polyfill'
import { plainDay } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { FRESH_DAYS } from '../../app/books/close-month.ts'
import { countOf, personList } from '../../app/reports/exceptions-now.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { fleetProgress } from '../../app/run/fleet-progress.ts'
import type { FleetProgress } from '../../app/run/fleet-progress.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import { openMoneyBlockStore } from '../../ledger/effects/money-blocks.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { listDebts } from '../../ledger/listings/debt-listing.ts'
import type { DebtFilter } from '../../ledger/listings/debt-listing.ts'
import { listVehicles } from '../../ledger/listings/vehicle-listing.ts'
import type { VehicleFilter } from '../../ledger/listings/vehicle-listing.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { dayBefore } from '../frame/debts-address.ts'

export interface Amount {
  readonly count: number
  readonly cents: bigint
}

export interface Today {
  /** YYYY-MM-DD. */
  readonly day: string
  /** The last of the next seven. */
  readonly days7: string
  readonly toApprove: Amount
  readonly toPay: Amount
  readonly toResolve: number
  readonly toMend: number
  readonly isMoneyBlocked: boolean
  readonly overdue: Amount
  /** Not overdue, and due within so many days. */
  readonly within7: Amount
  readonly within30: Amount
  readonly owed: Amount
  readonly vehicles: {
    readonly all: number
    /** Without an answer of the last FRESH_DAYS, those never answered among them. */
    readonly stale: Amount
    readonly never: number
  }
  readonly progress: FleetProgress
  readonly run: Run | undefined
  readonly close: MonthClose | undefined
}

const DAY_MS = 86_400_000
const SUMS_ONLY = { limit: 0, offset: 0 } as const
const ANY_ORDER = { by: 'plate', descending: false } as const

export async function readToday(
  config: Config,
  ledger: OpenLedger,
  fleet: Fleet,
  nowMs: number,
): Promise<Today> {
  const { stores, database, closes } = ledger
  const db = openLedgerDb(database.pool)
  const day = plainDay(nowMs, config.FROTA_TIME_ZONE)
  const scope = { fleetId: fleet.id, today: day }
  const debts = async (filter: Partial<DebtFilter>): Promise<Amount> => {
    const asked = { ...scope, standing: 'owed', ...filter } as const
    const { sums } = await listDebts(db, asked, ANY_ORDER, SUMS_ONLY)
    return { count: sums.count, cents: BigInt(sums.owedCents) }
  }
  const vehicles = async (answered?: VehicleFilter['answered']): Promise<Amount> => {
    const asked = answered === undefined ? scope : { ...scope, answered }
    const { sums } = await listVehicles(db, asked, ANY_ORDER, SUMS_ONLY)
    return { count: sums.count, cents: BigInt(sums.owedCents) }
  }
  const later = (days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
  const plans = await stores.plans.counts(fleet.id)
  const orders = await stores.orders.counts(fleet.id)
  const progress = await fleetProgress(config, ledger, fleet, nowMs)
  return {
    day,
    days7: later(7),
    toApprove: { count: plans.proposed.plans, cents: plans.proposed.cents },
    toPay: { count: orders.open.orders, cents: orders.open.cents },
    toResolve: countOf(await personList(stores, fleet.id, { config, shown: 0 })),
    toMend: progress.stages.file?.rejected ?? 0,
    isMoneyBlocked: (await openMoneyBlockStore(db).current()) !== undefined,
    overdue: await debts({ dueTo: dayBefore(day) }),
    within7: await debts({ dueFrom: day, dueTo: later(7) }),
    within30: await debts({ dueFrom: day, dueTo: later(30) }),
    owed: await debts({}),
    vehicles: {
      all: (await vehicles()).count,
      stale: await vehicles({ before: new Date(nowMs - FRESH_DAYS * DAY_MS) }),
      never: (await vehicles('never')).count,
    },
    progress,
    run: await stores.runs.find('latest', fleet.id),
    close: (await closes.ofFleet(fleet.id)).findLast(({ reopenedAt }) => reopenedAt === null),
  }
}
