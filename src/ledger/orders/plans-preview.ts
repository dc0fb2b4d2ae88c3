/** What a proposal will cost, as the service's preview says: asked for, kept, asked for anew. */
import { sql } from 'kysely'
import { staysInFleet } from './stays-in-fleet.ts'
import { within, type LedgerDb, type Tx } from '../schema/tx.ts'

export type PreviewResult =
  | {
      readonly preview: 'known'
      readonly feeCents: bigint
      readonly totalCents: bigint
      /** The plan's hash with the fee. */
      readonly hash: string
    }
  /** The service gives no price beforehand; `note` tells people why, without secrets. */
  | { readonly preview: 'unknown'; readonly note: string }
  | { readonly preview: 'pending'; readonly note: string; readonly dueAt: Date }

export const PROPOSALS_PER_ANSWER_MAX = 4

export function openPlanPreviews(db: LedgerDb) {
  return {
    /** Proposals whose preview is due, oldest first, and when the next one will be. */
    unpreviewed: async (fleetId: string, limit: number, at: Date) => {
      const { rows } = await sql<{ id: string; tries: number; dueAt: Date | null }>`
        (select id, preview_tries as tries, null::timestamptz as "dueAt" from frota.order_plan plan
        where ${isPending(fleetId)} and (preview_due_at is null or preview_due_at <= ${at})
        order by created_at, id limit ${limit})
        union all
        (select id, preview_tries, preview_due_at from frota.order_plan plan
        where ${isPending(fleetId)} and preview_due_at > ${at}
        order by preview_due_at limit 1)
      `.execute(db)
      return {
        plans: rows.flatMap(({ id, tries, dueAt }) => (dueAt === null ? [{ id, tries }] : [])),
        nextAt: rows.find(({ dueAt }) => dueAt !== null)?.dueAt ?? null,
      }
    },
    /** False, and nothing is changed, when it is no proposal that awaits its preview. */
    recordPreview: async (planId: string, result: PreviewResult) => {
      const { numUpdatedRows } = await db
        .updateTable('frota.order_plan')
        .set(columnsOf(result))
        .set({ preview: result.preview, preview_tries: sql`preview_tries + 1` })
        .where('id', '=', planId)
        .where('state', '=', 'proposed')
        .where('preview', '=', 'pending')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /**
     * Considers the answer of a void plan once more, unless a newer answer came or this one gave
     * `PROPOSALS_PER_ANSWER_MAX` proposals already: the amounts of a service may change every time.
     * Those that the policy does not choose any more are not counted.
     */
    reopen: async (planId: string, tx?: Tx) => {
      const { rows } = await sql`
        update frota.consultation answer set considered = false
        from frota.order_plan plan
        where plan.id = ${planId} and plan.state = 'void' and answer.id = plan.consultation_id
          and not exists (select from frota.consultation newer
            where newer.vehicle_id = answer.vehicle_id and newer.status = 'ready'
              and newer.seq > answer.seq)
          and (select count(*) from frota.order_plan other
            where other.consultation_id = answer.id
              and other.reason is distinct from 'not-chosen') < ${PROPOSALS_PER_ANSWER_MAX}
        returning answer.id
      `.execute(within(db, tx))
      return rows.length > 0
    },
  }
}

const isPending = (fleetId: string) =>
  sql`fleet_id = ${fleetId} and state = 'proposed' and preview = 'pending'
    and ${staysInFleet('plan')}`

function columnsOf(result: PreviewResult) {
  switch (result.preview) {
    case 'known': {
      const { feeCents, totalCents, hash } = result
      const none = { preview_note: null, preview_due_at: null }
      return { fee_cents: feeCents, total_cents: totalCents, hash, ...none }
    }
    case 'unknown':
      return { preview_note: result.note, preview_due_at: null }
    case 'pending':
      return { preview_note: result.note, preview_due_at: result.dueAt }
  }
}
