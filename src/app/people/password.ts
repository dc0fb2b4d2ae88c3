/**
 * Passwords of the console: which are strong enough (NIST SP 800-63B, 5.1.1.2: length and known
 * words, no rules of composition), and their argon2id in the PHC string format. The parameters are
 * OWASP's first choice, so that one attempt takes 19 MiB and some 20 ms.
 *
 * zxcvbn-ts judges: a list of common passwords alone takes "frota-frota-frota". Version 4 of
 * 2026-08, MIT, one small dependency.
 */
import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import { nameKey } from '../../ledger/people/name-key.ts'
import type { Random } from '../../random.ts'

export const PASSWORD_CHARACTERS_MIN = 12
export const PASSWORD_CHARACTERS_MAX = 128
/** Of 4: more than a hundred million guesses, each of which takes a slow hash. */
const SCORE_MIN = 3

const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const SALT_BYTES = 16
const TAG_BYTES = 32

export type WeakWhy = 'short' | 'long' | 'guessable'

/** Undefined when what is left of it without the name and words of ours is strong enough. */
export function weakness(password: string, name: string): WeakWhy | undefined {
  const { length } = password
  if (length < PASSWORD_CHARACTERS_MIN) return 'short'
  if (length > PASSWORD_CHARACTERS_MAX) return 'long'
  const judge = new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
  })
  const known = nameKey(name)
  const guessed = ['frota', 'veiculo', 'debito', known, ...known.split(' ')]
  // A judge that only knows the words takes three of them in a row.
  const rest = guessed.reduce((text, word) => text.replaceAll(word, ''), nameKey(password))
  return judge.check(rest).score < SCORE_MIN ? 'guessable' : undefined
}

const derive = promisify(
  (parameters: Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
    argon2('argon2id', parameters, done),
)

export async function hashPassword(
  password: string,
  random: Pick<Random, 'bytes'>,
): Promise<string> {
  const salt = random.bytes(SALT_BYTES)
  const tag = await tagOf(password, salt)
  const parameters = `m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}`
  return `$argon2id$v=19$${parameters}$${base64(salt)}$${base64(tag)}`
}

/** Compares with the hash; against a hash of nobody's where there is none, so that time tells nothing. */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (phc ?? NOBODYS).split('$')
  const derived = await tagOf(password, Buffer.from(salt, 'base64'))
  const isSame = timingSafeEqual(derived, Buffer.from(tag, 'base64'))
  return isSame && phc !== null
}

const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(
  new Uint8Array(SALT_BYTES),
)}$${base64(new Uint8Array(TAG_BYTES))}`

function tagOf(password: string, nonce: Uint8Array): Promise<Buffer> {
  return derive({
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
  })
}

/** The PHC format leaves out the padding. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
