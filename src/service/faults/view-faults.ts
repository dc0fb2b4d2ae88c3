/** Pure. Faults in how a correct vehicle, consultation or order is shown. */
import { formatCents, parseCents } from '../../fleet/money.ts'
import { encodePixCode, parsePixCode } from '../../fleet/pix-code.ts'
import type { FaultAt } from './fault.ts'
import { type Fields, fieldsOf, isFields } from '../../fields.ts'

export type ViewFault = FaultAt<'view'>
const UNKNOWN_WORD = 'novidade'

/** `choose` is called once for each object with a plate; all faults that it returns act. */
export function showFaulty(
  body: unknown,
  choose: (plate: string) => readonly ViewFault[],
): unknown {
  if (!isFields(body)) return body
  const { results, plate } = body
  if (Array.isArray(results)) {
    return { ...body, results: results.map((each) => showFaulty(each, choose)) }
  }
  const faults = typeof plate === 'string' ? choose(plate) : []
  return faults.reduce((each: Fields, fault) => distorted(fault, each), body)
}

function distorted(fault: ViewFault, shown: Fields): Fields {
  const isOrder = 'latest_attempt' in shown
  switch (fault.fault) {
    case 'total-not-sum': {
      if (!isOrder) return shown
      return { ...shown, total_amount: plus(shown['total_amount'], fault.cents ?? 1) }
    }
    case 'items-without-debt-id':
      return isOrder ? eachItem(shown, (item) => without(item, 'debt_item_id')) : shown
    case 'attempt-bare':
      return attempt(shown, (each) => without(each, 'id', 'created_at'))
    case 'status-unknown':
      return 'status' in shown ? { ...shown, status: fault.word ?? UNKNOWN_WORD } : shown
    case 'kind-unknown':
      return eachItem(shown, (item) => ({ ...item, kind: fault.word ?? UNKNOWN_WORD }))
    case 'pix-wrong-crc':
      return attempt(shown, (each) => withCode(each, wrongCrc))
    case 'pix-wrong-amount':
      return attempt(shown, (each) => withCode(each, (code) => dearer(code, fault.cents ?? 1)))
  }
}

function eachItem(shown: Fields, change: (item: Fields) => Fields): Fields {
  const { items } = shown
  if (!Array.isArray(items)) return shown
  return { ...shown, items: items.map((item) => change(fieldsOf(item))) }
}

function attempt(shown: Fields, change: (attempt: Fields) => Fields): Fields {
  const { latest_attempt: latest } = shown
  return isFields(latest) ? { ...shown, latest_attempt: change(latest) } : shown
}

function without(shown: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !names.includes(name)))
}

function plus(amount: unknown, cents: number): string {
  const parsed = parseCents(String(amount))
  return formatCents((parsed.ok ? parsed.value : 0n) + BigInt(cents))
}

function withCode(attempt: Fields, change: (code: string) => string): Fields {
  const code = attempt['pix_copy_paste']
  if (typeof code !== 'string' || code === '') return attempt
  return { ...attempt, pix_copy_paste: change(code) }
}

/** Adds one to the last hexadecimal digit of the code's CRC. */
function wrongCrc(code: string): string {
  const last = Number.parseInt(code.slice(-1), 16)
  return code.slice(0, -1) + ((last + 1) % 16).toString(16).toUpperCase()
}

/** A valid code that asks for more than the order's total. */
function dearer(code: string, cents: number): string {
  const parsed = parsePixCode(code)
  if (!parsed.ok) return code
  const amountCents = (parsed.value.amountCents ?? 0n) + BigInt(cents)
  const encoded = encodePixCode({ ...parsed.value, amountCents })
  return encoded.ok ? encoded.value : code
}
