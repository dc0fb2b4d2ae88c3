/** `frota schedules list|add|pause|resume|remove`: beside a running worker or without one. */
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Schedule } from '../ledger/runs/schedules.ts'
import { duration } from '../app/duration.ts'
import { nextNights } from '../app/worker/schedule-policy.ts'
import type { CommandContext } from './context.ts'
import { firstSchedule, draftOf } from '../app/worker/schedule-draft.ts'
import { nothingImported } from '../app/fleets/known-fleet.ts'
import { openLedger, type OpenLedger } from '../app/ledger/open-ledger.ts'
import { numberFlag, wordAt } from './typed-words.ts'
import { runState } from './words.ts'

const NEXT_SHOWN = 3
const NEXT_SHOWN_MAX = 100

export async function list(context: CommandContext): Promise<void> {
  const count = numberFlag(context, 'next', { max: NEXT_SHOWN_MAX, without: NEXT_SHOWN })
  await withSchedules(context, async ({ schedules }) => {
    const all = await schedules.list()
    const { output } = context
    if (all.length === 0) {
      output.tell(
        'Nenhum agendamento; crie um com: frota schedules add',
        'No schedule; make one with: frota schedules add',
      )
    }
    for (const schedule of all) say(context, schedule, count)
    output.object({ schedules: all.map((schedule) => asObject(schedule, count)) })
  })
}

export async function add(context: CommandContext): Promise<void> {
  const draft = draftOf(
    wordAt(context, 0, 'NAME --cron "0 20 * * *"'),
    context.flags,
    context.config,
  )
  await withSchedules(context, async ({ schedules, fleets }) => {
    for (const name of draft.fleets ?? []) {
      if ((await fleets.find(name)) === undefined) throw nothingImported(name)
    }
    const made = await schedules.add(draft, now())
    if (made === undefined) throw taken(draft.name)
    shown(context, made)
  })
}

export const pause = (context: CommandContext): Promise<void> => setPaused(context, true)
export const resume = (context: CommandContext): Promise<void> => setPaused(context, false)

export async function remove(context: CommandContext): Promise<void> {
  const name = wordAt(context, 0, 'NAME')
  await withSchedules(context, async (ledger) => {
    if (!(await ledger.schedules.remove(name, now()))) throw await unknown(ledger, name)
    const { output } = context
    output.tell(`Agendamento apagado: ${name}`, `Schedule removed: ${name}`)
    output.object({ removed: name })
  })
}

async function setPaused(context: CommandContext, paused: boolean): Promise<void> {
  const name = wordAt(context, 0, 'NAME')
  await withSchedules(context, async (ledger) => {
    const found = await ledger.schedules.setPaused(name, paused, now())
    if (found === undefined) throw await unknown(ledger, name)
    shown(context, found)
  })
}

async function withSchedules(
  context: CommandContext,
  work: (ledger: OpenLedger) => Promise<void>,
): Promise<void> {
  await using ledger = await openLedger(context, 'read')
  await ledger.schedules.begin(firstSchedule(context.config), now())
  await work(ledger)
}

function shown(context: CommandContext, schedule: Schedule): void {
  say(context, schedule, NEXT_SHOWN)
  context.output.object(asObject(schedule, NEXT_SHOWN))
}

function say({ output }: CommandContext, schedule: Schedule, count: number): void {
  const { say: pick, locale } = output
  const { name, cron, zone, until, forSeconds, fleets, paused, last, skipped } = schedule
  const at = (ms: number | Date): string => localTime(ms, locale, zone)
  const fleetNames = fleets?.join(', ') ?? pick('todas as frotas', 'all fleets')
  const end =
    until === null
      ? forSeconds === null
        ? ''
        : ` ${pick('por', 'for')} ${duration(forSeconds * 1_000, output)}`
      : ` ${pick('até', 'until')} ${until}`
  output.line(`${name}  ${cron}${end}  ${zone}  ${fleetNames}`)
  output.line(`  ${policies(schedule, pick)}`)
  const next = paused
    ? pick('em pausa', 'paused')
    : timesOf(schedule, count)
        .map((ms) => at(ms))
        .join('; ')
  output.line(`  ${pick('próximas', 'next').padEnd(9)} ${next || '—'}`)
  if (last !== null) {
    const ended =
      last.outcome === null
        ? runState('running', locale)
        : `${runState(last.outcome, locale)} ${last.endedAt === null ? '' : at(last.endedAt)}`
    output.line(`  ${pick('última', 'last').padEnd(9)} ${at(last.startedAt)}, ${ended}`)
  }
  if (skipped !== null) {
    const why =
      skipped.why === 'busy'
        ? pick('outra estava em andamento', 'another one was running')
        : pick('ninguém trabalhava', 'nobody was working')
    output.line(`  ${pick('não feita', 'let go').padEnd(9)} ${at(skipped.dueAt)}, ${why}`)
  }
}

function policies({ overlap, catchUp }: Schedule, pick: (pt: string, en: string) => string) {
  const overlapping =
    overlap === 'skip'
      ? pick('não começa ao lado de outra', 'does not begin beside another')
      : pick('espera a vez', 'waits its turn')
  const missed =
    catchUp === 'none'
      ? pick('as perdidas passam', 'missed ones are let go')
      : pick('uma por todas as perdidas', 'one for all missed ones')
  return `${overlapping}; ${missed}`
}

function asObject(schedule: Schedule, count: number): object {
  const { handledTo: _handled, revision: _revision, last, ...told } = schedule
  const next = timesOf(schedule, count).map((ms) => new Date(ms))
  return { ...told, last: lastNight(last), next: schedule.paused ? [] : next }
}

/** The last night without the fields that only workers use. */
function lastNight(last: Schedule['last']): object | null {
  if (last === null) return null
  const { work: _work, ...told } = last
  return told
}

function timesOf(schedule: Schedule, count: number): number[] {
  return nextNights(schedule, wallClock.now(), count)
}

/** Weekday, date and time in the schedule's own zone. */
function localTime(at: number | Date, locale: string, timeZone: string): string {
  const parts = { weekday: 'short', day: '2-digit', month: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, { timeZone, ...parts, ...time }).format(at)
}

function now(): Date {
  return new Date(wallClock.now())
}

function taken(name: string): Failure {
  return new Failure('usage', {
    pt: `O agendamento "${name}" já existe; apague-o antes com: frota schedules remove ${name}`,
    en: `The schedule "${name}" exists; remove it first with: frota schedules remove ${name}`,
  })
}

async function unknown({ schedules }: OpenLedger, name: string): Promise<Failure> {
  const known = (await schedules.list()).map((each) => `"${each.name}"`).join(', ')
  const typed = name.slice(0, 40)
  return new Failure('usage', {
    pt: `O agendamento "${typed}" não existe. Há: ${known || 'nenhum'}.`,
    en: `There is no schedule "${typed}". There are: ${known || 'none'}.`,
  })
}
