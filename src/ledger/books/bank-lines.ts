/** The bank's lines and what they are matched with; appended, and told apart by their identity. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface BankLine {
  readonly id: string
  /** Account and the bank's own id, or what the line says and an ordinal among equals. */
  readonly identity: string
  readonly account: string
  /** YYYY-MM-DD. */
  readonly day: string
  /** Above 0 where money came in. */
  readonly cents: bigint
  readonly memo: string
  readonly fileName: string
}

export interface BankMatch {
  /** Lines and orders of one id belong together. */
  readonly matchId: string
  readonly lineId: string
  /** Null: a person said that the line is no payment of this fleet. */
  readonly orderId: string | null
  readonly isRefund: boolean
  readonly how: string
  readonly person: string
  readonly reason: string
}

export async function bankLinesOf(
  db: LedgerDb,
  fleetId: string,
): Promise<{ lines: BankLine[]; matches: BankMatch[] }> {
  const { rows: lines } = await sql<BankLine>`
    select id, identity, account, day, cents, memo, file_name as "fileName"
    from frota.bank_line where fleet_id = ${fleetId} order by day, seq
  `.execute(db)
  const { rows: matches } = await sql<BankMatch>`
    select m.match_id as "matchId", m.line_id as "lineId", m.order_id as "orderId",
      m.is_refund as "isRefund", m.how, m.person, m.reason
    from frota.bank_match m join frota.bank_line l on l.id = m.line_id
    where l.fleet_id = ${fleetId} order by l.day, l.seq, m.order_id
  `.execute(db)
  return { lines, matches }
}
