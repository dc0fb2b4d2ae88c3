/** Notes in the audit log by which order policy a command is about to decide or to order. */
import { createHash } from 'node:crypto'
import { wallClock } from '../../clock.ts'
import type { NewAuditEntry } from '../../ledger/audit/audit.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { orderPolicyToJson } from '../../reconciliation/orders/policy/read-order-policy.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { fieldsOf } from '../../fields.ts'

/** The settings written in clear, for people; the hash covers the whole policy. */
const TOLD = ['method', 'approveUpTo', 'perOrder', 'perRun', 'perDay', 'twoPeopleAbove'] as const

export async function notePolicy(
  { policies }: Pick<OpenLedger, 'policies'>,
  policy: OrderPolicy,
  actor: NewAuditEntry['actor'],
): Promise<void> {
  const json = orderPolicyToJson(policy)
  const all = fieldsOf(JSON.parse(json))
  const told = Object.fromEntries(TOLD.map((name) => [name, all[name]]))
  const hash = createHash('sha256').update(json).digest('hex')
  await policies.note({ ...told, policy: hash }, { actor, at: new Date(wallClock.now()) })
}
