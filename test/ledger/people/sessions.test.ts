/** How long sessions, links and wrong passwords hold, by a clock that the test moves. */
import { expect, test } from 'vitest'
import { addPerson } from '../../../src/app/people/administer-people.ts'
import { hashPassword, isPassword } from '../../../src/app/people/password.ts'
import { sessionOf, signIn } from '../../../src/app/people/sign-in.ts'
import { tokenHash } from '../../../src/app/people/token.ts'
import { openPeopleStore } from '../../../src/ledger/people/people.ts'
import { openSessionStore } from '../../../src/ledger/people/sessions.ts'
import { systemRandom as random } from '../../../src/random.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const PASSWORD = 'cinco gatos no telhado'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-03-02T09:00:00-03:00')

let nowMs = START_MS
const clock = { now: () => nowMs }
const later = (ms: number): void => {
  nowMs += ms
}

const { database, db } = await ledgerForFile()
const people = openPeopleStore(db)
const sessions = openSessionStore(db)

const enter = (name: string, password = PASSWORD) =>
  signIn({ people, sessions, clock, random }, { name, password })

async function add(name: string): Promise<string> {
  const by = { person: 'Test', at: new Date(nowMs) }
  const person = { name, role: 'viewer', fleets: null } as const
  return (await addPerson({ people, random }, person, by))?.token ?? ''
}

async function setPassword(token: string): Promise<boolean> {
  const hash = await hashPassword(PASSWORD, random)
  return (await people.setPassword(tokenHash(token), hash, new Date(nowMs))) !== undefined
}

async function signedIn(name: string): Promise<string> {
  await setPassword(await add(name))
  const signed = await enter(name)
  return signed.outcome === 'in' ? signed.token : ''
}

const holds = async (token: string): Promise<boolean> =>
  (await sessionOf(sessions, token, clock)) !== undefined

test('a session that is used lasts twelve hours, and not a minute more', async () => {
  const token = await signedIn('Ana')
  for (let hour = 1; hour < 12; hour += 1) {
    later(HOUR_MS)
    expect({ hour, holds: await holds(token) }).toEqual({ hour, holds: true })
  }
  later(59 * MINUTE_MS)
  expect(await holds(token)).toBe(true)
  later(MINUTE_MS)
  expect(await holds(token)).toBe(false)
})

test('a session that nobody uses for two hours is over', async () => {
  const token = await signedIn('Bia')
  later(2 * HOUR_MS - 1)
  expect(await holds(token)).toBe(true)
  later(2 * HOUR_MS)
  expect(await holds(token)).toBe(false)
})

test('a link opens for two days', async () => {
  const [inTime, late] = [await add('Caio'), await add('Davi')]
  later(48 * HOUR_MS - 1)
  expect(await setPassword(inTime)).toBe(true)
  later(1)
  expect(await setPassword(late)).toBe(false)
})

test('a name that was slowed down is free once its first wrong password is old enough', async () => {
  await signedIn('Eva')
  const startMs = nowMs
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await enter('Eva', 'wrong')).outcome).toBe('wrong')
    later(MINUTE_MS)
  }
  expect(await enter('Eva')).toEqual({ outcome: 'slowed', untilMs: startMs + 15 * MINUTE_MS })
  nowMs = startMs + 15 * MINUTE_MS
  expect((await enter('Eva')).outcome).toBe('in')
})

test('the ledger keeps neither a password nor a token', async () => {
  const token = await signedIn('Fia')
  const { rows } = await database.pool.query<{ kept: string }>(
    `select (select string_agg(p::text, ' ') from frota.person p)
       || (select string_agg(s::text, ' ') from frota.session s) as kept`,
  )
  expect(rows[0]?.kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  for (const secret of [PASSWORD, token, Buffer.from(token).toString('hex')]) {
    expect(rows[0]?.kept).not.toContain(secret)
  }
})

test('a password is compared as it was typed, whole', async () => {
  const long = 'x'.repeat(64)
  const hash = await hashPassword(long, random)
  expect(await isPassword(long, hash)).toBe(true)
  for (const other of [`${long}x`, long.slice(1), long.toUpperCase(), '']) {
    expect(await isPassword(other, hash)).toBe(false)
  }
  expect(await isPassword('', null)).toBe(false)
})
