/**
 * The operator's log: JSON lines on standard error, UTC, and only the fields on the allow-list, so
 * that a document, key or card number cannot get in by being part of some object.
 */
import { pino } from 'pino'
import { instant, wallClock } from './clock.ts'

const ALLOWED = [
  'run',
  'fleet',
  'campaign',
  'import',
  'vehicle',
  'effect',
  'chunk',
  'work',
  'kind',
  'from',
  'to',
  'code',
  'outcome',
  'state',
  'status',
  'attempt',
  'count',
  'durationMs',
  'bucket',
  'slot',
  'untilMs',
  'engine',
  'method',
  'route',
  'requestId',
  'key',
  'account',
  'refused',
  'mode',
  'url',
  'holder',
  'signal',
  'command',
  'version',
  'exitCode',
  'seconds',
  'sha256',
  'stage',
  'until',
  'lease',
  'by',
  'order',
  'cents',
  'carriedOver',
  'givenUp',
  'forPerson',
  'address',
  'error',
  'reason',
  'stack',
  // Counts of a stage (src/app/stages/read-stages.ts).
  'read',
  'accepted',
  'repaired',
  'rejected',
  'registered',
  'waiting',
  'doubtful',
  'members',
  'asked',
  'answered',
  'failed',
  'stuck',
  'proposed',
  'approved',
  'placed',
  'paid',
] as const

export type LogFields = Partial<Record<(typeof ALLOWED)[number], string | number | boolean | null>>

export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  /** Saves what costs a statement where its line would not be written. */
  isLevelEnabled(level: string): boolean
}

/** For a part whose usual events are details of the whole: they are written at `debug`. */
export function asDetail(log: Log): Log {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.debug(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    isLevelEnabled: (level) => log.isLevelEnabled(level),
  }
}

/** What may leave of an object: the allow-list's fields with plain values, line breaks encoded by JSON. */
export function allowed(fields: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (!(ALLOWED as readonly string[]).includes(key)) continue
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) kept[key] = value
  }
  return kept
}

/** `level`: warn unless told. */
export function openLog(level = 'warn', destination: NodeJS.WritableStream = process.stderr): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${instant(wallClock.now())}"`,
      formatters: { level: (label) => ({ level: label }), log: allowed },
      // Even an Error object leaves only by its allowed fields.
      serializers: { err: () => undefined },
    },
    destination,
  )
}
