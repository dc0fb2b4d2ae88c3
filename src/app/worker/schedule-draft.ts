/** Pure. Parses the options of a new schedule; refuses wrong ones with the cure. */
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { ScheduleDraft } from '../../ledger/runs/schedules.ts'
import { timeZone } from '../../option-parsers.ts'
import { checkedCron } from '../../queue/cron.ts'
import { durationMs, nextClockTime, untilOf, type StopOptions } from '../run/stop-time.ts'

const NAME = /^[\p{L}\d][\p{L}\d._-]{0,39}$/u
const EXAMPLE = 'frota schedules add weekend --cron "0 8 * * 6" --for 12h'

/** Options as typed; the names are the flags of `frota schedules add`. */
export interface ScheduleOptions extends StopOptions {
  readonly cron?: Typed
  readonly fleets?: Typed
  readonly zone?: Typed
  readonly overlap?: Typed
  readonly 'catch-up'?: Typed
}

type Typed = string | boolean | undefined

/** Throws `usage`. The caller checks that the fleets exist. */
export function draftOf(name: string, given: ScheduleOptions, config: Config): ScheduleDraft {
  const { cron, until, for: duration, fleets, zone } = given
  if (!NAME.test(name)) {
    throw usage(
      `"${name.slice(0, 60)}": um nome tem até 40 letras, números, "-", "_" e "."`,
      `"${name.slice(0, 60)}": a name has up to 40 letters, digits, "-", "_" and "."`,
    )
  }
  if (typeof cron !== 'string') {
    throw usage(
      `Falta --cron; por exemplo: ${EXAMPLE}`,
      `--cron is missing; for example: ${EXAMPLE}`,
    )
  }
  const checked = checkedCron(cron)
  const inZone = typeof zone === 'string' ? zoneOf(zone) : config.FROTA_TIME_ZONE
  // Validates both as a night does; the moment does not matter.
  untilOf(given, 0, inZone)
  if (typeof until === 'string') nextClockTime(until, 0, inZone)
  return {
    name,
    cron: checked,
    zone: inZone,
    fleets: typeof fleets === 'string' ? namesOf(fleets) : null,
    until: typeof until === 'string' ? until : null,
    forSeconds: typeof duration === 'string' ? durationMs(duration) / 1_000 : null,
    overlap: choice(given, 'overlap', ['skip', 'queue-one']),
    catchUp: choice(given, 'catch-up', ['none', 'collapse']),
  }
}

function zoneOf(text: string): string {
  const parsed = timeZone(text)
  if (parsed.ok) return parsed.value
  const { pt, en } = parsed.expected
  const shown = JSON.stringify(text.slice(0, 60))
  throw usage(`--zone ${shown}: ${pt}`, `--zone ${shown}: ${en}`)
}

function namesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => name !== '')) return [...new Set(names)]
  throw usage('--fleets: separe os nomes com vírgulas', '--fleets: separate the names by commas')
}

/** One of the given words; the first is the default. */
function choice<C extends string>(
  given: ScheduleOptions,
  flag: 'overlap' | 'catch-up',
  choices: readonly [C, ...C[]],
): C {
  const typed = given[flag]
  if (typed === undefined) return choices[0]
  const found = choices.find((each) => each === typed)
  if (found !== undefined) return found
  const shown = `--${flag} ${JSON.stringify(String(typed).slice(0, 40))}`
  throw usage(`${shown}: use ${choices.join(' ou ')}`, `${shown}: use ${choices.join(' or ')}`)
}

function usage(pt: string, en: string): Failure {
  return new Failure('usage', { pt: `${pt}.`, en: `${en}.` })
}

/** The schedule that every installation begins with. */
export function firstSchedule(config: Config): ScheduleDraft {
  return {
    name: 'nightly',
    cron: '0 20 * * *',
    zone: config.FROTA_TIME_ZONE,
    fleets: null,
    until: '06:00',
    forSeconds: null,
    overlap: 'skip',
    catchUp: 'none',
  }
}
