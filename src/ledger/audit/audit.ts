/**
 * The audit log: who decided what about money and what came of it. Entries are appended in the
 * transaction of what they tell, under the lock of the chain's head, and never changed.
 */
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { auditHash } from './audit-chain.ts'
import type { AuditEntry, AuditSubject, ChainedEntry, ChainHead } from './audit-chain.ts'
import type { ActorKind } from '../schema/tables-audit.ts'
import type { Tables } from '../schema/tables.ts'
import { opened, type LedgerDb, type Tx } from '../schema/tx.ts'

/** What an entry may tell; its words in both languages are in src/cli/audit/audit-words.ts. */
export const AUDIT_EVENTS = [
  'proposed',
  /** A person's approval of a plan that needs another one's too. */
  'first-approval',
  'approved',
  /** Approvals of a plan whose order had no intent yet, or the first approval of two. */
  'approval-withdrawn',
  'rejected',
  'voided',
  'order-placed',
  'order-adopted',
  'order-quarantined',
  'order-refused',
  'order-needs-person',
  'order-resolved',
  /** What the service says became of an order. */
  'order-paid',
  'order-unpaid',
  'order-settled',
  'order-refunded',
  'order-expired',
  'payment-made',
  'payment-adopted',
  'payment-quarantined',
  'payment-refused',
  'payment-needs-person',
  'payment-resolved',
  /** The debts of a refunded order may be ordered again. */
  'debts-freed',
  /** A person ended an exception: reports leave it out from now on. */
  'exception-ended',
  'policy-changed',
  /** A month's books were frozen, with the hash of their manifest; or opened again. */
  'month-closed',
  'month-reopened',
  /** A person said on which day money of an order moved. */
  'order-dated',
  /** A person said which payment a line of the bank is, or that it is none. */
  'bank-line-judged',
  /** A person took back what one reading of a statement had brought. */
  'bank-statement-removed',
  /** Who may sign in to the console, as what, and that somebody got a new link for a password. */
  'person-added',
  'person-changed',
  'person-link',
  'person-removed',
  /** A person's second factor: begun or renewed, given up, taken away by who administers. */
  'factor-enrolled',
  'factor-removed',
  'factor-reset',
  'recovery-code-used',
  /** Blocked: the ledger is older than its intent journal. Freed: all orders were read since. */
  'money-blocked',
  'money-freed',
  /** A person put a backup in the ledger's place. */
  'ledger-restored',
] as const
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/** Amounts as decimal strings (`formatCents`), ids, codes, hashes; never a document or a key. */
export type AuditFacts = {
  readonly [name: string]: string | number | boolean | null | readonly string[]
}

export interface NewAuditEntry {
  readonly at: Date
  readonly actor: { readonly kind: ActorKind; readonly name: string }
  readonly what: AuditEvent
  readonly subject: AuditSubject
  readonly facts: AuditFacts
}

/** The actor of what the program did by itself, without a person or a policy deciding. */
export const FROTA_ITSELF = { kind: 'command', name: 'frota' } as const

/** Characters of one text in an entry. */
const TEXT_CHARACTERS_MAX = 500

/**
 * Appends one entry in the transaction of what it records. Call it last: the transaction then holds
 * the head's lock until its commit, and must not wait for another row meanwhile.
 */
export function appendAudit(tx: Tx, entry: NewAuditEntry): Promise<ChainHead> {
  return appendEntry(opened(tx), entry)
}

/** Like `appendAudit`, for stores; `db` is a transaction. */
export function appendEntry(db: LedgerDb, entry: NewAuditEntry): Promise<ChainHead> {
  return appendEntries(db, [entry])
}

/** Several at once, in the list's order. `locked`: the chain's head, read `for update`. */
export async function appendEntries(
  db: LedgerDb,
  entries: readonly NewAuditEntry[],
  locked?: ChainHead,
): Promise<ChainHead> {
  let head = locked ?? (await lockHead(db))
  const rows = entries.map((entry) => {
    const chained = chainedTo(head, entry)
    head = { seq: chained.seq, hash: chained.hash }
    return asRow(chained)
  })
  if (rows.length === 0) return head
  await db
    .with('told', (told) => told.insertInto('frota.audit').values(rows))
    .updateTable('frota.audit_head')
    .set(head)
    .execute()
  return head
}

function chainedTo({ seq, hash: previous }: ChainHead, entry: NewAuditEntry): ChainedEntry {
  const { at, actor, what, subject, facts } = entry
  const chained: AuditEntry = {
    seq: seq + 1n,
    at,
    actor: { kind: actor.kind, name: plainText(actor.name) },
    what,
    subject,
    facts: factsText(facts),
    previous,
  }
  return { ...chained, hash: auditHash(chained) }
}

async function lockHead(db: LedgerDb): Promise<ChainHead> {
  return db
    .selectFrom('frota.audit_head')
    .select(['seq', 'hash'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Names in order, so that the same facts give the same text. */
function factsText(facts: AuditFacts): string {
  const names = Object.keys(facts).toSorted()
  const plain = (value: AuditFacts[string] | undefined): AuditFacts[string] => {
    if (typeof value === 'string') return plainText(value)
    if (typeof value !== 'object' || value === null) return value ?? null
    return value.map(plainText)
  }
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, plain(facts[name])])))
}

/** One line of text that names nobody's document; the log is kept for ever. */
function plainText(text: string): string {
  const line = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  // A cut may leave half a character, which the database would store as another text than was hashed.
  return veilDocuments(line.trim().slice(0, TEXT_CHARACTERS_MAX).toWellFormed())
}

function asRow({ at, actor, what, subject, ...chain }: ChainedEntry): Tables['frota.audit'] {
  return {
    ...chain,
    at,
    actor_kind: actor.kind,
    actor: actor.name,
    what,
    fleet_id: subject.fleetId ?? null,
    vehicle_id: subject.vehicleId ?? null,
    plan_id: subject.planId ?? null,
    order_id: subject.orderId ?? null,
    effect_id: subject.effectId ?? null,
  }
}
