import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'

/** The program's source of randomness; every draw of a simulation comes from one seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A version 4 UUID. */
  uuid(): string
  /** Bytes for keys and nonces. */
  bytes(length: number): Uint8Array
}

export const systemRandom: Random = {
  next: () => randomBytes(4).readUInt32LE() / 2 ** 32,
  uuid: () => randomUUID(),
  bytes: (length) => (length <= SMALL_BYTES_MAX ? smallBytes(length) : randomBytes(length)),
}

/** Nonces come from a pool: a system call for each would cost more than sealing its value. */
const SMALL_BYTES_MAX = 16

const pool = Buffer.alloc(16 * 1024)
let poolAt = pool.length

/** Bytes are given out once, and wiped from the pool, so that no copy of them stays in memory. */
function smallBytes(length: number): Uint8Array {
  if (poolAt + length > pool.length) {
    randomFillSync(pool)
    poolAt = 0
  }
  const end = poolAt + length
  const bytes = Uint8Array.prototype.slice.call(pool, poolAt, end)
  pool.fill(0, poolAt, end)
  poolAt = end
  return bytes
}

/** The same draws for the same seed (mulberry32); for simulations and simulated worlds, never for keys. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const bytes = (length: number): Uint8Array =>
    Uint8Array.from({ length }, () => Math.floor(next() * 256))
  const uuid = (): string => {
    const drawn = bytes(16)
    drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40
    drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80
    const hex = Buffer.from(drawn).toString('hex')
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-')
  }
  return { next, uuid, bytes }
}
