import { crc32, deflateRawSync } from 'node:zlib'

/** Packages made byte by byte for the tests, honest unless an entry says otherwise. */

export interface Entry {
  readonly name: string
  readonly text?: string
  readonly bytes?: Uint8Array
  readonly isStored?: boolean
  /** Lies, or what only some programs write. */
  readonly packed?: Uint8Array
  readonly size?: number
  readonly sum?: number
  readonly flags?: number
  readonly method?: number
  readonly localName?: string
  /** The header of another entry stands for this one's. */
  readonly sharesEntry?: number
  readonly hasDescriptor?: boolean
  readonly isLarge?: boolean
}

export function packageOf(entries: readonly Entry[], end: { count?: number } = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  const places: number[] = []
  let at = 0
  for (const entry of entries) {
    const whole = entry.bytes ?? Buffer.from(entry.text ?? '')
    const isStored = entry.isStored === true
    const packed = entry.packed ?? (isStored ? whole : deflateRawSync(whole))
    const sum = entry.sum ?? crc32(whole)
    const size = entry.size ?? whole.length
    const name = Buffer.from(entry.name)
    const local = Buffer.from(entry.localName ?? entry.name)
    const hasDescriptor = entry.hasDescriptor === true
    const flags = (entry.flags ?? 0) | (hasDescriptor ? 8 : 0)
    const method = entry.method ?? (isStored ? 0 : 8)
    const isLarge = entry.isLarge === true
    const sizes = hasDescriptor ? [0, 0, 0] : [sum, packed.length, size]
    const start = Buffer.concat([
      words(0x04034b50),
      halves(20, flags, method, 0, 33),
      words(...sizes),
      halves(local.length, 0),
      local,
    ])
    const descriptor = words(0x08074b50, sum, packed.length, size)
    places.push(entry.sharesEntry === undefined ? at : (places[entry.sharesEntry] ?? 0))
    const place = places.at(-1) ?? 0
    const extra = isLarge ? large(size, packed.length, place) : Buffer.alloc(0)
    directory.push(
      Buffer.concat([
        words(0x02014b50),
        halves(20, 20, flags, method, 0, 33),
        isLarge ? words(sum, UNSAID, UNSAID) : words(sum, packed.length, size),
        halves(name.length, extra.length, 0, 0, 0),
        words(0, isLarge ? UNSAID : place),
        name,
        extra,
      ]),
    )
    if (entry.sharesEntry !== undefined) continue
    const body = Buffer.concat([start, packed, hasDescriptor ? descriptor : Buffer.alloc(0)])
    bodies.push(body)
    at += body.length
  }
  const listing = Buffer.concat(directory)
  const count = end.count ?? entries.length
  const last = Buffer.concat([
    words(0x06054b50),
    halves(0, 0, count, count),
    words(listing.length, at),
    halves(0),
  ])
  return Buffer.concat([...bodies, listing, last])
}

const UNSAID = 0xffffffff

function large(...sizes: readonly number[]): Buffer {
  const longs = BigUint64Array.from(sizes.map(BigInt))
  return Buffer.concat([halves(1, longs.byteLength), Buffer.from(longs.buffer)])
}

function halves(...numbers: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(numbers).buffer)
}

function words(...numbers: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(numbers).buffer)
}
