/** Makes API keys, whose checksum shows a typing error without asking the database. */
import { API_KEY_PREFIX } from '../../contract/headers.ts'
import type { Random } from '../../random.ts'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** 62 ** 43 is the first power that holds 2 ** 256. */
const SECRET_CHARACTERS = 43
const CHECK_CHARACTERS = 6
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_CHARACTERS + CHECK_CHARACTERS}}$`)

/** The first characters of a key, which lists show and the database keeps. */
export const SHOWN_CHARACTERS = 12

/** `svc_live_`, 32 random bytes in base 62, and a CRC-32 of both. */
export function createApiKey(random: Random): string {
  const secret = base62(BigInt(`0x${Buffer.from(random.bytes(SECRET_BYTES)).toString('hex')}`))
  const stem = API_KEY_PREFIX + secret.padStart(SECRET_CHARACTERS, '0')
  return stem + checkOf(stem)
}

/** False for any text that `createApiKey` cannot make, so that it costs no database query. */
export function isApiKey(text: string): boolean {
  return (
    FORM.test(text) && checkOf(text.slice(0, -CHECK_CHARACTERS)) === text.slice(-CHECK_CHARACTERS)
  )
}

function checkOf(stem: string): string {
  return base62(BigInt(crc32(stem))).padStart(CHECK_CHARACTERS, '0')
}

function base62(value: bigint): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text
}
