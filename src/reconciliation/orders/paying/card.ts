/**
 * A card while somebody pays with it: checked as the interface demands, held as bytes that are
 * overwritten afterwards, and never shown. It exists in the memory of one command alone.
 */
import { inspect } from 'node:util'
import type { CardPayment } from '../../../contract/checkout.ts'
import { INSTALLMENTS_MAX } from '../../../contract/limits.ts'
import { mod10 } from '../../../fleet/boleto.ts'

export type CardProblem =
  | 'card-number-length'
  | 'card-number-digit'
  | 'card-holder'
  | 'card-expiry'
  | 'card-expired'
  | 'card-cvc'
  | 'card-installments'

const HOLDER_CHARACTERS_MAX = 80
const LAST_DIGITS = 4
const HIDDEN = '[card]'

/** Spaces and hyphens are how a number is printed; undefined when it may be sent. */
export function numberProblem(typed: Uint8Array): CardProblem | undefined {
  const number = digitsOf(typed)
  if (!/^[0-9]{13,19}$/.test(number)) return 'card-number-length'
  const isGood = mod10(number.slice(0, -1)) === Number(number.at(-1))
  return isGood ? undefined : 'card-number-digit'
}

export function holderProblem(typed: Uint8Array): CardProblem | undefined {
  const { length } = textOf(typed)
  return length === 0 || length > HOLDER_CHARACTERS_MAX ? 'card-holder' : undefined
}

/** `today`: YYYY-MM-DD; a card is good to the end of its month. */
export function expiryProblem(typed: Uint8Array, today: string): CardProblem | undefined {
  const expiry = textOf(typed)
  if (!/^(0[1-9]|1[0-2])\/[0-9]{2}$/.test(expiry)) return 'card-expiry'
  const month = `20${expiry.slice(3)}-${expiry.slice(0, 2)}`
  return month < today.slice(0, 'YYYY-MM'.length) ? 'card-expired' : undefined
}

export function cvcProblem(typed: Uint8Array): CardProblem | undefined {
  return /^[0-9]{3,4}$/.test(textOf(typed)) ? undefined : 'card-cvc'
}

/** Empty means one. */
export function installmentsOf(typed: string): number | CardProblem {
  const text = typed.trim()
  if (text === '') return 1
  const count = Number(text)
  const isGood = /^[0-9]{1,2}$/.test(text) && count >= 1 && count <= INSTALLMENTS_MAX
  return isGood ? count : 'card-installments'
}

interface CardBytes {
  readonly number: Uint8Array
  readonly holder: Uint8Array
  readonly expiry: Uint8Array
  readonly cvc: Uint8Array
}

/** Whoever makes one disposes of it: then its bytes are zeros. */
export class Card implements Disposable {
  readonly #bytes: CardBytes

  constructor(bytes: CardBytes) {
    this.#bytes = bytes
  }

  /** For one request, at its last moment: a string cannot be overwritten, only forgotten. */
  body(installments: number): CardPayment {
    const { number, holder, expiry, cvc } = this.#bytes
    return {
      holder_name: textOf(holder),
      number: digitsOf(number),
      expiry: textOf(expiry),
      cvc: textOf(cvc),
      installments,
    }
  }

  lastDigits(): string {
    return digitsOf(this.#bytes.number).slice(-LAST_DIGITS)
  }

  [Symbol.dispose](): void {
    for (const bytes of Object.values(this.#bytes)) bytes.fill(0)
  }

  toJSON(): string {
    return HIDDEN
  }

  toString(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}

/** What a person confirmed, with the card. */
export interface ConfirmedPayment {
  readonly person: string
  readonly card: Card
  readonly installments: number
  /** Of the order, without the interest of its instalments. */
  readonly totalCents: bigint
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim()
}

function digitsOf(bytes: Uint8Array): string {
  return textOf(bytes).replaceAll(/[\s-]/g, '')
}
