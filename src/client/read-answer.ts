/** Pure. Turns an exchange into the result of a call, checked against the contract. */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Operation } from '../contract/operation.ts'
import { plainScalar } from '../contract/scalar.ts'
import { fieldsOf, isFields } from '../fields.ts'
import type { CallResult } from './answer.ts'
import type { AnyRequest } from './client.ts'
import type { Answer, Exchange } from './exchange.ts'
import { unreachable, wrongAccount, wrongKey } from './failures.ts'
import { redact } from './redact.ts'
import { otherThing, unfitField } from './unfit-field.ts'
import { own } from './why-words.ts'

export interface ReadContext {
  readonly origin: string
  readonly operation: Operation
  readonly request: AnyRequest
  /** Removed from the service's own words, which may repeat it. */
  readonly apiKey: string
  /** Milliseconds since 1970, for a Retry-After that is a date. */
  readonly nowMs: number
}

export function readExchange(exchange: Exchange, context: ReadContext): CallResult<unknown> {
  const { origin } = context
  if (exchange.got === 'nothing-sent') {
    const { why } = exchange
    return { outcome: 'never-sent', why, cause: unreachable(origin, why) }
  }
  if (exchange.got === 'no-answer') {
    const { why, status } = exchange
    return { outcome: 'in-doubt', why, ...(status === undefined ? {} : { status }) }
  }
  return isSuccess(exchange.status)
    ? readSuccess(exchange, context)
    : readRefusal(exchange, context)
}

function readSuccess(answer: Answer, { operation, request }: ReadContext): CallResult<unknown> {
  const { status } = answer
  const schema = successSchema(operation, status)
  if (schema === null) return { outcome: 'answered', ok: true, status, body: undefined }
  // A debt whose words were replaced would be taken for another debt.
  const body = answer.isUtf8 ? parseJson(answer.text, plainScalar) : undefined
  const { notShown = [] } = operation
  const validator = validatorOf(schema, notShown)
  const isFit =
    notShown === 'reply' ? answer.text === '' || isFields(body) : fits(validator, body, notShown)
  const unfit = isFit
    ? otherThing(body, request.params)
    : answer.isUtf8
      ? unfitField(validator.Errors(body)[0], body)
      : own.notUtf8.en
  if (unfit === undefined) return { outcome: 'answered', ok: true, status, body }
  return { outcome: 'in-doubt', why: `status ${status}: unreadable: ${unfit}`, status, unfit }
}

function readRefusal(answer: Answer, context: ReadContext): CallResult<never> {
  const { status } = answer
  const detail = detailOf(answer.text, context.apiKey)
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], context.nowMs)
  const movedTo = movedFrom(context.origin, answer)
  const stop = stopOf(status, detail, context)
  return {
    outcome: 'answered',
    ok: false,
    status,
    detail,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(movedTo === undefined ? {} : { movedTo }),
    ...(stop === undefined ? {} : { stop }),
  }
}

/** Of where a redirect leads only the origin: its path may hold anything. */
export function movedFrom(origin: string, { status, headers }: Answer): string | undefined {
  const { location } = headers
  const isRedirect = status >= 300 && status < 400 && location !== undefined
  return isRedirect ? URL.parse(location, origin)?.origin : undefined
}

/** The interface leaves the status of a wrong account open; a 403 or the header's name shows it. */
function stopOf(status: number, detail: string, { origin, operation }: ReadContext) {
  if (status === 401) return wrongKey(origin)
  if (!operation.account || status < 400 || status > 422) return undefined
  const isAccount = status === 403 || /x-account-id/i.test(detail)
  return isAccount ? wrongAccount(origin, detail) : undefined
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** An undocumented 2xx is read by the schema of the documented one. */
function successSchema(operation: Operation, status: number): TSchema | null {
  const exact = operation.replies[status]
  if (exact !== undefined) return exact
  const known = Object.entries(operation.replies).find(([code]) => isSuccess(Number(code)))
  return known?.[1] ?? null
}

/** Leaves out of the body what the interface does not show and has another form than ours. */
function fits(validator: Validator, body: unknown, notShown: readonly string[]): boolean {
  // Only some errors are told at a time; each round leaves out a field, or is the last one.
  while (!validator.Check(body)) {
    const errors = validator.Errors(body)
    const leftOut = errors.filter(({ instancePath }) => leaveOut(body, instancePath, notShown))
    if (leftOut.length === 0) return false
  }
  return true
}

/** Whether `path` led into a field of `notShown` that was there. */
function leaveOut(body: unknown, path: string, notShown: readonly string[]): boolean {
  const [row = '', field = ''] = /^((?:\/results\/[0-9]+)?)\/(.*)$/.exec(path)?.slice(1) ?? []
  const name = notShown.find((each) => `${field}/`.startsWith(`${each}/`))
  if (name === undefined) return false
  const steps = `${row}/${name}`.split('/').slice(1)
  const holder = steps.slice(0, -1).reduce<unknown>(inner, body)
  const last = steps.at(-1) ?? ''
  return Object.hasOwn(Object(holder), last) && Reflect.deleteProperty(Object(holder), last)
}

const inner = (value: unknown, key: string): unknown => Reflect.get(Object(value), key)

const validators = new WeakMap<TSchema, Validator>()

/** What the interface does not show may also be absent. */
function validatorOf(schema: TSchema, notShown: readonly string[] | 'reply'): Validator {
  const { required } = fieldsOf(schema)
  const needed = Array.isArray(required) && required.filter((name) => !notShown.includes(name))
  const known =
    validators.get(schema) ?? Compile({ ...schema, ...(needed && { required: needed }) })
  validators.set(schema, known)
  return known
}

/** Undefined when the text is not JSON; no JSON value is undefined. */
export function parseJson(text: string, revive?: typeof plainScalar): unknown {
  try {
    const value: unknown = JSON.parse(text, revive)
    return value
  } catch {
    return undefined
  }
}

function detailOf(text: string, apiKey: string): string {
  const { detail } = fieldsOf(parseJson(text))
  return typeof detail === 'string' ? redact(detail, apiKey) : ''
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3); anything else is as if it were absent. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^[0-9]{1,9}$/.test(value.trim())) return Number(value.trim()) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
