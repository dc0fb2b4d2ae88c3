/**
 * Sessions of people in the console, and the wrong passwords of the last minutes. The ledger keeps
 * hashes of tokens only, so that a copy of it opens no session.
 */
import type { Role } from '../schema/tables-people.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface SessionPerson {
  readonly name: string
  readonly role: Role
  readonly fleets: readonly string[] | null
  readonly hasFactor: boolean
}

/** A session is open if it was opened after `openedAfter` and used after `seenAfter`. */
export interface SessionBounds {
  readonly now: Date
  readonly openedAfter: Date
  readonly seenAfter: Date
}

/** As its person sees it. */
export interface OwnSession {
  /** Opens nothing: the token cannot be computed from it. */
  readonly id: string
  readonly openedAt: Date
  readonly seenAt: Date
  readonly isThis: boolean
}

/** Reading a page changes the row at most this often. */
const SEEN_STEP_MS = 60_000

export type SessionStore = ReturnType<typeof openSessionStore>

export function openSessionStore(db: LedgerDb) {
  const ownerOf = (hash: Uint8Array) =>
    db.selectFrom('frota.session as own').select('own.person_id').where('own.hash', '=', hash)
  return {
    /** `awaitsCode`: it opens nothing until it is completed. */
    open: async (hash: Uint8Array, personId: string, now: Date, awaitsCode = false) => {
      const row = { hash, person_id: personId, opened_at: now, seen_at: now }
      await db
        .insertInto('frota.session')
        .values({ ...row, awaits_code: awaitsCode })
        .execute()
    },
    /** Who gave the right password after an instant, and no code yet. */
    awaiting: (hash: Uint8Array, openedAfter: Date) =>
      db
        .selectFrom('frota.session as session')
        .innerJoin('frota.person as person', 'person.id', 'session.person_id')
        .select(['person.id', 'person.name'])
        .where('session.hash', '=', hash)
        .where('session.awaits_code', '=', true)
        .where('session.opened_at', '>', openedAfter)
        .executeTakeFirst(),
    /** From now on it is open, under another token. */
    complete: async (hash: Uint8Array, next: Uint8Array, now: Date) => {
      await db
        .updateTable('frota.session')
        .set({ hash: next, opened_at: now, seen_at: now, awaits_code: false })
        .where('hash', '=', hash)
        .execute()
    },
    /** Whose session it is; `uses` notes that it was used. */
    find: async (
      hash: Uint8Array,
      { now, openedAfter, seenAfter }: SessionBounds,
      how: 'uses' | 'looks' = 'uses',
    ) => {
      const row = await db
        .selectFrom('frota.session as session')
        .innerJoin('frota.person as person', 'person.id', 'session.person_id')
        .select(['person.name', 'person.role', 'person.fleets', 'session.seen_at'])
        .select((person) => person('person.factor', 'is not', null).as('hasFactor'))
        .where('session.hash', '=', hash)
        .where('session.awaits_code', '=', false)
        .where('session.opened_at', '>', openedAfter)
        .where('session.seen_at', '>', seenAfter)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { seen_at: seenAt, hasFactor, ...person } = row
      if (how === 'uses' && now.getTime() - seenAt.getTime() > SEEN_STEP_MS) {
        await db
          .updateTable('frota.session')
          .set({ seen_at: now })
          .where('hash', '=', hash)
          .execute()
      }
      return { ...person, hasFactor: Boolean(hasFactor) }
    },
    offer: async (hash: Uint8Array, sealed: Uint8Array) => {
      const own = db.updateTable('frota.session').where('hash', '=', hash)
      await own.set({ offered: sealed }).execute()
    },
    offered: async (hash: Uint8Array) => {
      const own = db.selectFrom('frota.session').where('hash', '=', hash)
      return (await own.select('offered').executeTakeFirst())?.offered ?? null
    },
    end: async (hash: Uint8Array) => {
      await db.deleteFrom('frota.session').where('hash', '=', hash).execute()
    },
    /** The open sessions of the person of this one, the newest first. */
    beside: async (
      hash: Uint8Array,
      { openedAfter, seenAfter }: SessionBounds,
    ): Promise<OwnSession[]> => {
      const rows = await db
        .selectFrom('frota.session')
        .select(['hash', 'opened_at as openedAt', 'seen_at as seenAt'])
        .where('person_id', '=', ownerOf(hash))
        .where('awaits_code', '=', false)
        .where('opened_at', '>', openedAfter)
        .where('seen_at', '>', seenAfter)
        .orderBy('opened_at', 'desc')
        .execute()
      return rows.map(({ hash: each, ...row }) => {
        const id = Buffer.from(each).toString('hex')
        return { ...row, id, isThis: Buffer.from(hash).equals(each) }
      })
    },
    /** Ends one other session of the person of this one, or all others. */
    endBeside: async (hash: Uint8Array, which: string) => {
      let others = db
        .deleteFrom('frota.session')
        .where('hash', '!=', hash)
        .where('person_id', '=', ownerOf(hash))
      if (which !== 'others') others = others.where('hash', '=', Buffer.from(which, 'hex'))
      await others.execute()
    },
    /** Also deletes what was noted before `forgetBefore`, of any name. */
    noteWrong: async (nameHash: Uint8Array, at: Date, forgetBefore: Date) => {
      await db.deleteFrom('frota.wrong_password').where('at', '<', forgetBefore).execute()
      await db.insertInto('frota.wrong_password').values({ name_hash: nameHash, at }).execute()
    },
    forgetWrong: async (nameHash: Uint8Array) => {
      await db.deleteFrom('frota.wrong_password').where('name_hash', '=', nameHash).execute()
    },
    /** When wrong passwords were given with this name after an instant, oldest first. */
    wrongSince: async (nameHash: Uint8Array, after: Date) => {
      const rows = await db
        .selectFrom('frota.wrong_password')
        .select('at')
        .where('name_hash', '=', nameHash)
        .where('at', '>', after)
        .orderBy('at')
        .execute()
      return rows.map(({ at }) => at)
    },
  }
}
