/**
 * How a consultation ends: one statement each that also ends its campaign's member, and that does
 * nothing when the consultation is not pending any more, so that no answer is written twice.
 */
import { sql } from 'kysely'
import type { FailedAnswer, ReadyAnswer } from './consultations.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Dated by the question: no service must say when it ended, and we may read it days later. */
export async function endReady(db: LedgerDb, answers: readonly ReadyAnswer[]) {
  const ids = answers.map(({ id }) => id)
  // The vehicles are locked first, as by a change of plate or state, so that no deadlock arises.
  await sql`
    select id from frota.vehicle
    where id in (select vehicle_id from frota.consultation where id = any(${ids}::uuid[]))
    order by id for no key update
  `.execute(db)
  // Cents travel as text: a JSON number may be read as a float on the way.
  const given = answers.map((answer) => ({
    ...answer,
    totalCents: answer.totalCents.toString(),
    itemsCents: answer.itemsCents.toString(),
  }))
  const { rows } = await sql<{ id: string }>`
    with answered as (
      update frota.consultation answer
      set status = 'ready', stage = given.stage, found_new_debts = given."foundNewDebts",
        total_cents = given."totalCents", items_cents = given."itemsCents", flags = given.flags,
        problem = '', reads = answer.reads + 1, next_read_at = null,
        answered_at = least(answer.asked_at, given.at)
      from json_to_recordset(${JSON.stringify(given)}::json) as given (id uuid, stage text,
        "foundNewDebts" boolean, "totalCents" bigint, "itemsCents" bigint, flags jsonb,
        at timestamptz)
      where answer.id = given.id and answer.status = 'pending'
      returning answer.id, answer.vehicle_id, answer.campaign_id, answer.answered_at, given.at
    ), member as (
      update frota.campaign_member member
      set state = 'answered', consultation_id = answered.id, closed_at = answered.at,
        reason = null
      from answered
      where member.campaign_id = answered.campaign_id
        and member.vehicle_id = answered.vehicle_id and member.state = 'open'
    ), dated as (
      update frota.vehicle vehicle
      set latest_answer_at = greatest(vehicle.latest_answer_at, answered.answered_at)
      from answered
      where vehicle.id = answered.vehicle_id
    )
    select id from answered
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export function openEndings(db: LedgerDb) {
  return {
    failed: async (answer: FailedAnswer) => {
      const reason = [answer.errorCode, answer.errorTitle].filter((word) => word !== '').join(': ')
      return endWithout(
        db,
        sql`
          update frota.consultation
          set status = 'failed', stage = ${answer.stage}, error_code = ${answer.errorCode},
            error_title = ${answer.errorTitle}, error_message = ${answer.errorMessage},
            error_action = ${answer.errorAction}, problem = '', reads = reads + 1,
            next_read_at = null, answered_at = ${answer.at}
          where id = ${answer.id} and status = 'pending'
          returning id, vehicle_id, campaign_id`,
        { state: 'failed', reason: reason === '' ? 'failed without an error code' : reason },
        answer.at,
      )
    },
    /** Given up: the deadline passed. `problem` says what the last read saw. */
    stuck: async (id: string, ended: { problem: string; at: Date }) => {
      return endWithout(
        db,
        sql`
          update frota.consultation
          set status = 'stuck', problem = ${ended.problem}, reads = reads + 1, next_read_at = null
          where id = ${id} and status = 'pending'
          returning id, vehicle_id, campaign_id`,
        { state: 'stuck', reason: ended.problem },
        ended.at,
      )
    },
  }
}

async function endWithout(
  db: LedgerDb,
  ending: ReturnType<typeof sql>,
  member: { state: 'failed' | 'stuck'; reason: string },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (${ending}), member as (
      update frota.campaign_member member
      set state = ${member.state}, consultation_id = ended.id, closed_at = ${at},
        reason = ${member.reason}
      from ended
      where member.campaign_id = ended.campaign_id and member.vehicle_id = ended.vehicle_id
        and member.state = 'open'
    )
    select id from ended
  `.execute(db)
  return rows.length > 0
}
