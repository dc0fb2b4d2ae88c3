/** Who approves a plan: an approval has the plan's hash, and ends with any change of it. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'
import { nameKey } from '../people/name-key.ts'

/** A person's approval of one plan, as it stood before them. */
export interface NamedApproval {
  readonly name: string
  /** False when only the operating system said who it is. */
  readonly named: boolean
  /** Different people that this plan needs. */
  readonly peopleNeeded: number
  /** Hash of the plan that the person was shown. */
  readonly hash: string
}

export interface Agreement {
  /** In the order in which they approved, this one included. */
  readonly people: readonly string[]
  /** False when this person had approved it before. */
  readonly isNew: boolean
}

/**
 * Who approves the plan with this person; `keepWord` writes it. Call both under the plan's row
 * lock, so that two people at once are counted one by one.
 */
export async function peopleWith(
  db: LedgerDb,
  planId: string,
  { name, hash }: NamedApproval,
): Promise<Agreement> {
  const people = await db
    .selectFrom('frota.plan_approval')
    .select(['person', 'person_key'])
    .where('plan_id', '=', planId)
    .where('hash', '=', hash)
    // An earlier version also kept approvals that it refused, and audited none of those.
    .where(sql<boolean>`exists (select from frota.order_plan plan
      join frota.audit told on told.vehicle_id = plan.vehicle_id and told.plan_id = plan.id
      where plan.id = plan_approval.plan_id and told.what = 'first-approval'
        and told.at = plan_approval.approved_at)`)
    .orderBy('approved_at')
    .orderBy('person_key')
    .execute()
  const names = people.map(({ person }) => person)
  const isNew = people.every(({ person_key: key }) => key !== nameKey(name))
  return { people: isNew ? [...names, name] : names, isNew }
}

export async function keepWord(
  db: LedgerDb,
  planId: string,
  { name, hash }: NamedApproval,
  at: Date,
): Promise<void> {
  await sql`
    insert into frota.plan_approval (plan_id, person_key, person, hash, approved_at)
    values (${planId}, ${nameKey(name)}, ${name}, ${hash}, ${at})
    on conflict (plan_id, person_key) do update
      set person = excluded.person, hash = excluded.hash, approved_at = excluded.approved_at
  `.execute(db)
}
