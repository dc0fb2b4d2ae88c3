/** Closed months: who closed each, what it contained, and who reopened it. */
import { sql } from 'kysely'
import { formatCents } from '../../fleet/money.ts'
import { appendEntry } from '../audit/audit.ts'
import { lockFleet } from '../schema/lock-fleet.ts'
import type { LedgerDb } from '../schema/tx.ts'
import type { Heads } from './books-source.ts'

export interface MonthClose extends Heads {
  /** YYYY-MM. */
  readonly month: string
  /** 1 for the first close of a month, one more for each after it was reopened. */
  readonly revision: number
  readonly closedAt: Date
  readonly closedBy: string
  /** Things that waited for a person when it was closed, and why it was closed in spite of them. */
  readonly waiting: number
  readonly reason: string
  readonly folder: string
  /** As the month was reckoned, so that reckoning it again gives the same. */
  readonly zone: string
  readonly ipva: 'single' | 'instalments'
  readonly manifestSha256: string
  readonly openingCents: bigint
  readonly closingCents: bigint
  readonly reopenedAt: Date | null
  readonly reopenedBy: string | null
  readonly reopenReason: string | null
}

export type NewClose = Omit<MonthClose, 'reopenedAt' | 'reopenedBy' | 'reopenReason'>

type Publish = () => Promise<void>

export interface Reopening {
  readonly month: string
  readonly person: string
  readonly reason: string
  readonly at: Date
}

export function openCloseStore(db: LedgerDb) {
  return {
    /** Oldest month first; a reopened close stays beside the one that followed it. */
    ofFleet: async (fleetId: string): Promise<MonthClose[]> => {
      const { rows } = await sql<MonthClose>`
        select month, revision, closed_at as "closedAt", closed_by as "closedBy", waiting, reason,
          folder, zone, ipva, manifest_sha256 as "manifestSha256",
          opening_cents as "openingCents", closing_cents as "closingCents",
          debt_events as "debtEvents", order_events as "orderEvents",
          vehicle_changes as "vehicleChanges", reopened_at as "reopenedAt",
          reopened_by as "reopenedBy", reopen_reason as "reopenReason"
        from frota.month_close where fleet_id = ${fleetId} order by month, revision
      `.execute(db)
      return rows
    },
    /**
     * False when somebody else closed the month meanwhile. `publish` shows the folder in the same
     * transaction: neither stands without the other.
     */
    close: (fleetId: string, close: NewClose, publish: Publish): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockFleet(transaction, fleetId)
        if (!(await insertClose(transaction, fleetId, close))) return false
        await publish()
        return true
      }),
    /** False, and nothing is shown, when the folder is that of a close by now. */
    preview: (
      fleetId: string,
      { month, revision }: Pick<NewClose, 'month' | 'revision'>,
      publish: Publish,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        // One folder appears at a time: a preview must not replace a close.
        await lockFleet(transaction, fleetId)
        const { rows } = await sql`select from frota.month_close
          where fleet_id = ${fleetId} and month = ${month} and revision = ${revision}
        `.execute(transaction)
        if (rows.length > 0) return false
        await publish()
        return true
      }),
    /** False when the month is not closed. */
    reopen: (fleetId: string, { month, person, reason, at }: Reopening): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ revision: number }>`
          update frota.month_close
          set reopened_at = ${at}, reopened_by = ${person}, reopen_reason = ${reason}
          where fleet_id = ${fleetId} and month = ${month} and reopened_at is null
          returning revision
        `.execute(transaction)
        const [reopened] = rows
        if (reopened === undefined) return false
        await appendEntry(transaction, {
          at,
          actor: { kind: 'person', name: person },
          what: 'month-reopened',
          subject: { fleetId },
          facts: { month, revision: reopened.revision, reason },
        })
        return true
      }),
  }
}

/** False when the month is closed. */
async function insertClose(db: LedgerDb, fleetId: string, close: NewClose): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into frota.month_close (fleet_id, month, revision, closed_at, closed_by, waiting,
      reason, folder, zone, ipva, manifest_sha256, opening_cents, closing_cents, debt_events,
      order_events, vehicle_changes)
    values (${fleetId}, ${close.month}, ${close.revision}, ${close.closedAt}, ${close.closedBy},
      ${close.waiting}, ${close.reason}, ${close.folder}, ${close.zone}, ${close.ipva},
      ${close.manifestSha256}, ${close.openingCents}, ${close.closingCents},
      ${close.debtEvents}, ${close.orderEvents}, ${close.vehicleChanges})
    on conflict do nothing
  `.execute(db)
  if (numAffectedRows !== 1n) return false
  await appendEntry(db, {
    at: close.closedAt,
    actor: { kind: 'person', name: close.closedBy },
    what: 'month-closed',
    subject: { fleetId },
    facts: {
      month: close.month,
      revision: close.revision,
      manifest: close.manifestSha256,
      opening: formatCents(close.openingCents),
      closing: formatCents(close.closingCents),
      waiting: close.waiting,
      ...(close.reason === '' ? {} : { reason: close.reason }),
    },
  })
  return true
}
