/**
 * The worker's one loop: reads the schedules from the ledger, starts what is due, one night at a
 * time, and goes on after what passes by itself. Everything that it touches is given.
 */
import type { Clock } from '../clock.ts'
import type { Schedule, ScheduleOutcome, ScheduleStore } from '../ledger/schedules.ts'
import type { ScheduleBell } from '../queue/schedule-bell.ts'
import { decide } from './schedule-policy.ts'
import type { Decision } from './schedule-policy.ts'
import { Doze } from './worker-doze.ts'

export type Start = Extract<Decision, { kind: 'start' }>
export type LetGo = Extract<Decision, { kind: 'skip' | 'queue' }>

/** What a person is told; src/cli/worker-words.ts says it. */
export interface WorkerWords {
  started(schedule: Schedule, start: Start): void
  letGo(schedule: Schedule, decision: LetGo): void
  ended(schedule: Schedule, outcome: ScheduleOutcome): void
  /** `againAtMs`: when the night is tried again, if its time lasts until then. */
  failed(schedule: Schedule, error: unknown, againAtMs: number): void
  /** The ledger does not answer; told once until it does. */
  lost(error: unknown): void
  found(): void
  daily(schedules: readonly Schedule[]): void
}

export interface WorkerTools {
  readonly schedules: Pick<
    ScheduleStore,
    'list' | 'noteStart' | 'noteEnd' | 'noteSkip' | 'noteQueued'
  >
  readonly bell: Pick<ScheduleBell, 'keep'>
  readonly doze: Doze
  readonly clock: Clock
  readonly stop: AbortSignal
  readonly words: WorkerWords
  /** Ends in order when `stop` aborts; rejects with what kept the night from going on. */
  readonly runNight: (schedule: Schedule, start: Start) => Promise<{ carriedOver: number }>
  /** After the ledger was away: whether this is still the only worker. Rejects when it is not. */
  readonly reclaim: () => Promise<void>
  /** FROTA_TEST_SCALE as a factor: 1, or less. */
  readonly scale: number
  /** The ledger may be away this long before the worker gives up. */
  readonly lostMsMax: number
}

/** A change by `frota schedules` is noticed within this; a wiped queue is restored, too. */
export const SCHEDULE_SWEEP_MS = 30_000
/** A failed night is tried again while its time lasts: after a minute, then twice as long. */
const REST_FIRST_MS = 60_000
const REST_MS_MAX = 15 * 60_000
const DAY_MS = 24 * 3_600_000

/** Until the stop. Rejects when the ledger stayed away too long or another worker took over. */
export async function workOn(tools: WorkerTools): Promise<void> {
  const loop = new Loop(tools)
  await loop.run()
}

class Loop {
  readonly #tools: WorkerTools
  readonly #rests = new Map<string, { untilMs: number; nextMs: number }>()
  #night: Promise<void> | undefined
  #ended: { id: string; outcome: ScheduleOutcome; at: Date } | undefined
  #lostAtMs: number | undefined
  #saidAtMs: number | undefined

  constructor(tools: WorkerTools) {
    this.#tools = tools
  }

  async run(): Promise<void> {
    const { stop, doze, clock } = this.#tools
    try {
      while (!stop.aborted) {
        doze.begin()
        const wakeAtMs = await doze.orStopped(this.#sweepSafely())
        if (wakeAtMs === undefined) break
        await doze.sleep(clock, wakeAtMs - clock.now())
      }
    } finally {
      await this.#night
    }
  }

  async #sweepSafely(): Promise<number> {
    const { clock, words, scale, lostMsMax, reclaim } = this.#tools
    try {
      if (this.#lostAtMs !== undefined) {
        await this.#tools.schedules.list()
        await reclaim()
        this.#lostAtMs = undefined
        words.found()
      }
      return await this.#sweep()
    } catch (error) {
      if (isTakenOver(error)) throw error
      const nowMs = clock.now()
      if (this.#lostAtMs === undefined) words.lost(error)
      this.#lostAtMs ??= nowMs
      if (nowMs - this.#lostAtMs > lostMsMax) throw error
      return nowMs + SCHEDULE_SWEEP_MS * scale
    }
  }

  /** Answers when to look again at the latest. */
  async #sweep(): Promise<number> {
    const { schedules, bell, clock, scale } = this.#tools
    await this.#noteEnd()
    const all = await schedules.list()
    bell.keep(all.filter(({ paused }) => !paused))
    this.#forgetRests(all)
    let wakeAtMs = clock.now() + SCHEDULE_SWEEP_MS * scale
    for (const schedule of all) {
      const untilMs = await this.#look(schedule)
      wakeAtMs = Math.min(wakeAtMs, untilMs ?? wakeAtMs)
    }
    this.#sayDaily(all)
    return wakeAtMs
  }

  async #look(schedule: Schedule): Promise<number | undefined> {
    const { schedules, clock, words } = this.#tools
    const busy = this.#night !== undefined || this.#ended !== undefined
    const restUntilMs = this.#rests.get(schedule.id)?.untilMs
    const rest = restUntilMs === undefined ? {} : { restUntilMs }
    const decision = decide(schedule, { nowMs: clock.now(), busy, ...rest })
    if (decision.kind === 'wait') return decision.untilMs
    if (decision.kind === 'start') {
      await this.#start(schedule, decision)
      return undefined
    }
    const dueAt = new Date(decision.dueAtMs)
    if (decision.kind === 'queue') await schedules.noteQueued(schedule.id, dueAt)
    else await schedules.noteSkip(schedule.id, { dueAt, why: decision.why })
    words.letGo(schedule, decision)
    return undefined
  }

  async #start(schedule: Schedule, start: Start): Promise<void> {
    const { schedules, clock, stop, words } = this.#tools
    const stopAt = start.stopAtMs === undefined ? null : new Date(start.stopAtMs)
    const night = { dueAt: new Date(start.dueAtMs), stopAt, at: new Date(clock.now()) }
    // A sweep that was waiting for the ledger when the stop came must start nothing.
    if (!(await schedules.noteStart(schedule.id, night)) || stop.aborted) return
    words.started(schedule, start)
    this.#night = this.#run(schedule, start)
  }

  /** Never rejects. */
  async #run(schedule: Schedule, start: Start): Promise<void> {
    const { runNight, clock, stop, words, doze } = this.#tools
    let outcome: ScheduleOutcome
    try {
      const { carriedOver } = await runNight(schedule, start)
      this.#rests.delete(schedule.id)
      outcome = carriedOver > 0 ? 'carried-over' : 'done'
      if (stop.aborted) outcome = 'stopped'
    } catch (error) {
      outcome = stop.aborted ? 'stopped' : 'failed'
      words.failed(schedule, error, this.#rest(schedule.id))
    }
    words.ended(schedule, outcome)
    this.#ended = { id: schedule.id, outcome, at: new Date(clock.now()) }
    // What cannot be noted now is noted by a later sweep; until then nothing else starts.
    await this.#noteEnd().catch(() => undefined)
    this.#night = undefined
    doze.ring()
  }

  async #noteEnd(): Promise<void> {
    const ended = this.#ended
    if (ended === undefined) return
    await this.#tools.schedules.noteEnd(ended.id, ended)
    this.#ended = undefined
  }

  #rest(id: string): number {
    const { clock, scale } = this.#tools
    const restMs = this.#rests.get(id)?.nextMs ?? REST_FIRST_MS
    const untilMs = clock.now() + restMs * scale
    this.#rests.set(id, { untilMs, nextMs: Math.min(restMs * 2, REST_MS_MAX) })
    return untilMs
  }

  #forgetRests(all: readonly Schedule[]): void {
    const ids = new Set(all.map(({ id }) => id))
    for (const id of this.#rests.keys()) if (!ids.has(id)) this.#rests.delete(id)
  }

  #sayDaily(all: readonly Schedule[]): void {
    const nowMs = this.#tools.clock.now()
    if (this.#saidAtMs !== undefined && nowMs - this.#saidAtMs < DAY_MS) return
    this.#saidAtMs = nowMs
    this.#tools.words.daily(all)
  }
}

function isTakenOver(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'already-running'
}
