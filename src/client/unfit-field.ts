/** Pure. Names the field of an answer that does not fit contract or request, with its value. */
import type { TValidationError } from 'typebox/error'
import type { AnyRequest } from './client.ts'
import { redact } from './redact.ts'
import { own } from './why-words.ts'

/** Fields whose value may name a person or be a secret, whatever its form. */
const PERSONAL = /owner|document|name|card|pix|boleto|renavam/
const VALUE_CHARACTERS_MAX = 40
/** Of any precision and offset; `redact` would take it for a document. */
const MOMENT = /^[0-9]{4}(-?[0-9]{2}){2}[T ][0-9:.,+-]*Z?$/

/** `items[0].year: null`, or `missing: items[0].year`. */
export function unfitField(error: TValidationError | undefined, body: unknown): string {
  if (body === undefined) return own.notJson.en
  const path = error?.instancePath.split('/').slice(1) ?? []
  if (error?.keyword === 'required') {
    return `${own.missing.en}: ${fieldOf([...path, error.params.requiredProperties[0] ?? ''])}`
  }
  const value = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), body)
  return `${fieldOf(path)}: ${shown(path.at(-1) ?? '', value)}`
}

/**
 * Names the id of an answer about another thing than the path asked for: the `id` of the thing
 * itself, or the `vehicle_id` of a vehicle's consultation. Undefined where it is the same.
 */
export function otherThing(body: unknown, params: AnyRequest['params'] = {}): string | undefined {
  for (const [name, asked] of Object.entries(params)) {
    const field = name === 'vehicle_id' && Object.hasOwn(Object(body), name) ? name : 'id'
    const value: unknown = Reflect.get(Object(body), field)
    const isOther = typeof value === 'string' && value.toLowerCase() !== asked.toLowerCase()
    if (isOther) return `${own.another.en}: ${field}: ${shown(field, value)}`
  }
  return undefined
}

function fieldOf(path: readonly string[]): string {
  const steps = path.map((key) => (/^[0-9]+$/.test(key) ? `[${key}]` : `.${key}`))
  return steps.length === 0 ? 'body' : steps.join('').replace(/^\./, '')
}

/** Of an object or a list only that it is one: what is in it nobody has checked. */
function shown(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  if (PERSONAL.test(field) && value !== null) return '***'
  const text = JSON.stringify(value) ?? ''
  const isMoment = field.endsWith('_at') && MOMENT.test(String(value))
  return (isMoment ? text : redact(text)).slice(0, VALUE_CHARACTERS_MAX)
}
