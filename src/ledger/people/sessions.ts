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
}

/** A session is open if it was opened after `openedAfter` and used after `seenAfter`. */
export interface SessionBounds {
  readonly now: Date
  readonly openedAfter: Date
  readonly seenAfter: Date
}

/** Reading a page changes the row at most this often. */
const SEEN_STEP_MS = 60_000

export type SessionStore = ReturnType<typeof openSessionStore>

export function openSessionStore(db: LedgerDb) {
  return {
    open: async (hash: Uint8Array, personId: string, now: Date) => {
      await db
        .insertInto('frota.session')
        .values({ hash, person_id: personId, opened_at: now, seen_at: now })
        .execute()
    },
    /** Whose session it is, and notes that it was used. */
    find: async (hash: Uint8Array, { now, openedAfter, seenAfter }: SessionBounds) => {
      const row = await db
        .selectFrom('frota.session as session')
        .innerJoin('frota.person as person', 'person.id', 'session.person_id')
        .select(['person.name', 'person.role', 'person.fleets', 'session.seen_at'])
        .where('session.hash', '=', hash)
        .where('session.opened_at', '>', openedAfter)
        .where('session.seen_at', '>', seenAfter)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { seen_at: seenAt, ...person } = row
      if (now.getTime() - seenAt.getTime() > SEEN_STEP_MS) {
        await db
          .updateTable('frota.session')
          .set({ seen_at: now })
          .where('hash', '=', hash)
          .execute()
      }
      return person
    },
    end: async (hash: Uint8Array) => {
      await db.deleteFrom('frota.session').where('hash', '=', hash).execute()
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
