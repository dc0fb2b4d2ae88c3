/** A second factor in the ledger: each code used once however many come together, and what ends it. */
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { addPerson } from '../../../src/app/people/administer-people.ts'
import { hashPassword } from '../../../src/app/people/password.ts'
import { enrol, offerKey, signInByCode } from '../../../src/app/people/second-factor.ts'
import { sessionOf, signIn } from '../../../src/app/people/sign-in.ts'
import { newToken, tokenHash } from '../../../src/app/people/token.ts'
import { openPeopleStore, type Member } from '../../../src/ledger/people/people.ts'
import { openSessionStore } from '../../../src/ledger/people/sessions.ts'
import { systemRandom as random } from '../../../src/random.ts'
import { deriveSecret } from '../../../src/secret.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const PASSWORD = 'cinco gatos no telhado'
const STEP_MS = 30_000
const TOGETHER = 4

let nowMs = Date.parse('2026-03-02T09:00:00-03:00')
const clock = { now: () => nowMs }
const secret = deriveSecret(new Uint8Array(32).fill(7), random)

const { db } = await ledgerForFile()
const people = openPeopleStore(db)
const sessions = openSessionStore(db)

const tools = () => ({ people, sessions, clock, random, secret })
const codeOf = (key: string): string => new TOTP({ secret: key }).generate({ timestamp: nowMs })
const opens = async (token: string): Promise<boolean> =>
  (await sessionOf(sessions, token, clock)) !== undefined

async function signedIn(name: string): Promise<string> {
  const signed = await signIn(tools(), { name, password: PASSWORD })
  return 'token' in signed ? signed.token : signed.outcome
}

/** A person with an app and recovery codes; one step later than the code that enrolled. */
async function enrolled(name: string) {
  const by = { person: 'Test', at: new Date(nowMs) }
  const given = await addPerson({ people, random }, { name, role: 'viewer', fleets: null }, by)
  const hash = await hashPassword(PASSWORD, random)
  await people.setPassword(tokenHash(given?.token ?? ''), hash, new Date(nowMs))
  const member = (await people.find(name)) as Member
  const [old, token] = [await signedIn(name), newToken(random)]
  const key = await offerKey(tools(), member, tokenHash(old))
  const own = { old: tokenHash(old), next: tokenHash(token) }
  const done = await enrol(tools(), name, { code: codeOf(key), own })
  const codes = done.outcome === 'enrolled' ? done.codes : []
  nowMs += 2 * STEP_MS
  return { member, key, codes, old, token }
}

test('of several sign-ins at once with one code of the app, one gets in', async () => {
  const { key } = await enrolled('Ana')
  const halves = []
  for (let at = 0; at < TOGETHER; at += 1) halves.push(await signedIn('Ana'))
  expect(await Promise.all(halves.map(opens))).not.toContain(true)
  const code = codeOf(key)
  const signed = await Promise.all(halves.map((half) => signInByCode(tools(), half, code)))
  expect(signed.filter(({ outcome }) => outcome === 'in')).toHaveLength(1)
  const tokens = signed.flatMap((one) => (one.outcome === 'in' ? [one.token] : []))
  expect(await Promise.all(tokens.map(opens))).toEqual([true])
})

test('of several sign-ins at once with one recovery code, one gets in and nine codes are left', async () => {
  const { codes } = await enrolled('Bia')
  const halves = []
  for (let at = 0; at < TOGETHER; at += 1) halves.push(await signedIn('Bia'))
  const [code = ''] = codes
  const signed = await Promise.all(halves.map((half) => signInByCode(tools(), half, code)))
  expect(signed.filter(({ outcome }) => outcome === 'in')).toHaveLength(1)
  expect((await people.find('Bia'))?.codesLeft).toBe(9)
})

test('a code of an earlier step is wrong once a later one was used', async () => {
  const { key } = await enrolled('Caio')
  const earlier = codeOf(key)
  nowMs += STEP_MS
  expect((await signInByCode(tools(), await signedIn('Caio'), codeOf(key))).outcome).toBe('in')
  const late = await signInByCode(tools(), await signedIn('Caio'), earlier)
  expect(late.outcome).toBe('wrongCode')
})

test('a session that enrols goes on under its new token, with no key left in it', async () => {
  const { member, old, token } = await enrolled('Davi')
  expect(await Promise.all([opens(old), opens(token)])).toEqual([false, true])
  expect(await sessions.offered(tokenHash(token))).toBeNull()
  expect(await people.find('Davi')).toMatchObject({ hasFactor: true, codesLeft: 10 })
  await people.setFactor(member.id, null, { person: 'Rosa', at: new Date(nowMs) })
  expect(await opens(token)).toBe(false)
  expect(await people.find('Davi')).toMatchObject({ hasFactor: false, codesLeft: 0 })
})
