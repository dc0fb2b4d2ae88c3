import { formatCents, parseCents } from './money.ts'
import { bad, good, type Result } from './result.ts'

/** The Pix copy-and-paste code (BR Code, EMV TLV): written, read, checked before it is shown. */

export interface PixCode {
  /** A Pix key, or the address of a dynamic charge without its scheme; one of the two. */
  readonly key: string | null
  readonly url: string | null
  readonly amountCents: bigint | null
  /** At most 25 characters, ASCII. */
  readonly merchantName: string
  /** At most 15 characters, ASCII. */
  readonly merchantCity: string
  /** At most 25 of [A-Za-z0-9], or *** when there is none. */
  readonly txid: string
  /** True when the code may be paid once only (tag 01 = 12). */
  readonly dynamic: boolean
}

export type PixProblem = 'pix-empty' | 'pix-form' | 'pix-crc' | 'pix-not-pix' | 'pix-amount'

const GUI = 'br.gov.bcb.pix'
const NAME_MAX = 25
const CITY_MAX = 15
const CODE_CHARACTERS_MAX = 1024

/** CRC16-CCITT-FALSE: polynomial 0x1021, initial 0xFFFF, over UTF-8 bytes; four capitals. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    }
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function field(id: string, value: string): string {
  return `${id}${value.length.toString().padStart(2, '0')}${value}`
}

function ascii(text: string, max: number): string {
  const bare = text.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  return bare.trim().slice(0, max)
}

/** Writes a code; refuses what would not read back (`pix-form`). */
export function encodePixCode(code: PixCode): Result<string, PixProblem> {
  const name = ascii(code.merchantName, NAME_MAX)
  const city = ascii(code.merchantCity, CITY_MAX)
  const target = code.url === null ? field('01', code.key ?? '') : field('25', code.url)
  const account = field('00', GUI) + target
  const isTxid = code.txid === '***' || /^[A-Za-z0-9]{1,25}$/.test(code.txid)
  const isTarget = /^[\x21-\x7e]{1,77}$/.test(code.url ?? code.key ?? '')
  if (name === '' || city === '' || !isTxid || !isTarget || account.length > 99) {
    return bad('pix-form')
  }
  if (code.amountCents !== null && code.amountCents <= 0n) return bad('pix-amount')
  const amount = code.amountCents === null ? '' : field('54', formatCents(code.amountCents))
  const body = [
    field('00', '01'),
    code.dynamic ? field('01', '12') : '',
    field('26', account),
    '520400005303986',
    amount,
    '5802BR',
    field('59', name),
    field('60', city),
    field('62', field('05', code.txid)),
    '6304',
  ].join('')
  return good(body + crc16(body))
}

function readFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = /^([0-9]{2})([0-9]{2})$/.exec(text.slice(at, at + 4))
    if (head === null) return undefined
    const [, id = '', size = ''] = head
    const end = at + 4 + Number(size)
    if (end > text.length || fields.has(id)) return undefined
    fields.set(id, text.slice(at + 4, end))
    at = end
  }
  return fields
}

/** Reads a code whose CRC holds and whose account is Pix. */
export function parsePixCode(text: string): Result<PixCode, PixProblem> {
  const code = text.trim()
  if (code === '') return bad('pix-empty')
  if (code.length > CODE_CHARACTERS_MAX || !/6304[0-9A-Fa-f]{4}$/.test(code)) return bad('pix-form')
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return bad('pix-crc')
  const fields = readFields(code)
  const account = readFields(fields?.get('26') ?? '')
  const additional = readFields(fields?.get('62') ?? '')
  if (fields === undefined || account === undefined || additional === undefined) {
    return bad('pix-form')
  }
  if (account.get('00')?.toLowerCase() !== GUI) return bad('pix-not-pix')
  const amount = fields.get('54')
  const cents = amount === undefined ? null : parseCents(amount)
  if (cents !== null && !cents.ok) return bad('pix-amount')
  return good({
    key: account.get('01') ?? null,
    url: account.get('25') ?? null,
    amountCents: cents === null ? null : cents.value,
    merchantName: fields.get('59') ?? '',
    merchantCity: fields.get('60') ?? '',
    txid: additional.get('05') ?? '***',
    dynamic: fields.get('01') === '12',
  })
}

/** The gate before a code is shown: its CRC holds and it asks for exactly `totalCents`. */
export function checkPixCode(text: string, totalCents: bigint): Result<PixCode, PixProblem> {
  const parsed = parsePixCode(text)
  if (!parsed.ok) return parsed
  return parsed.value.amountCents === totalCents ? parsed : bad('pix-amount')
}
