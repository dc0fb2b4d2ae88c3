/** A pool that remembers what was asked of the database, for tests that judge statements. */
import type { Pool, PoolClient } from '../../src/database/pool.ts'

export interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** As the service sends those that it sends again and again. */
interface PreparedStatement {
  text: unknown
  values: unknown
}

export interface Recorder {
  readonly pool: Pool
  /** What was asked since the last call. */
  take(): Statement[]
}

export function recordStatements(pool: Pool): Recorder {
  let seen: Statement[] = []
  const note = (asked: unknown, given: unknown): void => {
    const { text: sql = asked, values = given } = Object(asked) as Partial<PreparedStatement>
    // What is no text would pass unseen, so it must not pass.
    if (typeof sql !== 'string') throw new Error('A statement came in another form than text.')
    seen.push({ sql, values: Array.isArray(values) ? values : [] })
  }
  const recorded = watched(pool, {
    query: (...args: unknown[]) => {
      note(args[0], args[1])
      return callOf(pool, args)
    },
    connect: async () => {
      const client: PoolClient = await pool.connect()
      return watched(client, {
        query: (...args: unknown[]) => {
          note(args[0], args[1])
          return callOf(client, args)
        },
      })
    },
  })
  return {
    pool: recorded,
    take: () => {
      const taken = seen
      seen = []
      return taken
    },
  }
}

/** `query` has more forms than a type can pass on. */
function callOf(target: object, args: readonly unknown[]): unknown {
  const query: unknown = Reflect.get(target, 'query')
  if (typeof query !== 'function') throw new Error('This release of pg asks otherwise.')
  return Reflect.apply(query, target, args)
}

function watched<T extends object>(target: T, replaced: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && Object.hasOwn(replaced, name)) return replaced[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
