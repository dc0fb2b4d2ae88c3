/** The answer of /health, and how a client reads the modes of any service of this interface. */
import { Type, type Static } from 'typebox'
import { openWord } from './scalar.ts'
import { fieldsOf, type Fields } from '../fields.ts'

const MODES = ['mock', 'live'] as const
export type Mode = (typeof MODES)[number]

const LookupMode = Type.Object({ mode: openWord(MODES) })

/**
 * Part 4, /health. The first key carries a provider abbreviation that differs between services, so
 * ours (`vdi_lookup`) is optional here: read the modes with `readModes`.
 */
export const Health = Type.Object({
  status: Type.Optional(Type.String()),
  service: Type.Optional(Type.String()),
  vdi_lookup: Type.Optional(LookupMode),
  payments: Type.Object({
    mode: openWord(MODES),
    sandbox: Type.Optional(Type.Boolean()),
  }),
})
export type Health = Static<typeof Health>

/** `sandbox` is null when the service does not say. */
export type ServiceModes = { lookup: string; payments: string; sandbox: boolean | null }

/** Pure. Reads `x_lookup: {mode}` and `x_lookup.mode` alike; undefined when a mode is missing. */
export function readModes(body: unknown): ServiceModes | undefined {
  const fields = fieldsOf(body)
  const lookupKey = Object.keys(fields).find((key) => /(^|[_-])lookup(\.mode)?$/i.test(key))
  if (lookupKey === undefined) return undefined
  const lookup = modeAt(fields, lookupKey)
  const payments = modeAt(fields, 'payments.mode' in fields ? 'payments.mode' : 'payments')
  if (lookup === undefined || payments === undefined) return undefined
  const sandbox = fieldsOf(fields['payments'])['sandbox'] ?? fields['payments.sandbox']
  return { lookup, payments, sandbox: typeof sandbox === 'boolean' ? sandbox : null }
}

function modeAt(fields: Fields, key: string): string | undefined {
  const value = fields[key]
  const mode = typeof value === 'string' ? value : fieldsOf(value)['mode']
  return typeof mode === 'string' ? mode : undefined
}
