/** Spoils a file a little, in the ways that disks, networks, programs and people do. */
import type { Draw } from './draw.ts'
import { ALL_WORDS, BREAKS } from './words.ts'

const ROUNDS_MAX = 4
const BYTES_MAX = 1200
const GIANT_REPEATS_MAX = 200

type Mutation = (bytes: Buffer, draw: Draw, fixtures: readonly Uint8Array[]) => Buffer

export function mutate(bytes: Uint8Array, draw: Draw, fixtures: readonly Uint8Array[]): Uint8Array {
  let spoilt: Buffer = Buffer.from(bytes.subarray(0, BYTES_MAX))
  const rounds = draw.whole(ROUNDS_MAX + 1)
  for (let round = 0; round < rounds; round++) {
    spoilt = draw.one(MUTATIONS)(spoilt, draw, fixtures)
  }
  return spoilt
}

function insert(bytes: Buffer, at: number, what: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)])
}

const replaceByte: Mutation = (bytes, draw) => {
  if (bytes.length > 0) bytes[draw.whole(bytes.length)] = draw.whole(256)
  return bytes
}

const flipBit: Mutation = (bytes, draw) => {
  const at = draw.whole(Math.max(1, bytes.length))
  if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.whole(8))
  return bytes
}

const insertWord: Mutation = (bytes, draw) => {
  const word = draw.one(draw.once(2) ? BREAKS : ALL_WORDS)
  return insert(bytes, draw.whole(bytes.length + 1), Buffer.from(word))
}

const cut: Mutation = (bytes, draw) => {
  const from = draw.whole(bytes.length + 1)
  const to = draw.once(2) ? bytes.length : from + draw.whole(20)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

const splice: Mutation = (bytes, draw, fixtures) => {
  const other = draw.one(fixtures)
  const from = draw.whole(other.length + 1)
  const part = other.subarray(from, from + draw.whole(300))
  return insert(bytes, draw.whole(bytes.length + 1), part)
}

const swapDelimiters: Mutation = (bytes, draw) => {
  const [from, to] = [draw.one(DELIMITERS), draw.one(DELIMITERS)]
  const isAll = draw.once(2)
  return Buffer.from(bytes.map((byte) => (byte === from && (isAll || draw.once(3)) ? to : byte)))
}

const DELIMITERS = [';', ',', '\t', '|', '"', '\n', '\r', ' '].map((one) => one.charCodeAt(0))

const lines = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n')

const repeatLine: Mutation = (bytes, draw) => {
  const all = lines(bytes)
  all.splice(draw.whole(all.length + 1), 0, draw.one(all))
  return Buffer.from(all.join('\n'), 'latin1')
}

const swapLines: Mutation = (bytes, draw) => {
  const all = lines(bytes)
  const [one, other] = [draw.whole(all.length), draw.whole(all.length)]
  const [first, second] = [all[one] ?? '', all[other] ?? '']
  all[one] = second
  all[other] = first
  return Buffer.from(all.join('\n'), 'latin1')
}

const repeatColumn: Mutation = (bytes, draw) => {
  const at = draw.whole(5)
  const all = lines(bytes).map((line) => `${line.split(';')[at] ?? ''};${line}`)
  return Buffer.from(all.join('\n'), 'latin1')
}

const giantCell: Mutation = (bytes, draw) => {
  const word = draw.one(ALL_WORDS).repeat(1 + draw.whole(GIANT_REPEATS_MAX))
  return insert(bytes, draw.whole(bytes.length + 1), Buffer.from(word))
}

const otherEncoding: Mutation = (bytes, draw) => {
  const text = bytes.toString(draw.one(['utf8', 'latin1', 'utf16le']))
  const again = Buffer.from(text, draw.one(['utf8', 'latin1', 'utf16le']))
  return again.subarray(0, BYTES_MAX * 2)
}

const mark: Mutation = (bytes, draw) => {
  const marks = [
    [0xef, 0xbb, 0xbf],
    [0xff, 0xfe],
    [0xfe, 0xff],
  ]
  return Buffer.concat([Buffer.from(draw.one(marks)), bytes])
}

const quoteAll: Mutation = (bytes) => {
  const all = lines(bytes).map((line) => `"${line.replaceAll('"', '""')}"`)
  return Buffer.from(all.join('\n'), 'latin1')
}

/** Words are put in most often: they are what readers trip over. */
const COMMON: readonly Mutation[] = [insertWord, insertWord, insertWord, insertWord, replaceByte]
const BYTES: readonly Mutation[] = [replaceByte, flipBit, cut, splice, giantCell, mark]
const LINES: readonly Mutation[] = [repeatLine, swapLines, repeatColumn, quoteAll]
const WHOLE: readonly Mutation[] = [swapDelimiters, otherEncoding]

const MUTATIONS: readonly Mutation[] = [...COMMON, ...BYTES, ...LINES, ...WHOLE]
