/**
 * Pure. The fields of an order policy as JSON, each with how its value is read: money is a decimal
 * string, since a JSON number may be read as a float on the way. A value that is not understood is
 * told with its field and the cure.
 */
import type { Bilingual } from '../../../bilingual.ts'
import { DEBT_KINDS } from '../../../contract/debt-item.ts'
import type { DebtKind } from '../../../contract/debt-item.ts'
import { parseCents } from '../../../fleet/money.ts'
import { Failure } from '../../../failure.ts'
import { orderMethod } from '../../../option-parsers.ts'
import type { OrderPolicy } from './order-policy.ts'

/** A number of days is at most ten years. */
const DAYS_MAX = 3_650
const COST_CENTRES_MAX = 1_000
const COST_CENTRE_CHARACTERS_MAX = 200
const VALUE_CHARACTERS_MAX = 60

/** Where a value stands in the file: names joined by points. */
export type Field<T> = (value: unknown, place: string) => T

export function wrong(place: string, value: unknown, words: Bilingual, cause?: unknown): Failure {
  // Names and values come from the file, so they are cut.
  const where = place.slice(0, VALUE_CHARACTERS_MAX).replace(/[^\w.\- ]/g, '?')
  const shown = value === undefined ? '' : ` ${shorten(value)}`
  const sentence = {
    pt: `Política de pedidos (FROTA_ORDER_POLICY_FILE): ${where || 'o arquivo'}:${shown} ${words.pt}.`,
    en: `Order policy (FROTA_ORDER_POLICY_FILE): ${where || 'the file'}:${shown} ${words.en}.`,
  }
  const { pt, en } = sentence
  const tidy = { pt: pt.replace(/ {2,}/g, ' '), en: en.replace(/ {2,}/g, ' ') }
  return new Failure('configuration', tidy, cause === undefined ? {} : { cause })
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  const cut = text.slice(0, VALUE_CHARACTERS_MAX)
  // What a terminal would obey is not repeated to it.
  return `${cut.replace(/\p{C}/gu, '?')}${text.length > cut.length ? '…' : ''}`
}

export const money: Field<bigint> = (value, place) => {
  const parsed = typeof value === 'string' ? parseCents(value) : undefined
  if (parsed?.ok === true && parsed.value >= 0n) return parsed.value
  throw wrong(place, value, {
    pt: 'não serve; dê um valor em reais entre aspas, com ponto decimal, como "1500.00"',
    en: 'is not usable; give an amount in reais in quotes, with a decimal point, as "1500.00"',
  })
}

export function orNull<T>(field: Field<T>): Field<T | null> {
  return (value, place) => (value === null ? null : field(value, place))
}

export const days: Field<number> = (value, place) => {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DAYS_MAX) {
    return Number(value)
  }
  throw wrong(place, value, {
    pt: `não serve; dê um número inteiro de dias, de 0 a ${DAYS_MAX}`,
    en: `is not usable; give a whole number of days, from 0 to ${DAYS_MAX}`,
  })
}

export function integer(min: number, max: number): Field<number> {
  return (value, place) => {
    if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) {
      return Number(value)
    }
    throw wrong(place, value, {
      pt: `não serve; dê um número inteiro de ${min} a ${max}`,
      en: `is not usable; give a whole number from ${min} to ${max}`,
    })
  }
}

export function word<const W extends string>(...words: readonly W[]): Field<W> {
  return (value, place) => {
    const found = words.find((each) => each === value)
    if (found !== undefined) return found
    throw wrong(place, value, {
      pt: `não serve; use um destes: ${words.join(', ')}`,
      en: `is not usable; use one of these: ${words.join(', ')}`,
    })
  }
}

export const method: Field<OrderPolicy['method'] | 'none'> = (value, place) => {
  const parsed = orderMethod(typeof value === 'string' ? value : '')
  if (parsed.ok) return parsed.value
  const { pt, en } = parsed.expected
  throw wrong(place, value, { pt: `não serve; ${pt}`, en: `is not usable; ${en}` })
}

export const kinds: Field<readonly DebtKind[]> = (value, place) => {
  if (!Array.isArray(value) || value.length === 0) {
    throw wrong(place, value, {
      pt: `não serve; dê uma lista com um ou mais destes: ${DEBT_KINDS.join(', ')}`,
      en: `is not usable; give a list of one or more of these: ${DEBT_KINDS.join(', ')}`,
    })
  }
  const kind = word(...DEBT_KINDS)
  const given = value.map((each: unknown, at) => kind(each, `${place}.${at}`))
  // In the contract's order, each once: the same policy is the same text.
  return DEBT_KINDS.filter((each) => given.includes(each))
}

/** Cost centres as the fleet's file writes them; the empty name is that of vehicles without one. */
export const amountsByName: Field<ReadonlyMap<string, bigint>> = (value, place) => {
  const entries = Object.entries(object(value, place))
  const first = entries.find(([name]) => name.length > COST_CENTRE_CHARACTERS_MAX)
  if (entries.length > COST_CENTRES_MAX || first !== undefined) {
    throw wrong(place, first?.[0], {
      pt:
        `tem nomes demais ou longos demais; use no máximo ${COST_CENTRES_MAX} centros de custo, ` +
        `cada um com até ${COST_CENTRE_CHARACTERS_MAX} caracteres`,
      en:
        `has too many names or too long ones; use at most ${COST_CENTRES_MAX} cost centres of ` +
        `${COST_CENTRE_CHARACTERS_MAX} characters at most`,
    })
  }
  return new Map(entries.map(([name, cents]) => [name, money(cents, `${place}.${name}`)]))
}

export function object(value: unknown, place: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw wrong(place, value, {
    pt: 'não serve; dê um objeto JSON, como {}',
    en: 'is not usable; give a JSON object, such as {}',
  })
}

/** The given fields, each read; one that is unknown is refused, lest a typing error be no limit. */
export function record<const F extends Readonly<Record<string, Field<unknown>>>>(
  fields: F,
): Field<{ readonly [K in keyof F]?: ReturnType<F[K]> }> {
  return (value, place) => {
    const read: Record<string, unknown> = {}
    for (const [name, given] of Object.entries(object(value, place))) {
      const at = place === '' ? name : `${place}.${name}`
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field === undefined) {
        const names = Object.keys(fields).join(', ')
        throw wrong(at, given, {
          pt: `é de um campo desconhecido; retire-o ou use um destes: ${names}`,
          en: `is of an unknown field; remove it or use one of these: ${names}`,
        })
      }
      read[name] = field(given, at)
    }
    // Just made, name by name, from the same fields.
    return read as { readonly [K in keyof F]?: ReturnType<F[K]> }
  }
}
