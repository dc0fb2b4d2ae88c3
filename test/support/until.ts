/** Waiting for what only the ledger tells: processes cannot be waited for by events alone. */
import type { Rows, World } from './run-frota.ts'

const LOOK_MS = 100
/** A minute: what never came is said by its name, long before a test's own ceiling. */
const LOOKS_MAX = 600

export interface Awaited {
  /** What the message calls it. */
  readonly what: string
  readonly sql: string
  readonly values?: readonly unknown[]
  readonly isSo: (rows: Rows) => boolean
  /** Told with what never came. */
  readonly orTell?: string
  readonly looksMax?: number
}

export function until(world: World, of: Awaited): Promise<Rows> {
  const { what, sql, values = [], isSo, orTell = sql, looksMax = LOOKS_MAX } = of
  return world.read(async (query) => {
    for (let looks = 0; looks < looksMax; looks += 1) {
      const rows = await query(sql, values)
      if (isSo(rows)) return rows
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    const told = await query(orTell, orTell === sql ? values : [])
    throw new Error(`Never came: ${what}; ${JSON.stringify(told)}`)
  })
}
