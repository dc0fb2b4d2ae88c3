/** Pure. Names the field of an answer that does not fit the contract, with its value. */
import type { TValidationError } from 'typebox/error'
import { redact } from './redact.ts'
import { own } from './why-words.ts'

/** Fields whose value may name a person or be a secret, whatever its form. */
const PERSONAL = /owner|document|name|card|pix|boleto|renavam/
const VALUE_CHARACTERS_MAX = 40

/** `items[0].year: null`, or `missing: items[0].year`. */
export function unfitField(error: TValidationError | undefined, body: unknown): string {
  const path = error?.instancePath.split('/').slice(1) ?? []
  if (error?.keyword === 'required') {
    return `${own.missing.en}: ${fieldOf([...path, error.params.requiredProperties[0] ?? ''])}`
  }
  const value = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), body)
  return `${fieldOf(path)}: ${shown(path.at(-1) ?? '', value)}`
}

function fieldOf(path: readonly string[]): string {
  const steps = path.map((key) => (/^[0-9]+$/.test(key) ? `[${key}]` : `.${key}`))
  return steps.join('').replace(/^\./, '')
}

/** Of an object or a list only that it is one: what is in it nobody has checked. */
function shown(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  if (PERSONAL.test(field) && value !== null) return '***'
  return redact(JSON.stringify(value) ?? '').slice(0, VALUE_CHARACTERS_MAX)
}
