/** Blocks of money: since when and why no order may be sent, the reads since, and their end. */
import { sql } from 'kysely'
import type { BlockWhy } from '../schema/tables-doubt.ts'
import type { LedgerDb } from '../schema/tx.ts'

export type { BlockWhy } from '../schema/tables-doubt.ts'

export interface MoneyBlock {
  readonly id: string
  readonly why: BlockWhy
  readonly since: Date
  /** How many full reads of all orders have begun. */
  readonly tries: number
  readonly triedAt: Date | null
  /** The failure code of the last full read, if it did not finish. */
  readonly problem: string | null
  readonly ordersRead: number
  readonly ordersRecorded: number
  readonly ordersForeign: number
  readonly clearedAt: Date | null
}

export type BlockProgress = Pick<MoneyBlock, 'ordersRead' | 'ordersRecorded' | 'ordersForeign'>

export type MoneyBlockStore = ReturnType<typeof openMoneyBlockStore>

export function openMoneyBlockStore(db: LedgerDb) {
  const current = async (): Promise<MoneyBlock | undefined> =>
    (await select(db, sql`where cleared_at is null`, 1))[0]
  const change = async (id: string, set: ReturnType<typeof sql>): Promise<void> => {
    await sql`
      update frota.money_block set ${set} where id = ${id} and cleared_at is null
    `.execute(db)
  }
  return {
    current,
    /** Newest first, cleared ones too. */
    list: (limit: number) => select(db, sql``, limit),
    /** Opens one, or finds the one that is open. */
    open: async (why: BlockWhy, at: Date) => {
      await db
        .insertInto('frota.money_block')
        .values({ why, since: at, tried_at: null, problem: null, cleared_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const block = await current()
      if (block === undefined) throw new Error('A block of money that was opened is not there.')
      return block
    },
    begin: (id: string, at: Date) =>
      change(
        id,
        sql`tries = tries + 1, tried_at = ${at}, problem = null, orders_read = 0,
          orders_recorded = 0, orders_foreign = 0`,
      ),
    note: (id: string, { ordersRead, ordersRecorded, ordersForeign }: BlockProgress) =>
      change(
        id,
        sql`orders_read = ${ordersRead}, orders_recorded = ${ordersRecorded},
          orders_foreign = ${ordersForeign}`,
      ),
    fail: (id: string, problem: string) => change(id, sql`problem = ${problem}`),
    clear: (id: string, at: Date) => change(id, sql`problem = null, cleared_at = ${at}`),
  }
}

async function select(db: LedgerDb, where: ReturnType<typeof sql>, limit: number) {
  const { rows } = await sql<MoneyBlock>`
    select id, why, since, tries, tried_at as "triedAt", problem, orders_read as "ordersRead",
      orders_recorded as "ordersRecorded", orders_foreign as "ordersForeign",
      cleared_at as "clearedAt"
    from frota.money_block ${where} order by since desc, id limit ${limit}
  `.execute(db)
  return rows
}
