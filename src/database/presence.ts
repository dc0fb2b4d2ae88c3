/**
 * Who works on a database server, as the server itself knows it: one session for each executor,
 * with a lock on its name and on what it works on. kill -9 frees them at once; a frozen process
 * keeps them until whoever takes over ends its session.
 */
import { LOCKS_HELD, lockKey } from './advisory-lock.ts'
import { presenceName, PresenceSession } from './presence-session.ts'
import type { PresentAs } from './presence-session.ts'
import type { Pool } from './pool.ts'

export interface NamedLocks extends AsyncDisposable {
  /** Aborts when another has taken one of them; its reason is the Failure that says who. */
  readonly lost: AbortSignal
}

export interface Presence extends AsyncDisposable {
  readonly holder: string
  /**
   * Throws `already-running` (exit 75) when another holds one of the names. `insteadOf`: a holder
   * whose part was lawfully taken over; if it still holds one, its session is ended first.
   */
  readonly take: (
    names: readonly string[],
    options?: { insteadOf?: string | undefined },
  ) => Promise<NamedLocks>
  /** Those of `holders` that are there no longer. */
  readonly gone: (holders: readonly string[]) => Promise<string[]>
  /** One that is frozen is gone from here on; should it wake, it is there anew. */
  readonly end: (holder: string) => Promise<void>
}

/** An ended session is waited for this long; its locks are free then. */
const END_MS_MAX = 5_000

/** The embedded database has one executor, by its directory's lock: everybody else is gone. */
export function lonePresence(holder: string): Presence {
  return {
    holder,
    take: async () => ({
      lost: new AbortController().signal,
      [Symbol.asyncDispose]: async () => undefined,
    }),
    gone: async (holders) => holders.filter((other) => other !== holder),
    end: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Who only reads holds nothing, and can tell who works. */
export function onlooker(pool: Pool): Presence {
  return { ...lonePresence(''), gone: (holders) => goneOf(pool, holders) }
}

export async function openPresence(pool: Pool, who: PresentAs): Promise<Presence> {
  const session = await PresenceSession.open(pool, who)
  const takeFrom = async (holder: string, names: readonly string[]) => {
    // Waiting for them by then: one that is not frozen after all must not be faster.
    const taking = session.take(names, END_MS_MAX)
    const [held, ended] = await Promise.allSettled([taking, endSessionOf(pool, holder, names)])
    if (held.status === 'rejected') throw held.reason
    if (ended.status === 'fulfilled') return held.value
    await session.release(held.value)
    throw ended.reason
  }
  return {
    holder: who.holder,
    take: async (names, { insteadOf } = {}) => {
      const held =
        insteadOf === undefined ? await session.take(names) : await takeFrom(insteadOf, names)
      return { lost: held.taken.signal, [Symbol.asyncDispose]: () => session.release(held) }
    },
    gone: (holders) => goneOf(pool, holders),
    end: (holder) => endSession(pool, holder),
    [Symbol.asyncDispose]: () => session.close(),
  }
}

/** Only one that has both the name and one of the locks: whoever has these by now is left alone. */
async function endSessionOf(pool: Pool, holder: string, names: readonly string[]): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid, ${END_MS_MAX}) from (
       select pid from ${LOCKS_HELD} as own where key = ${lockKey('$1')}
       intersect select pid from ${LOCKS_HELD} as work
         where key in (select ${lockKey('name')} from unnest($2::text[]) as name)) as session`,
    [presenceName(holder), [...names]],
  )
}

async function endSession(pool: Pool, holder: string): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid, ${END_MS_MAX}) from ${LOCKS_HELD} as own
       where key = ${lockKey('$1')}`,
    [presenceName(holder)],
  )
}

async function goneOf(pool: Pool, holders: readonly string[]): Promise<string[]> {
  if (holders.length === 0) return []
  const { rows } = await pool.query<{ holder: string }>(
    `select holder from unnest($1::text[], $2::text[]) as asked (holder, name)
       where not exists (select from ${LOCKS_HELD} as held where key = ${lockKey('name')})`,
    [[...holders], holders.map(presenceName)],
  )
  return rows.map(({ holder }) => holder)
}
