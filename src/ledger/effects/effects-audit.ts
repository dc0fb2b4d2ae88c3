/** Writes an order to the audit log once it is known how its request ended. */
import { sql } from 'kysely'
import { formatCents } from '../../fleet/money.ts'
import { appendEntries, FROTA_ITSELF, type AuditEvent, type AuditFacts } from '../audit/audit.ts'
import type { Effect, EffectState } from './effects.ts'
import type { LedgerDb } from '../schema/tx.ts'

type Ending = 'done' | 'adopted' | 'quarantined' | 'rejected' | 'needs-person'

/** Card payments of an earlier version are missing: `orders resolve` ends them and logs that. */
const EVENTS: Readonly<Record<Ending, AuditEvent>> = {
  done: 'order-placed',
  adopted: 'order-adopted',
  quarantined: 'order-quarantined',
  rejected: 'order-refused',
  'needs-person': 'order-needs-person',
}

/** Whether the audit log records this ending of an effect that moves money. */
export function isAuditedEnding(state: EffectState): boolean {
  return state in EVENTS
}

interface OrderRow {
  at: Date
  plate: string
  orderId: string | null
  method: string | null
  status: string | null
  debts: bigint | null
  fee: bigint | null
  total: bigint | null
  gate: string | null
  /** The audit chain's head. */
  seq: bigint
  hash: string
}

/** `db`: the transaction that settled the effect, after its stage's rows were written. */
export async function auditEffect(db: LedgerDb, effect: Effect, why: string): Promise<void> {
  const what = eventOf(effect)
  if (what === undefined) return
  const { fleetId, vehicleId, planId, remoteId, id: effectId } = effect
  const { rows } = await sql<OrderRow>`
    select frota.ledger_now() as at, vehicle.plate, placed.id as "orderId", placed.method,
      placed.status,
      placed.debts_cents as debts, placed.fee_cents as fee, placed.total_cents as total,
      placed.gate, head.seq, head.hash
    from frota.vehicle vehicle cross join frota.audit_head head
    left join lateral (select * from frota.payment_order
      where id = ${remoteId}::uuid or plan_id = ${planId}::uuid
      order by (id = ${remoteId}::uuid) desc nulls last limit 1) placed on true
    where vehicle.id = ${vehicleId}
    for update of head
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('An effect belongs to a vehicle.')
  const entry = {
    at: row.at,
    actor: FROTA_ITSELF,
    what,
    subject: {
      fleetId,
      vehicleId,
      planId: planId ?? undefined,
      orderId: row.orderId ?? (effect.kind === 'order' ? remoteId : null) ?? undefined,
      effectId,
    },
    facts: { ...orderFacts(row), sends: effect.sends, doubts: effect.doubts, why },
  }
  await appendEntries(db, [entry], { seq: row.seq, hash: row.hash })
}

function eventOf({ kind, state }: Effect): AuditEvent | undefined {
  const events: Readonly<Record<string, AuditEvent>> = EVENTS
  return kind === 'order' ? events[state] : undefined
}

function orderFacts({ plate, method, status, debts, fee, total, gate }: OrderRow): AuditFacts {
  const amount = (cents: bigint | null): string | null =>
    cents === null ? null : formatCents(cents)
  const amounts = { debts: amount(debts), fee: amount(fee), total: amount(total) }
  return { plate, method, status, ...amounts, gate }
}
