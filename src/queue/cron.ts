/**
 * Pure. When a schedule falls due: five fields of cron read in a time zone. A time that a change of
 * the clocks leaves out falls due after the change; one that comes twice falls due once. croner
 * (11.0.1, MIT, no dependencies, no install script) finds times backwards, too.
 */
import type { Bilingual } from '../bilingual.ts'
import { Cron } from 'croner'
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
/** Names, numbers and their separators. */
const FIELD = /^[\w*,/#-]{1,60}$/

/** Milliseconds since 1970, later than `afterMs`; undefined when it never comes. */
export function nextTime(time: CronTime, afterMs: number): number | undefined {
  return nextTimes(time, afterMs, 1)[0]
}

export function nextTimes(time: CronTime, afterMs: number, count: number): number[] {
  const times = cronOf(time).nextRuns(count, new Date(afterMs))
  return times.map((at) => at.getTime())
}

/** The latest due time in (`afterMs`, `nowMs`]. */
export function latestTime(time: CronTime, afterMs: number, nowMs: number): number | undefined {
  // One more, because a time is not previous to itself.
  const [latest] = cronOf(time).previousRuns(1, new Date(nowMs + 1))
  return latest !== undefined && latest.getTime() > afterMs ? latest.getTime() : undefined
}

function cronOf({ cron, zone }: CronTime): Cron {
  return new Cron(cron, {
    timezone: zone,
    mode: '5-part',
    // `5/15`, which other programs take as well.
    sloppyRanges: true,
    // Hours in a list, too, come once where the clocks are set back.
    fixedTimeRule: 'no-wildcard',
  })
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
