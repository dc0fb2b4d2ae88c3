/**
 * Pure. When a schedule falls due: five fields of cron read in a time zone, exactly as BullMQ's job
 * schedulers read them, so that what is shown is what will happen. A time that a change of the
 * clocks leaves out falls due after the change; one that comes twice falls due once.
 */
import type { Bilingual } from '../bilingual.ts'
import { getNextMillis } from 'bullmq'
import { Failure } from '../failure.ts'

export interface CronTime {
  /** Minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** An IANA time zone. */
  readonly zone: string
}

const EXAMPLE = '0 20 * * 1-5'
const FIELDS = [
  { pt: 'minuto (0-59)', en: 'minute (0-59)' },
  { pt: 'hora (0-23)', en: 'hour (0-23)' },
  { pt: 'dia do mês (1-31)', en: 'day of the month (1-31)' },
  { pt: 'mês (1-12)', en: 'month (1-12)' },
  { pt: 'dia da semana (0-7)', en: 'day of the week (0-7)' },
] as const
/** Names, numbers and their separators, but not `H`, by which BullMQ means a random value. */
const FIELD = /^(?!.*\bH\b)[\w*,/#-]{1,60}$/i

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Spans to search back, tried in turn: few steps for "each minute" and for "once a year". */
const LOOK_BACK_MS = [HOUR_MS, DAY_MS, 32 * DAY_MS, 400 * DAY_MS] as const
const STEPS_MAX = 50_000
/** No zone moves its clocks by more than this at one change. */
const CHANGE_MS = 3 * HOUR_MS
/** Before a change by half an hour (Lord Howe) the parser finds nothing for at most these hours. */
const BLIND_HOURS_MAX = 6

/** Milliseconds since 1970, later than `afterMs`; undefined when it never comes. */
export function nextTime(time: CronTime, afterMs: number): number | undefined {
  return nextTimes(time, afterMs, 1)[0]
}

export function nextTimes(time: CronTime, afterMs: number, count: number): number[] {
  return [...timesAfter(time, afterMs).take(count)]
}

/** The latest due time in (`afterMs`, `nowMs`]; undefined if there is none within 400 days. */
export function latestTime(time: CronTime, afterMs: number, nowMs: number): number | undefined {
  for (const backMs of LOOK_BACK_MS) {
    const fromMs = Math.max(afterMs, nowMs - backMs)
    let found: number | undefined
    for (const ms of timesAfter(time, fromMs)) {
      if (ms > nowMs) break
      found = ms
    }
    if (found !== undefined || fromMs === afterMs) return found
  }
  return undefined
}

/**
 * The parser notices that a change of the clocks repeats or skips a time only when it passes the
 * change, so the walk begins before any change that could lie just before `afterMs`.
 */
function* timesAfter(time: CronTime, afterMs: number): Generator<number> {
  let at = parsedNext(time, afterMs - CHANGE_MS)
  for (let step = 0; step < STEPS_MAX && at !== undefined; step += 1) {
    if (at > afterMs) yield at
    at = parsedNext(time, at)
  }
}

function parsedNext({ cron, zone }: CronTime, afterMs: number): number | undefined {
  for (let hours = 0; hours <= BLIND_HOURS_MAX; hours += 1) {
    const next = getNextMillis(afterMs + hours * HOUR_MS, { pattern: cron, tz: zone })
    if (next !== undefined) return next
  }
  return undefined
}

/** The text with single spaces. Throws `usage`, which names the field that is wrong. */
export function checkedCron(text: string): string {
  const words = text.trim().split(/\s+/)
  if (words.length !== FIELDS.length) {
    throw wrong(text, {
      pt: 'dê cinco campos: minuto, hora, dia do mês, mês e dia da semana',
      en: 'give five fields: minute, hour, day of the month, month and day of the week',
    })
  }
  for (const [at, { pt, en }] of FIELDS.entries()) {
    const word = words[at] ?? ''
    const alone = FIELDS.map((_, field) => (field === at ? word : '*')).join(' ')
    if (FIELD.test(word) && isRead(alone)) continue
    const shown = word.slice(0, 20)
    throw wrong(text, {
      pt: `o campo ${pt} não pode ser "${shown}"`,
      en: `the ${en} cannot be "${shown}"`,
    })
  }
  const cron = words.join(' ')
  if (isRead(cron)) return cron
  throw wrong(text, {
    pt: 'esse dia não existe em nenhum ano',
    en: 'there is no such day in any year',
  })
}

function isRead(cron: string): boolean {
  try {
    return nextTime({ cron, zone: 'UTC' }, 0) !== undefined
  } catch {
    return false
  }
}

function wrong(text: string, { pt, en }: Bilingual): Failure {
  const shown = JSON.stringify(text.slice(0, 80))
  return new Failure('usage', {
    pt: `${shown}: ${pt}; por exemplo "${EXAMPLE}", de segunda a sexta às 20h.`,
    en: `${shown}: ${en}; for example "${EXAMPLE}", Monday to Friday at 20:00.`,
  })
}
