/**
 * The order policy that a person edited in the console, and a note in the audit log whenever orders
 * are decided by another policy than before.
 */
import { appendEntry, type AuditFacts, type NewAuditEntry } from '../audit/audit.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { fieldsOf } from '../../fields.ts'

export interface EditedPolicy {
  readonly policy: string
  readonly by: string
  readonly at: Date
}

export function openPolicyLog(db: LedgerDb) {
  return {
    /** `facts`: what the policy says, with a hash of all of it. False when it was noted last. */
    note: (facts: AuditFacts, by: Pick<NewAuditEntry, 'actor' | 'at'>) =>
      db.transaction().execute(async (open) => {
        // The lock makes two processes that begin at once note it only once.
        await open.selectFrom('frota.audit_head').select('seq').forUpdate().executeTakeFirst()
        const last = await open
          .selectFrom('frota.audit')
          .select('facts')
          .where('what', '=', 'policy-changed')
          .orderBy('seq', 'desc')
          .limit(1)
          .executeTakeFirst()
        const before = last === undefined ? {} : fieldsOf(JSON.parse(last.facts))
        if (before['policy'] === facts['policy']) return false
        await appendEntry(open, { ...by, what: 'policy-changed', subject: {}, facts })
        return true
      }),
    /** The policy that a person edited, as the text of a policy file; undefined if nobody did. */
    edited: () =>
      db
        .selectFrom('frota.order_policy')
        .select(['policy', 'edited_by as by', 'edited_at as at'])
        .executeTakeFirst(),
    /** Of all vehicles in a fleet, as their files write them: what a policy may name. */
    costCentres: () =>
      db
        .selectFrom('frota.vehicle')
        .select('cost_centre as name')
        .distinct()
        .where('in_fleet', '=', true)
        .execute(),
    /** False, and nothing is kept, when the policy is another than `before` by now. */
    edit: async ({ policy, by, at }: EditedPolicy, before: string | undefined) => {
      const row = { policy, edited_by: by, edited_at: at }
      const edited = await db
        .insertInto('frota.order_policy')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('is_only')
            .doUpdateSet(row)
            .where('frota.order_policy.policy', '=', before ?? ''),
        )
        .executeTakeFirst()
      return edited.numInsertedOrUpdatedRows === 1n
    },
  }
}
