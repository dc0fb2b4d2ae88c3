/**
 * Pure. The audit log's chain: the exact text of an entry, and the hash over it. The text names the
 * hash of the entry before, so no entry can be changed, taken out or moved without a trace.
 * docs/approvals.md says the format, so that anybody can check it without this program.
 */
import { hash } from 'node:crypto'
import type { ActorKind } from '../schema/tables-audit.ts'

export interface AuditSubject {
  readonly fleetId?: string | undefined
  readonly vehicleId?: string | undefined
  readonly planId?: string | undefined
  readonly orderId?: string | undefined
  readonly effectId?: string | undefined
}

export interface AuditEntry {
  /** From 1, without gaps. */
  readonly seq: bigint
  readonly at: Date
  readonly actor: { readonly kind: ActorKind; readonly name: string }
  readonly what: string
  readonly subject: AuditSubject
  /** JSON text, as it was hashed. */
  readonly facts: string
  /** The hash of the entry before; sixty-four zeros for the first. */
  readonly previous: string
}

export interface ChainedEntry extends AuditEntry {
  readonly hash: string
}

export interface ChainHead {
  readonly seq: bigint
  readonly hash: string
}

/** The head of an empty log. */
export const NO_ENTRY: ChainHead = { seq: 0n, hash: '0'.repeat(64) }

/** One line of JSON without its hash; every name in this order, absent subjects left out. */
export function auditText(entry: AuditEntry): string {
  const { fleetId: fleet, vehicleId: vehicle, planId: plan, orderId: order } = entry.subject
  const subject = { fleet, vehicle, plan, order, effect: entry.subject.effectId }
  const parts = [
    `"seq":${entry.seq}`,
    `"at":${JSON.stringify(entry.at.toISOString())}`,
    `"actor":${JSON.stringify({ kind: entry.actor.kind, name: entry.actor.name })}`,
    `"what":${JSON.stringify(entry.what)}`,
    `"subject":${JSON.stringify(subject)}`,
    `"facts":${entry.facts}`,
    `"previous":${JSON.stringify(entry.previous)}`,
  ]
  return `{${parts.join(',')}}`
}

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export function auditHash(entry: AuditEntry): string {
  return hash('sha256', auditText(entry))
}
