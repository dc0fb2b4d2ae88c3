/** Pure. The judgements that many statements share; each tells in wire terms what it missed. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import { parseCents } from '../fleet/money.ts'
import { usedUp } from './budget.ts'
import { brief, fieldsOf, shown, succeeded } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { differs, holds, unknown, unless } from './finding.ts'
import type { Finding } from './finding.ts'

const TOO_MANY = 429

/** A doubt that has nothing to do with the statement, or null. */
export function doubt({ status, unsent }: Exchange): Finding | null {
  if (unsent !== undefined) return unknown(unsent.pt, unsent.en)
  if (status === TOO_MANY) {
    return unknown(usedUp.pt, usedUp.en)
  }
  return null
}

export function hasStatus(exchange: Exchange, ...wanted: readonly number[]): Finding {
  const { status } = exchange
  if (status !== null && wanted.includes(status)) return holds
  return doubt(exchange) ?? differs(wanted.join(' | '), shown(exchange))
}

export function isSuccess(exchange: Exchange): Finding {
  if (succeeded(exchange)) return holds
  return doubt(exchange) ?? differs('2xx', shown(exchange))
}

/** Any 4xx: the interface says that it fails, and not how. */
export function isRefused(exchange: Exchange): Finding {
  const { status } = exchange
  const limited = doubt(exchange)
  if (limited !== null) return limited
  return unless(status !== null && status >= 400 && status < 500, '4xx', shown(exchange))
}

const validators = new WeakMap<TSchema, Validator>()

function fits(schema: TSchema, value: unknown): boolean {
  const known = validators.get(schema)
  const validator = known ?? Compile(schema)
  validators.set(schema, validator)
  return validator.Check(value)
}

export interface Field {
  readonly name: string
  readonly schema: TSchema
  /** How the interface's tables call its type. */
  readonly type: string
  readonly optional?: true
}

/** One field in every one of the bodies. */
export function hasField(bodies: readonly unknown[], field: Field): Finding {
  for (const body of bodies) {
    const fields = fieldsOf(body)
    const isThere = Object.hasOwn(fields, field.name)
    if (!isThere && field.optional === true) continue
    if (!isThere) return differs(`${field.name}: ${field.type}`, `${field.name}: -`)
    const value = fields[field.name]
    if (fits(field.schema, value)) continue
    return differs(`${field.name}: ${field.type}`, `${field.name}: ${brief(value)}`)
  }
  return holds
}

export function isEqual(name: string, seen: unknown, wanted: unknown): Finding {
  const fine = JSON.stringify(seen) === JSON.stringify(wanted)
  return unless(fine, `${name} = ${brief(wanted)}`, `${name} = ${brief(seen)}`)
}

export function fieldIs(exchange: Exchange, name: string, wanted: unknown): Finding {
  return isEqual(name, fieldsOf(exchange.json)[name], wanted)
}

/** Cents of a decimal string; null when it is none. */
export function centsAt(json: unknown, name: string): bigint | null {
  const value = fieldsOf(json)[name]
  const cents = typeof value === 'string' ? parseCents(value) : undefined
  return cents?.ok === true ? cents.value : null
}

/** Compares money whose form another statement judges. */
export function amountIs(json: unknown, name: string, wanted: bigint | null): Finding {
  const seen = centsAt(json, name)
  if (seen === null || wanted === null)
    return unknown(`${name} não se lê`, `${name} cannot be read`)
  return isEqual(`${name} (cents)`, seen.toString(), wanted.toString())
}

export function oneOf(name: string, value: unknown, words: readonly string[]): Finding {
  const fine = typeof value === 'string' && words.includes(value)
  return unless(fine, `${name}: ${words.join(' | ')}`, `${name} = ${brief(value)}`)
}
