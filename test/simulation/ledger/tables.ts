/**
 * Tables in memory whose rows are never changed but replaced, so that what a transaction wrote can
 * be taken back when it fails, and all of it when a disk forgets.
 */
import { inMemoryTx } from '../../support/ledger/memory-tx.ts'
import type { Tx } from '../../../src/ledger/schema/tx.ts'

export interface Table<Row> {
  get(key: string): Row | undefined
  rows(): Row[]
  where(is: (row: Row) => boolean): Row[]
  put(key: string, row: Row): void
  /** Nothing when there is no such row. */
  patch(key: string, change: Partial<Row>): void
  remove(key: string): void
}

export interface Tables {
  table<Row extends object>(): Table<Row>
  /** One transaction; `tx` is also one of the effects in memory. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For what opens its own transaction: the rows are put back when it throws. */
  undone<T>(work: () => Promise<T>): Promise<T>
  /** Everything as it is now; what it answers puts it back. */
  checkpoint(): () => void
}

export function openTables(): Tables {
  const all: Map<string, object>[] = []
  let undo: (() => void)[] | null = null

  async function undone<T>(work: () => Promise<T>): Promise<T> {
    if (undo !== null) return work()
    const mine: (() => void)[] = []
    undo = mine
    try {
      return await work()
    } catch (error) {
      for (const restore of mine.toReversed()) restore()
      throw error
    } finally {
      undo = null
    }
  }

  function table<Row extends object>(): Table<Row> {
    const rows = new Map<string, Row>()
    all.push(rows)
    const put = (key: string, row: Row): void => {
      const before = rows.get(key)
      undo?.push(() => (before === undefined ? rows.delete(key) : rows.set(key, before)))
      rows.set(key, row)
    }
    return {
      get: (key) => rows.get(key),
      rows: () => [...rows.values()],
      where: (is) => [...rows.values()].filter(is),
      put,
      patch: (key, change) => {
        const before = rows.get(key)
        if (before !== undefined) put(key, { ...before, ...change })
      },
      remove: (key) => {
        const before = rows.get(key)
        if (before === undefined) return
        undo?.push(() => rows.set(key, before))
        rows.delete(key)
      },
    }
  }

  return {
    table,
    undone,
    transaction: (work) => undone(() => inMemoryTx(work)),
    checkpoint: () => {
      const kept = all.map((rows) => new Map(rows))
      return () => {
        for (const [place, rows] of all.entries()) {
          rows.clear()
          for (const [key, row] of kept[place] ?? []) rows.set(key, row)
        }
      }
    },
  }
}

/** A store of which the simulation needs a part: whatever else is asked of it is a mistake. */
export function partOf<Store extends object>(name: string, part: Partial<Store>): Store {
  const whole = new Proxy(part, {
    get: (target, key) => {
      if (typeof key !== 'string' || key in target) return Reflect.get(target, key)
      throw new Error(`The simulation has no ${name}.${key}.`)
    },
  })
  return whole as Store
}
