/** Random tokens that browsers keep, and the hashes that the ledger keeps of them. */
import { createHash } from 'node:crypto'
import type { Random } from '../../random.ts'

const TOKEN_BYTES = 32

export function newToken(random: Pick<Random, 'bytes'>): string {
  return Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
}

/** No slow hash: a token of 256 random bits is not guessed. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
