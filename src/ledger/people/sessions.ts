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

export interface SessionStore {
  /** Also deletes what was opened before `bounds.openedAfter`. */
  open(hash: Uint8Array, personId: string, bounds: SessionBounds): Promise<void>
  /** Whose session it is, and notes that it was used. */
  find(hash: Uint8Array, bounds: SessionBounds): Promise<SessionPerson | undefined>
  end(hash: Uint8Array): Promise<void>
  /** Also deletes what was noted before `forgetBefore`, of any name. */
  noteWrong(nameHash: Uint8Array, at: Date, forgetBefore: Date): Promise<void>
  forgetWrong(nameHash: Uint8Array): Promise<void>
  /** When wrong passwords were given with this name after an instant, oldest first. */
  wrongSince(nameHash: Uint8Array, after: Date): Promise<Date[]>
}

/** Reading a page changes the row at most this often. */
const SEEN_STEP_MS = 60_000

export function openSessionStore(db: LedgerDb): SessionStore {
  return {
    open: async (hash, personId, { now, openedAfter }) => {
      await db.deleteFrom('frota.session').where('opened_at', '<=', openedAfter).execute()
      await db
        .insertInto('frota.session')
        .values({ hash, person_id: personId, opened_at: now, seen_at: now })
        .execute()
    },
    find: async (hash, { now, openedAfter, seenAfter }) => {
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
    end: async (hash) => {
      await db.deleteFrom('frota.session').where('hash', '=', hash).execute()
    },
    noteWrong: async (nameHash, at, forgetBefore) => {
      await db.deleteFrom('frota.wrong_password').where('at', '<', forgetBefore).execute()
      await db.insertInto('frota.wrong_password').values({ name_hash: nameHash, at }).execute()
    },
    forgetWrong: async (nameHash) => {
      await db.deleteFrom('frota.wrong_password').where('name_hash', '=', nameHash).execute()
    },
    wrongSince: async (nameHash, after) => {
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
