/** A person's second factor: offered, kept once its first code was right, and asked for. */
import { nameKey } from '../../ledger/people/name-key.ts'
import type { Member, NewToken, PeopleStore } from '../../ledger/people/people.ts'
import type { Secret } from '../../secret.ts'
import { newKey, newRecoveryCodes, stepOf } from './authenticator.ts'
import { checkPassword, slowed, type Named, type NotIn, type SignInTools } from './sign-in.ts'
import { newToken, tokenHash } from './token.ts'

/** Between the right password and the code. */
const CODE_MS_MAX = 5 * 60_000

export interface CodeTools extends SignInTools {
  readonly people: PeopleStore
  readonly secret: Secret
}

type Whose = Pick<Member, 'id' | 'name'>
/** `late`: the password must be given again. */
type ByCode =
  | NotIn
  | { readonly outcome: 'late' }
  | { readonly outcome: 'in'; readonly token: string }

/** The second step of signing in. */
export async function signInByCode(tools: CodeTools, token: string, code: string): Promise<ByCode> {
  const { sessions, clock, random } = tools
  const now = new Date(clock.now())
  const hash = tokenHash(token)
  const person = await sessions.awaiting(hash, new Date(now.getTime() - CODE_MS_MAX))
  if (person === undefined) return { outcome: 'late' }
  const checked = await checkCode(tools, person, code)
  if (checked.outcome !== 'right') return checked
  const next = newToken(random)
  await sessions.complete(hash, tokenHash(next), now)
  return { outcome: 'in', token: next }
}

/** Before a person changes their factor: their password and, if they have one, a code of it. */
export async function checkPerson(tools: CodeTools, { code, ...named }: Named & { code: string }) {
  const checked = await checkPassword(tools, named)
  if (checked.outcome !== 'right' || !checked.member.hasFactor) return checked
  return checkCode(tools, checked.member, code)
}

/** A code of the app or a recovery code, which is used up by it. */
function checkCode<W extends Whose>(tools: CodeTools, member: W, typed: string) {
  const { people, secret, clock } = tools
  const { id, name } = member
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  const at = new Date(clock.now())
  const isRight = async (): Promise<boolean> => {
    if (!/^\d{6}$/.test(code)) {
      return people.useRecoveryCode(id, recoveryHash(code), { person: name, at })
    }
    const sealed = await people.factorKey(id)
    if (sealed === null) return false
    const step = stepOf(secret.open(sealed, keyContext(id)), code, at.getTime())
    return step !== undefined && people.useStep(id, step)
  }
  // Counted apart from passwords, under a key that no name has: whoever knows the password must not
  // clear it by giving that again.
  const counted = { key: `CODE ${nameKey(name)}`, wrong: 'wrongCode' } as const
  return slowed(tools, counted, async () =>
    (await isRight()) ? { outcome: 'right' as const, member } : undefined,
  )
}

/** A key that nobody has yet, for this session alone. */
export async function offerKey(
  { sessions, secret }: CodeTools,
  { id }: Whose,
  session: Uint8Array,
): Promise<string> {
  const key = newKey()
  await sessions.offer(session, secret.seal(key, keyContext(id)))
  return key
}

/** `late`: no key was offered to the session. */
type Enrolled =
  | { readonly outcome: 'late' }
  | { readonly outcome: 'wrongCode'; readonly key: string }
  | { readonly outcome: 'enrolled'; readonly codes: readonly string[] }

/** Keeps the offered key and ends other sessions; nobody sees the recovery codes again. */
export async function enrol(
  { people, sessions, secret, clock }: CodeTools,
  name: string,
  { code, own }: { code: string; own: NewToken },
): Promise<Enrolled> {
  const member = await people.find(name)
  const sealed = await sessions.offered(own.old)
  if (member === undefined || sealed === null) return { outcome: 'late' }
  const at = new Date(clock.now())
  const key = secret.open(sealed, keyContext(member.id))
  const step = stepOf(key, code.replace(/\s/g, ''), at.getTime())
  if (step === undefined) return { outcome: 'wrongCode', key }
  const codes = newRecoveryCodes()
  const recovery = codes.map((each) => recoveryHash(each.replaceAll('-', '')))
  await people.setFactor(member.id, { sealed, step, recovery }, { person: name, at }, own)
  return { outcome: 'enrolled', codes }
}

const keyContext = (id: string): string => `person.factor/${id}`
const recoveryHash = (code: string): string => Buffer.from(tokenHash(code)).toString('hex')
