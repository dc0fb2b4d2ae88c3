/**
 * Signing in with a name and a password. Wrong ones slow down the name that they were given with,
 * known or not, and nobody else; an answer never tells whether a name exists.
 */
import type { Clock } from '../../clock.ts'
import { nameKey } from '../../ledger/people/name-key.ts'
import type { Member, PeopleStore } from '../../ledger/people/people.ts'
import type {
  OwnSession,
  SessionBounds,
  SessionPerson,
  SessionStore,
} from '../../ledger/people/sessions.ts'
import type { Random } from '../../random.ts'
import { isPassword } from './password.ts'
import { newToken, tokenHash } from './token.ts'

const WRONG_MAX = 5
const WRONG_WINDOW_MS = 15 * 60_000
const SESSION_MS_MAX = 12 * 3_600_000
/** A browser that asks for nothing for so long is signed out. */
const SESSION_IDLE_MS_MAX = 2 * 3_600_000
/** Each takes 19 MiB and a thread; whoever comes on top of them is asked to come back. */
const AT_ONCE_MAX = 4

export type NotIn =
  | { readonly outcome: 'wrong' | 'wrongCode' | 'busy' }
  | { readonly outcome: 'slowed'; readonly untilMs: number }

/** `code`: the token opens nothing until the second step. */
export type SignedIn =
  | NotIn
  | { readonly outcome: 'in'; readonly token: string }
  | { readonly outcome: 'code'; readonly token: string }
type Checked = NotIn | { readonly outcome: 'right'; readonly member: Member }

export interface Named {
  readonly name: string
  readonly password: string
}

interface CheckTools {
  readonly people: Pick<PeopleStore, 'credentials'>
  readonly sessions: SessionStore
  readonly clock: Pick<Clock, 'now'>
}

export interface SignInTools extends CheckTools {
  readonly random: Pick<Random, 'bytes'>
}

export async function signIn(tools: SignInTools, named: Named): Promise<SignedIn> {
  const checked = await checkPassword(tools, named)
  if (checked.outcome !== 'right') return checked
  const { sessions, clock, random } = tools
  const { id, hasFactor } = checked.member
  const token = newToken(random)
  await sessions.open(tokenHash(token), id, new Date(clock.now()), hasFactor)
  return { outcome: hasFactor ? 'code' : 'in', token }
}

let underWay = 0

/** Also for who is signed in and names the present password once more. */
export async function checkPassword(tools: CheckTools, named: Named): Promise<Checked> {
  if (underWay >= AT_ONCE_MAX) return { outcome: 'busy' }
  underWay += 1
  try {
    return await attempt(tools, named)
  } finally {
    underWay -= 1
  }
}

function attempt(tools: CheckTools, { name, password }: Named): Promise<Checked> {
  return slowed(tools, { key: nameKey(name), wrong: 'wrong' }, async () => {
    const found = await tools.people.credentials(name)
    const isRight = await isPassword(password, found?.password ?? null)
    return isRight && found ? { outcome: 'right' as const, member: found.member } : undefined
  })
}

/** What is wrong under a key (undefined) slows down what comes under it next. */
export async function slowed<Right>(
  { sessions, clock }: Pick<CheckTools, 'sessions' | 'clock'>,
  { key, wrong }: { key: string; wrong: 'wrong' | 'wrongCode' },
  tried: () => Promise<Right | undefined>,
): Promise<Right | NotIn> {
  const nowMs = clock.now()
  const hash = tokenHash(key)
  const windowStart = new Date(nowMs - WRONG_WINDOW_MS)
  const before = await sessions.wrongSince(hash, windowStart)
  const [first] = before.slice(-WRONG_MAX)
  if (before.length >= WRONG_MAX && first !== undefined) {
    return { outcome: 'slowed', untilMs: first.getTime() + WRONG_WINDOW_MS }
  }
  // Noted before the slow comparison, so that attempts made together count together.
  await sessions.noteWrong(hash, new Date(nowMs), windowStart)
  const right = await tried()
  if (right === undefined) return { outcome: wrong }
  await sessions.forgetWrong(hash)
  return right
}

/** Whose session a browser's cookie is; undefined when it is none, or too old. `looks`: is no use. */
export function sessionOf(
  sessions: Pick<SessionStore, 'find'>,
  token: string,
  clock: Pick<Clock, 'now'>,
  how: 'uses' | 'looks' = 'uses',
): Promise<SessionPerson | undefined> {
  return sessions.find(tokenHash(token), sessionBounds(clock.now()), how)
}

/** All open sessions of the person whose token this is, the newest first. */
export function sessionsBeside(
  sessions: Pick<SessionStore, 'beside'>,
  token: string,
  clock: Pick<Clock, 'now'>,
): Promise<OwnSession[]> {
  return sessions.beside(tokenHash(token), sessionBounds(clock.now()))
}

function sessionBounds(nowMs: number): SessionBounds {
  return {
    now: new Date(nowMs),
    openedAfter: new Date(nowMs - SESSION_MS_MAX),
    seenAfter: new Date(nowMs - SESSION_IDLE_MS_MAX),
  }
}
