/** Reads the audit log: in pages for whoever walks the chain, and by subject for whoever looks. */
import type { ChainedEntry } from './audit-chain.ts'
import type { Anchor } from './audit-walk.ts'
import type { Tables } from '../schema/tables.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { everNamed } from '../schema/vehicle-lookups.ts'

/** Entries read at once. */
const PAGE_ENTRIES = 1_000
/** Entries are read from here, not from 1: a wrong number below 1 must be found and reported. */
const BEFORE_ALL = -(2n ** 63n)
/** At most so many heads of runs are compared with the log. */
const RUN_HEADS_MAX = 10_000

export interface ShownEntry extends ChainedEntry {
  /** Null when the entry is about no vehicle, or about one that is gone. */
  readonly plate: string | null
}

export interface AuditFilter {
  /** A plate or a RENAVAM. */
  readonly plate?: string | undefined
  readonly orderId?: string | undefined
  readonly since?: Date | undefined
}

export type AuditReader = ReturnType<typeof openAuditReader>

export function openAuditReader(db: LedgerDb) {
  return {
    head: () => db.selectFrom('frota.audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow(),
    /** Every entry, oldest first. */
    entries: () => entries(db),
    /** The newest `limit` entries that match, the oldest of them first. */
    list: (filter: AuditFilter, limit: number) => list(db, filter, limit),
    /** The heads that runs noted when they ended. */
    runHeads: () => runHeads(db),
  }
}

async function* entries(db: LedgerDb): AsyncGenerator<ChainedEntry> {
  for (let after = BEFORE_ALL; ;) {
    const rows = await db
      .selectFrom('frota.audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE_ENTRIES)
      .execute()
    for (const row of rows) yield asEntry(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.seq
  }
}

async function list(db: LedgerDb, filter: AuditFilter, limit: number): Promise<ShownEntry[]> {
  let query = db
    .selectFrom('frota.audit as audit')
    .leftJoin('frota.vehicle as vehicle', 'vehicle.id', 'audit.vehicle_id')
    .selectAll('audit')
    .select('vehicle.plate')
    .orderBy('audit.seq', 'desc')
    .limit(limit)
  if (filter.plate !== undefined) query = query.where(everNamed(filter.plate))
  if (filter.orderId !== undefined) query = query.where('audit.order_id', '=', filter.orderId)
  if (filter.since !== undefined) query = query.where('audit.at', '>=', filter.since)
  const rows = await query.execute()
  return rows.map((row) => ({ ...asEntry(row), plate: row.plate })).toReversed()
}

async function runHeads(db: LedgerDb): Promise<Anchor[]> {
  const rows = await db
    .selectFrom('frota.run')
    .select('audit_head')
    .distinct()
    .where('audit_head', 'is not', null)
    .limit(RUN_HEADS_MAX)
    .execute()
  return rows.flatMap(({ audit_head: head }) => {
    const parts = /^(\d+):([0-9a-f]{64})$/.exec(head ?? '')
    return parts?.[1] === undefined || parts[2] === undefined
      ? []
      : [{ seq: BigInt(parts[1]), hash: parts[2] }]
  })
}

function asEntry(row: Tables['frota.audit']): ChainedEntry {
  return {
    seq: row.seq,
    at: row.at,
    actor: { kind: row.actor_kind, name: row.actor },
    what: row.what,
    subject: {
      fleetId: row.fleet_id ?? undefined,
      vehicleId: row.vehicle_id ?? undefined,
      planId: row.plan_id ?? undefined,
      orderId: row.order_id ?? undefined,
      effectId: row.effect_id ?? undefined,
    },
    facts: row.facts,
    previous: row.previous,
    hash: row.hash,
  }
}
