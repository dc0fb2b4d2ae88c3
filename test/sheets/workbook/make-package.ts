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
  /** It stands inside the bytes of that entry, from their beginning. */
  readonly insideOf?: number
  readonly packedSize?: number
  readonly hasDescriptor?: boolean
  readonly isLarge?: boolean
}

export function packageOf(
  entries: readonly Entry[],
  end: { count?: number; isLarge?: boolean; comment?: string } = {},
): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  const contents: number[] = []
  let at = 0
  for (const entry of entries) {
    const whole = entry.bytes ?? Buffer.from(entry.text ?? '')
    const isStored = entry.isStored === true
    const packed = entry.packed ?? (isStored ? whole : deflateRawSync(whole))
    const sum = entry.sum ?? crc32(whole)
    const size = entry.size ?? whole.length
    const name = Buffer.from(entry.name)
    const packedSize = entry.packedSize ?? packed.length
    const local = Buffer.from(entry.localName ?? entry.name)
    const hasDescriptor = entry.hasDescriptor === true
    const flags = (entry.flags ?? 0) | (hasDescriptor ? 8 : 0)
    const method = entry.method ?? (isStored ? 0 : 8)
    const isLarge = entry.isLarge === true
    const sizes = hasDescriptor ? [0, 0, 0] : [sum, packedSize, size]
    const start = Buffer.concat([
      words(0x04034b50),
      halves(20, flags, method, 0, 33),
      words(...sizes),
      halves(local.length, 0),
      local,
    ])
    const descriptor = words(0x08074b50, sum, packed.length, size)
    const holder = entry.insideOf
    const place = holder === undefined ? at : (contents[holder] ?? 0)
    contents.push(place + 30 + local.length)
    const extra = isLarge ? large(size, packed.length, place) : Buffer.alloc(0)
    directory.push(
      Buffer.concat([
        words(0x02014b50),
        halves(20, 20, flags, method, 0, 33),
        isLarge ? words(sum, UNSAID, UNSAID) : words(sum, packedSize, size),
        halves(name.length, extra.length, 0, 0, 0),
        words(0, isLarge ? UNSAID : place),
        name,
        extra,
      ]),
    )
    if (holder !== undefined) continue
    const body = Buffer.concat([start, packed, hasDescriptor ? descriptor : Buffer.alloc(0)])
    bodies.push(body)
    at += body.length
  }
  const listing = Buffer.concat(directory)
  const count = end.count ?? entries.length
  const comment = Buffer.from(end.comment ?? '')
  const isLarge = end.isLarge === true
  const said = isLarge ? UNSAID : listing.length
  const last = Buffer.concat([
    isLarge ? largeEnd(count, listing.length, at) : Buffer.alloc(0),
    words(0x06054b50),
    isLarge ? halves(0, 0, 0xffff, 0xffff) : halves(0, 0, count, count),
    words(said, isLarge ? UNSAID : at),
    halves(comment.length),
    comment,
  ])
  return Buffer.concat([...bodies, listing, last])
}

const UNSAID = 0xffffffff

function largeEnd(count: number, length: number, at: number): Buffer {
  const record = Buffer.concat([
    words(0x06064b50),
    longs(44),
    halves(45, 45),
    words(0, 0),
    longs(count, count, length, at),
  ])
  return Buffer.concat([record, words(0x07064b50, 0), longs(at + length), words(1)])
}

function longs(...numbers: readonly number[]): Buffer {
  return Buffer.from(BigUint64Array.from(numbers.map(BigInt)).buffer)
}

function large(...sizes: readonly number[]): Buffer {
  return Buffer.concat([halves(1, 8 * sizes.length), longs(...sizes)])
}

function halves(...numbers: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(numbers).buffer)
}

function words(...numbers: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(numbers).buffer)
}
