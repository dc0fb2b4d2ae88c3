/** Consultations on PostgreSQL or PGlite: asked, read again, and ended once. */
import { sql } from 'kysely'
import type {
  AskedConsultation,
  Consultation,
  ReadyAnswer,
  UnreadConsultation,
} from './consultations.ts'
import { CONSULTATIONS_PER_CHUNK, CONSULTATIONS_SHOWN_MAX } from './consultations.ts'
import { endReady, openEndings } from './consultations-end.ts'
import { dueRows, type DueChunk } from '../schema/due-chunk.ts'
import { former, isFormer, recordFormer } from './consultations-former.ts'
import { asTx, within, type LedgerDb, type Tx } from '../schema/tx.ts'

export type ConsultationStore = ReturnType<typeof openConsultationStore>

export function openConsultationStore(db: LedgerDb) {
  return {
    ...openEndings(db),
    /** Everything that `work` writes with its `Tx` is there, or nothing is. */
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      db.transaction().execute((transaction) => work(asTx(transaction))),
    /**
     * Stores a consultation as pending. One that was stuck or failed is read again for the new
     * campaign; one that is ready already answers its member at once (`ended`). One that belongs to
     * another vehicle fails the member. One that was asked before the service knew the vehicle's
     * present plate and state answers no member, and the member is asked again.
     */
    record: (asked: AskedConsultation, tx?: Tx) =>
      tx === undefined
        ? db.transaction().execute((transaction) => record(transaction, asked))
        : record(within(db, tx), asked),
    /** Chunks with something to read now, and when the next one is; null when none is pending. */
    due: async (fleetId: string, at: Date) => {
      const isDue = sql`answer.next_read_at <= ${at}`
      const { rows } = await sql<DueChunk & { next: Date | null }>`
        select (answer.seq / ${CONSULTATIONS_PER_CHUNK}::bigint)::text as chunk,
          ${dueRows(sql`answer.seq`, sql`answer.reads`, isDue)} as rows,
          min(answer.next_read_at) filter (where answer.next_read_at > ${at}) as next
        from frota.consultation answer
        join frota.vehicle vehicle on vehicle.id = answer.vehicle_id
        where answer.status = 'pending' and vehicle.fleet_id = ${fleetId}
        group by 1
        order by min(answer.next_read_at), 1
      `.execute(db)
      const later = rows.flatMap(({ next }) => (next === null ? [] : [next.getTime()]))
      return {
        chunks: rows.flatMap(({ chunk, rows: due }) =>
          due.count > 0 ? [{ chunk, rows: due }] : [],
        ),
        nextReadAt: later.length === 0 ? null : new Date(Math.min(...later)),
      }
    },
    /** Those of a chunk that are due, at most `CONSULTATIONS_PER_CHUNK`. */
    chunk: async (fleetId: string, chunk: string, at: Date) => {
      const { rows } = await sql<UnreadConsultation>`
        select answer.id, answer.vehicle_id as "vehicleId", answer.stage, answer.reads,
          answer.deadline_at as "deadlineAt", vehicle.service_id as "vehicleServiceId",
          vehicle.renavam, vehicle.uf
        from frota.consultation answer
        join frota.vehicle vehicle on vehicle.id = answer.vehicle_id
        where answer.status = 'pending' and answer.next_read_at <= ${at}
          and vehicle.fleet_id = ${fleetId} and ${inChunk(chunk)}
        order by answer.next_read_at, answer.seq
        limit ${CONSULTATIONS_PER_CHUNK}
      `.execute(db)
      return rows
    },
    /** The next read of a chunk, due or not; null when nothing in it is pending. */
    nextRead: async (fleetId: string, chunk: string) => {
      const { rows } = await sql<{ next: Date | null }>`
        select min(answer.next_read_at) as next
        from frota.consultation answer
        join frota.vehicle vehicle on vehicle.id = answer.vehicle_id
        where answer.status = 'pending' and vehicle.fleet_id = ${fleetId} and ${inChunk(chunk)}
      `.execute(db)
      return rows[0]?.next ?? null
    },
    /** The answer is not ready yet: counts the read and stores when the next one is due. */
    postpone: async (
      id: string,
      { stage, nextReadAt, problem }: { stage: string; nextReadAt: Date; problem: string },
    ) => {
      await sql`
        update frota.consultation
        set stage = ${stage}, next_read_at = ${nextReadAt}, problem = ${problem}, reads = reads + 1
        where id = ${id} and status = 'pending'
      `.execute(db)
    },
    /**
     * Ends consultations of different vehicles, answers their members and dates the vehicles'
     * answers. The ids of those that were pending: if another worker recorded an answer, nothing
     * may be written twice.
     */
    ready: (answers: readonly ReadyAnswer[], tx: Tx) => endReady(within(db, tx), answers),
    /** Those about its present plate and state, newest first, at most `CONSULTATIONS_SHOWN_MAX`. */
    ofVehicle: (vehicleId: string): Promise<Consultation[]> =>
      db
        .selectFrom('frota.consultation')
        .select(['id', 'status', 'total_cents as totalCents'])
        .select(['error_code as errorCode', 'error_title as errorTitle'])
        .select('error_message as errorMessage')
        .select(['asked_at as askedAt', 'answered_at as answeredAt'])
        .where('vehicle_id', '=', vehicleId)
        .where('is_former', '=', false)
        .orderBy('asked_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(CONSULTATIONS_SHOWN_MAX)
        .execute(),
  }
}

/** Our own consultations take the credential from the bucket's name, `consultations/<name>`. */
function credentialOf({ effectId, origin, credential }: AskedConsultation) {
  if (origin !== 'asked' && origin !== 'adopted') return sql`${credential}`
  return sql`coalesce((
    select substring(slot.bucket from 'consultations/(.*)')
    from frota.effect effect join frota.quota_use slot on slot.id = effect.slot_id
    where effect.id = ${effectId}), ${credential})`
}

async function record(db: LedgerDb, asked: AskedConsultation): Promise<'pending' | 'ended'> {
  const { rows } = await sql<{ id: string }>`
    with vehicle as materialized (${former(asked)})
    insert into frota.consultation as known (id, vehicle_id, campaign_id, effect_id, credential,
      origin, status, stage, next_read_at, deadline_at, asked_at)
    select ${asked.id}::uuid, ${asked.vehicleId}::uuid, ${asked.campaignId}::uuid,
      ${asked.effectId}::uuid, ${credentialOf(asked)}, ${asked.origin}, 'pending', ${asked.stage},
      ${asked.nextReadAt}::timestamptz, ${asked.deadlineAt}::timestamptz,
      ${asked.askedAt}::timestamptz
    from vehicle where not coalesce(vehicle.former, false)
    on conflict (id) do update set
      campaign_id = excluded.campaign_id, effect_id = excluded.effect_id,
      origin = excluded.origin, status = 'pending', stage = excluded.stage, reads = 0,
      next_read_at = excluded.next_read_at, deadline_at = excluded.deadline_at, problem = '',
      error_code = '', error_title = '', error_message = '', error_action = '',
      answered_at = null
      where known.status <> 'ready' and known.vehicle_id = excluded.vehicle_id
    returning id
  `.execute(db)
  if (rows.length > 0) return 'pending'
  if (await isFormer(db, asked)) {
    await recordFormer(db, asked)
    return 'ended'
  }
  // The service mixed up two vehicles: a consultation of another one must not answer this member.
  await sql`
    update frota.campaign_member member
    set closed_at = ${asked.nextReadAt},
      state = case when answer.vehicle_id = member.vehicle_id then 'answered' else 'failed' end,
      consultation_id =
        case when answer.vehicle_id = member.vehicle_id then answer.id end,
      reason = case when answer.vehicle_id = member.vehicle_id then 'fresh'
        else 'foreign-consultation' end
    from frota.consultation answer
    where answer.id = ${asked.id}
      and member.campaign_id = ${asked.campaignId} and member.vehicle_id = ${asked.vehicleId}
      and member.state = 'open'
  `.execute(db)
  return 'ended'
}

/** A chunk's name comes from a queue: anything but a number names an empty chunk. */
function inChunk(chunk: string) {
  const number = /^[0-9]{1,15}$/.test(chunk) ? BigInt(chunk) : -1n
  const size = BigInt(CONSULTATIONS_PER_CHUNK)
  const [from, until] = [number * size, (number + 1n) * size]
  return sql`answer.seq >= ${from}::bigint and answer.seq < ${until}::bigint`
}
