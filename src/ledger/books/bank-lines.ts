/** The bank's lines, the money of orders that they are held against, and what was matched. */
import { sql } from 'kysely'
import { appendEntry } from '../audit/audit.ts'
import { lockFleet } from '../schema/lock-fleet.ts'
import { appendEvents } from '../orders/order-events-sql.ts'
import { dateNote, eventNamedByRow } from '../orders/bank-date-note.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface BankLine {
  /** Account and the bank's own id, or what the line says and an ordinal among equals. */
  readonly identity: string
  readonly account: string
  /** YYYY-MM-DD. */
  readonly day: string
  /** Above 0 where money came in. */
  readonly cents: bigint
  readonly memo: string
  readonly reference: string
}

/** A line that is kept, and when which statement was read. */
export interface ReadLine extends BankLine {
  readonly fileName: string
  readonly importedAt: Date
}

/** Money that an order moved: an event of paid, unpaid or refunded. */
export interface OrderMoney {
  /** The event's `seq`. */
  readonly seq: bigint
  readonly orderId: string
  readonly event: 'paid' | 'unpaid' | 'refunded'
  readonly method: string
  readonly occurredAt: Date | null
  readonly seenAt: Date
  /** Below 0 for a refund that was taken back. */
  readonly cents: bigint
  /** Of each code that the order ever had. */
  readonly codes: readonly string[]
}

/** An order that moved no money so far. */
export type UnpaidOrder = Pick<OrderMoney, 'orderId' | 'codes'>

/** Lines and movements that belong together. */
export interface BankClosure {
  readonly class: string
  /** `set`: so many equal lines and equal payments of a day. `batch`: one line for several. */
  readonly how: 'id' | 'total' | 'set' | 'batch' | 'person'
  /** Identities of lines. */
  readonly lines: readonly string[]
  /** The `seq` of each `OrderMoney`, in digits. */
  readonly movements: readonly string[]
}

/** A person says whose a line is; of no movement: it is none of this fleet's payments. */
export interface BankWord extends BankClosure {
  readonly person: string
  readonly reason: string
}

export interface BankFacts {
  readonly lines: readonly ReadLine[]
  readonly money: readonly OrderMoney[]
  /** `at`: of a person's word, when it was said; the program's own are made anew each time. */
  readonly closures: readonly (BankClosure & { readonly at: Date })[]
}

/** What the bank says of the day of a movement. */
export interface BankDate extends Pick<OrderMoney, 'seq' | 'orderId' | 'event'> {
  readonly at: Date
  /** The identity of the line. */
  readonly line: string
}

/** One reading of a statement: a bank gives the files of every month the same name. */
export interface StatementRemoval {
  readonly fileName: string
  readonly importedAt: Date
  readonly person: string
  readonly reason: string
  readonly at: Date
}

export function openBankStore(db: LedgerDb) {
  return {
    facts: (fleetId: string) => bankFacts(db, fleetId),
    unpaid: async (fleetId: string): Promise<UnpaidOrder[]> => {
      const { rows } = await sql<UnpaidOrder>`
        select o.id as "orderId", ${codes} as codes from frota.payment_order o
        where o.fleet_id = ${fleetId} and not exists (select from frota.order_event e
          where e.order_id = o.id and e.event = 'paid' and e.told_by in ('service', 'nobody'))
      `.execute(db)
      return rows
    },
    /** Adds lines that are not there yet; returns how many were new. */
    addLines: async (
      fleetId: string,
      lines: readonly BankLine[],
      { fileName, at }: { readonly fileName: string; readonly at: Date },
    ): Promise<number> => {
      const given = JSON.stringify(lines.map((line) => ({ ...line, cents: String(line.cents) })))
      const { numAffectedRows } = await sql`
        insert into frota.bank_line (fleet_id, identity, account, day, cents, memo, reference,
          file_name, imported_at)
        select ${fleetId}, identity, account, day, cents, memo, reference, ${fileName}, ${at}
        from json_to_recordset(${given}::json) as line (identity text, account text, day date,
          cents bigint, memo text, reference text)
        on conflict do nothing
      `.execute(db)
      return Number(numAffectedRows ?? 0n)
    },
    /**
     * Replaces what the program matched, unless null, and the days that it gave; a person's word
     * stays.
     */
    keepMatches: (
      fleetId: string,
      at: Date,
      news: {
        readonly matches: readonly BankClosure[] | null
        readonly dates: readonly BankDate[]
      },
    ) =>
      db.transaction().execute(async (transaction) => {
        // Two previews at one moment would each add all of it.
        await lockFleet(transaction, fleetId)
        if (news.matches !== null) {
          await sql`
            delete from frota.bank_match where fleet_id = ${fleetId} and how <> 'person'
          `.execute(transaction)
        }
        for (const match of news.matches ?? []) {
          await insertMatch(transaction, fleetId, { ...match, person: '', reason: '' }, at)
        }
        await tellDates(transaction, fleetId, news.dates, at)
      }),
    /**
     * Takes back the lines of one reading of a statement, with what was said of them. Null, or the
     * month that was closed with them: then nothing is changed.
     */
    removeStatement: (fleetId: string, removal: StatementRemoval) =>
      removeStatement(db, fleetId, removal),
    say: (fleetId: string, word: BankWord, at: Date) =>
      db.transaction().execute(async (transaction) => {
        await insertMatch(transaction, fleetId, word, at)
        await appendEntry(transaction, {
          at,
          actor: { kind: 'person', name: word.person },
          what: 'bank-line-judged',
          subject: { fleetId },
          facts: { lines: word.lines, movements: word.movements, reason: word.reason },
        })
      }),
  }
}

const codes = sql`coalesce((select json_agg(c.note order by c.seq) from frota.order_event c
  where c.order_id = o.id and c.event = 'coded' and c.note <> ''), '[]'::json)`

export async function bankFacts(db: LedgerDb, fleetId: string): Promise<BankFacts> {
  const { rows: lines } = await sql<ReadLine>`
    select identity, account, day, cents, memo, reference, file_name as "fileName",
      imported_at as "importedAt"
    from frota.bank_line where fleet_id = ${fleetId} order by day, seq
  `.execute(db)
  const { rows: money } = await sql<OrderMoney>`
    select e.seq, e.order_id as "orderId", e.event, o.method,
      e.occurred_at as "occurredAt", e.seen_at as "seenAt",
      e.amount_cents as cents, ${codes} as codes
    from frota.order_event e join frota.payment_order o on o.id = e.order_id
    where o.fleet_id = ${fleetId} and e.event in ('paid', 'unpaid', 'refunded')
      and e.told_by in ('service', 'nobody') and e.amount_cents <> 0
    order by e.seq
  `.execute(db)
  const { rows: closures } = await sql<BankFacts['closures'][number]>`
    select m.class, m.how, m.matched_at as at,
      coalesce((select json_agg(l.identity order by l.day, l.seq)
        from frota.bank_match_line held join frota.bank_line l on l.id = held.line_id
        where held.match_id = m.id), '[]'::json) as lines,
      coalesce((select json_agg(b.event_seq::text order by b.event_seq)
        from frota.bank_match_movement b where b.match_id = m.id), '[]'::json) as movements
    from frota.bank_match m where m.fleet_id = ${fleetId} order by m.matched_at, m.id
  `.execute(db)
  return { lines, money, closures }
}

/** The audit log keeps the words about its lines; matches of the program are made anew after it. */
async function removeStatement(
  db: LedgerDb,
  fleetId: string,
  { fileName, importedAt, person, reason, at }: StatementRemoval,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    // No month closes while its lines go.
    await lockFleet(transaction, fleetId)
    const { rows } = await sql<{ month: string }>`
      select month from frota.month_close where fleet_id = ${fleetId} and reopened_at is null
        and closed_at >= ${importedAt} order by month limit 1
    `.execute(transaction)
    if (rows[0] !== undefined) return rows[0].month
    const ofStatement = sql`fleet_id = ${fleetId} and file_name = ${fileName}
      and imported_at = ${importedAt}`
    await sql`
      delete from frota.bank_match where id in (select held.match_id
        from frota.bank_match_line held join frota.bank_line l on l.id = held.line_id
        where ${ofStatement})
    `.execute(transaction)
    const { numAffectedRows } = await sql`
      delete from frota.bank_line where ${ofStatement}
    `.execute(transaction)
    await appendEntry(transaction, {
      at,
      actor: { kind: 'person', name: person },
      what: 'bank-statement-removed',
      subject: { fleetId },
      facts: { file: fileName, lines: Number(numAffectedRows ?? 0n), reason },
    })
    return null
  })
}

async function insertMatch(
  db: LedgerDb,
  fleetId: string,
  { class: name, how, lines, movements, person, reason }: BankWord,
  at: Date,
): Promise<void> {
  await sql`
    with match as (
      insert into frota.bank_match (fleet_id, class, how, person, reason, matched_at)
      values (${fleetId}, ${name}, ${how}, ${person}, ${reason}, ${at})
      returning id
    ), held as (
      insert into frota.bank_match_line (match_id, line_id)
      select match.id, line.id from match, frota.bank_line line
      where line.fleet_id = ${fleetId} and line.identity = any(${lines}::text[])
    )
    insert into frota.bank_match_movement (match_id, event_seq)
    select id, unnest(${movements}::bigint[]) from match
  `.execute(db)
}

/**
 * A day of the bank's that is news is appended. A day whose line was matched otherwise since is
 * taken back by a row without an instant.
 */
async function tellDates(
  db: LedgerDb,
  fleetId: string,
  dates: readonly BankDate[],
  seenAt: Date,
): Promise<void> {
  const { rows: told } = await sql<Omit<BankDate, 'at' | 'line'> & { at: Date | null }>`
    select distinct on (dated.seq) dated.seq, e.order_id as "orderId", e.event,
      e.occurred_at as at
    from frota.order_event e join frota.payment_order o on o.id = e.order_id
    cross join lateral (select coalesce(${eventNamedByRow}, (select max(b.seq)
      from frota.order_event b where b.order_id = e.order_id and b.event = e.event
        and b.told_by in ('service', 'nobody') and b.seq < e.seq)) as seq) dated
    where o.fleet_id = ${fleetId} and e.told_by = 'bank' and dated.seq is not null
    order by dated.seq, e.seq desc
  `.execute(db)
  const before = new Map(told.map(({ seq, at }) => [seq, at?.getTime()]))
  const gone = told
    .filter(({ at }) => at !== null)
    .map((each) => ({ ...each, at: null, line: undefined }))
  const now = new Map([...gone, ...dates].map((date) => [date.seq, date]))
  for (const { seq, orderId, event, at: occurredAt, line } of now.values()) {
    if (before.get(seq) === occurredAt?.getTime()) continue
    const note = dateNote(seq, line)
    const row = { event, occurredAt, toldBy: 'bank', amountCents: 0n, note } as const
    await appendEvents(db, orderId, [row], seenAt)
  }
}
