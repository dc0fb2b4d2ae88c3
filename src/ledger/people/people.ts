/**
 * Who may sign in to the console: people, their roles and fleets, and the links by which they set a
 * password. Each change ends the person's sessions and is an entry of the audit log.
 */
import { sql } from 'kysely'
import { appendEntry, type AuditEvent } from '../audit/audit.ts'
import type { Role } from '../schema/tables-people.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { nameKey } from './name-key.ts'

export interface Member {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** Names of fleets; null: all. */
  readonly fleets: readonly string[] | null
  readonly hasPassword: boolean
  /** Until when the link opens that sets a password; null when none is open. */
  readonly linkUntil: Date | null
  readonly hasFactor: boolean
  /** Recovery codes of the second factor that were not used yet. */
  readonly codesLeft: number
}

/** What is kept of a one-time link. */
export interface Link {
  readonly hash: Uint8Array
  readonly until: Date
}

export interface NewMember extends Pick<Member, 'id' | 'name' | 'role' | 'fleets'> {
  readonly link: Link
}

/** Hashes of the token that a session had, and of the one that it has from now on. */
export type NewToken = Readonly<Record<'old' | 'next', Uint8Array>>

export interface NewFactor {
  /** The key of an authenticator app. */
  readonly sealed: Uint8Array
  /** The 30-second step of the code that was given first. */
  readonly step: number
  /** Hashes in hex. */
  readonly recovery: readonly string[]
}

/** Who changes people, and when. */
export interface Administering {
  readonly person: string
  readonly at: Date
}

const SHOWN = ['id', 'name', 'role', 'fleets', 'password', 'link_until', 'recovery_codes'] as const

export type PeopleStore = ReturnType<typeof openPeopleStore>

export function openPeopleStore(db: LedgerDb) {
  const find = (name: string) =>
    db
      .selectFrom('frota.person')
      .select(SHOWN)
      .where('name_key', '=', nameKey(name))
      .executeTakeFirst()
  return {
    /** By name. */
    all: async () => {
      const rows = await db.selectFrom('frota.person').select(SHOWN).orderBy('name_key').execute()
      return rows.map(asMember)
    },
    find: async (name: string) => {
      const row = await find(name)
      return row && asMember(row)
    },
    /** The person and the argon2id hash of their password, if they have set one. */
    credentials: async (name: string) => {
      const row = await find(name)
      return row && { member: asMember(row), password: row.password }
    },
    /** False when somebody has that name already. */
    add: (member: NewMember, by: Administering) =>
      db.transaction().execute(async (tx) => {
        const added = await tx
          .insertInto('frota.person')
          .values(asRow(member, by.at))
          .onConflict((conflict) => conflict.column('name_key').doNothing())
          .executeTakeFirst()
        if (added.numInsertedOrUpdatedRows !== 1n) return false
        await tell(tx, 'person-added', member, by)
        return true
      }),
    /** False when the person is gone; so do the other changes. */
    change: (id: string, to: Pick<Member, 'role' | 'fleets'>, by: Administering) =>
      changed(db, id, async (tx) => {
        await tx
          .updateTable('frota.person')
          .set({ role: to.role, fleets: asArray(to.fleets) })
          .where('id', '=', id)
          .execute()
        return (member) => tell(tx, 'person-changed', { ...member, ...to }, by)
      }),
    /** The old password opens nothing from now on. */
    giveLink: (id: string, { hash, until }: Link, by: Administering) =>
      changed(db, id, async (tx) => {
        await tx
          .updateTable('frota.person')
          .set({ password: null, link_hash: hash, link_until: until })
          .where('id', '=', id)
          .execute()
        return (member) => tell(tx, 'person-link', member, by)
      }),
    remove: (id: string, by: Administering) =>
      changed(db, id, async (tx) => {
        const { name_key: key } = await tx
          .deleteFrom('frota.person')
          .where('id', '=', id)
          .returning('name_key')
          .executeTakeFirstOrThrow()
        // What they approved alone waits for two others; an approved plan had enough people then.
        await sql`
          delete from frota.plan_approval word using frota.order_plan plan
          where word.person_key = ${key} and plan.id = word.plan_id and plan.state = 'proposed'
        `.execute(tx)
        return (member) => tell(tx, 'person-removed', member, by)
      }),
    byLink: async (hash: Uint8Array, now: Date) => {
      const row = await db
        .selectFrom('frota.person')
        .select(SHOWN)
        .where('link_hash', '=', hash)
        .where('link_until', '>', now)
        .executeTakeFirst()
      return row && asMember(row)
    },
    /** By the person themselves: their other sessions end, and theirs goes on under another token. */
    changePassword: (id: string, password: string, own: NewToken) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('frota.person').set({ password }).where('id', '=', id).execute()
        await endSessions(tx, id, own)
      }),
    /** Null takes it away. `own`: by the person themselves; absent: by who administers. */
    setFactor: (id: string, to: NewFactor | null, by: Administering, own?: NewToken) =>
      changed(
        db,
        id,
        async (tx) => {
          const row = {
            factor: to && to.sealed,
            factor_step: to && to.step,
            recovery_codes: to && [...to.recovery],
          }
          await tx.updateTable('frota.person').set(row).where('id', '=', id).execute()
          const gone = own === undefined ? 'factor-reset' : 'factor-removed'
          return (member) => tell(tx, to === null ? gone : 'factor-enrolled', member, by)
        },
        own,
      ),
    /** As it was sealed; null without a second factor. */
    factorKey: async (id: string) => {
      const keys = db.selectFrom('frota.person').select('factor').where('id', '=', id)
      return (await keys.executeTakeFirst())?.factor ?? null
    },
    /** False when a code of this step, or of a later one, was used before. */
    useStep: async (id: string, step: number) => {
      const { numUpdatedRows } = await db
        .updateTable('frota.person')
        .set({ factor_step: step })
        .where('id', '=', id)
        .where('factor_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    /** False when it is none of those left. */
    useRecoveryCode: (id: string, hash: string, by: Administering) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('frota.person')
          .set({ recovery_codes: sql`array_remove(recovery_codes, ${hash})` })
          .where('id', '=', id)
          .where(sql<boolean>`${hash} = any (recovery_codes)`)
          .returning(SHOWN)
          .executeTakeFirst()
        if (row === undefined) return false
        await tell(tx, 'recovery-code-used', asMember(row), by)
        return true
      }),
    /** Uses up the link. Undefined when it was used, replaced, or is too old. */
    setPassword: async (hash: Uint8Array, password: string, now: Date) => {
      const row = await db
        .updateTable('frota.person')
        .set({ password, link_hash: null, link_until: null })
        .where('link_hash', '=', hash)
        .where('link_until', '>', now)
        .returning(SHOWN)
        .executeTakeFirst()
      return row && asMember(row)
    },
  }
}

/** Locks the person, ends their sessions, changes them, and tells it last, as the chain wants. */
async function changed(
  db: LedgerDb,
  id: string,
  change: (tx: LedgerDb) => Promise<(member: Member) => Promise<void>>,
  own?: NewToken,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('frota.person')
      .select(SHOWN)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return false
    await endSessions(tx, id, own)
    const told = await change(tx)
    await told(asMember(row))
    return true
  })
}

/** `own` goes on, under another token. */
async function endSessions(tx: LedgerDb, id: string, own?: NewToken): Promise<void> {
  let ended = tx.deleteFrom('frota.session').where('person_id', '=', id)
  if (own !== undefined) {
    const renewed = tx.updateTable('frota.session').set({ hash: own.next, offered: null })
    await renewed.where('hash', '=', own.old).execute()
    ended = ended.where('hash', '!=', own.next)
  }
  await ended.execute()
}

async function tell(
  tx: LedgerDb,
  what: AuditEvent,
  { name, role, fleets }: Pick<Member, 'name' | 'role' | 'fleets'>,
  { person, at }: Administering,
): Promise<void> {
  const actor = { kind: 'person', name: person } as const
  await appendEntry(tx, { at, actor, what, subject: {}, facts: { name, role, fleets } })
}

interface PersonRow extends Pick<Member, 'id' | 'name' | 'role' | 'fleets'> {
  password: string | null
  link_until: Date | null
  recovery_codes: string[] | null
}

function asMember({ password, link_until: linkUntil, recovery_codes: codes, ...row }: PersonRow) {
  const factor = { hasFactor: codes !== null, codesLeft: codes?.length ?? 0 }
  return { ...row, hasPassword: password !== null, linkUntil, ...factor }
}

function asRow({ link, fleets, ...member }: NewMember, at: Date) {
  const key = nameKey(member.name)
  const linked = { link_hash: link.hash, link_until: link.until }
  return {
    ...member,
    ...linked,
    fleets: asArray(fleets),
    name_key: key,
    password: null,
    added_at: at,
  }
}

function asArray(fleets: readonly string[] | null): string[] | null {
  return fleets === null ? null : [...fleets]
}
