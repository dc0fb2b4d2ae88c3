/**
 * The worker's one loop: reads the schedules from the ledger, starts what is due, one night at a
 * time of all workers, helps with a night of another, and goes on after what passes by itself.
 * Everything that it touches is given.
 */
import type { Schedule, ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import { decide } from './schedule-policy.ts'
import type { Start } from './schedule-policy.ts'
import { keepBeating } from './worker-beat.ts'
import { Company } from './worker-company.ts'
import { InboxWatch } from './worker-inbox.ts'
import { Rests } from './worker-rests.ts'
import type { WorkerTools } from './worker-tools.ts'

const DAY_MS = 24 * 3_600_000

/** Until the stop. Rejects when the ledger stayed away too long. */
export async function workOn(tools: WorkerTools): Promise<void> {
  const loop = new Loop(tools)
  await loop.run()
}

class Loop {
  readonly #tools: WorkerTools
  readonly #company: Company
  readonly #rests: Rests
  readonly #inbox: InboxWatch
  #night: Promise<void> | undefined
  #ended: { id: string; outcome: ScheduleOutcome; at: Date } | undefined
  #lostAtMs: number | undefined
  #saidAtMs: number | undefined

  constructor(tools: WorkerTools) {
    this.#tools = tools
    this.#company = new Company(tools)
    this.#rests = new Rests(tools.pace)
    this.#inbox = new InboxWatch(tools)
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
      await this.#company.end()
      await this.#inbox.end()
      await this.#night
    }
  }

  async #sweepSafely(): Promise<number> {
    const { clock, words, pace, lostMsMax } = this.#tools
    try {
      const wakeAtMs = await this.#sweep()
      if (this.#lostAtMs !== undefined) words.found()
      this.#lostAtMs = undefined
      return wakeAtMs
    } catch (error) {
      const nowMs = clock.now()
      if (this.#lostAtMs === undefined) words.lost(error)
      this.#lostAtMs ??= nowMs
      if (nowMs - this.#lostAtMs > lostMsMax) throw error
      return nowMs + pace.sweepMs
    }
  }

  /** Answers when to look again at the latest. */
  async #sweep(): Promise<number> {
    const { bell, clock, pace } = this.#tools
    await this.#noteEnd()
    const all = await this.#lookAround()
    bell.keep(all.filter(({ paused }) => !paused))
    this.#rests.forgetAllBut(new Set(all.map(({ id }) => id)))
    const isElsewhere = all.some((each) => this.#company.standing(each) === 'others')
    const isAtWork = this.#isBusy() || isElsewhere || this.#company.helps
    const inboxAtMs = this.#inbox.attend(!isAtWork)
    let wakeAtMs = clock.now() + (isElsewhere ? pace.watchMs : pace.sweepMs)
    wakeAtMs = Math.min(wakeAtMs, inboxAtMs)
    for (const schedule of all) {
      const untilMs = await this.#look(schedule, isElsewhere)
      wakeAtMs = Math.min(wakeAtMs, untilMs ?? wakeAtMs)
    }
    this.#sayDaily(all)
    return wakeAtMs
  }

  /** The schedules as they are after whatever was left was taken over. */
  async #lookAround(): Promise<Schedule[]> {
    const { schedules } = this.#tools
    let all = await schedules.list()
    await this.#company.look(all)
    const left = all.filter((each) => this.#isLeft(each))
    for (const schedule of left) await this.#company.takeOver(schedule)
    if (left.length > 0) all = await schedules.list()
    if (this.#night === undefined) this.#company.attend(all)
    return all
  }

  #isLeft(schedule: Schedule): boolean {
    const standing = this.#company.standing(schedule)
    // Its start was noted, and this process never heard so.
    const isForgotten = standing === 'mine' && !this.#isBusy()
    return standing === 'left' || isForgotten
  }

  #isBusy(): boolean {
    return this.#night !== undefined || this.#ended !== undefined
  }

  async #look(schedule: Schedule, isElsewhere: boolean): Promise<number | undefined> {
    const { schedules, clock, words } = this.#tools
    const busy = this.#isBusy() || isElsewhere
    const restUntilMs = this.#rests.untilMs(schedule.id)
    const rest = restUntilMs === undefined ? {} : { restUntilMs }
    const decision = decide(schedule, { nowMs: clock.now(), busy, ...rest })
    if (decision.kind === 'wait') return decision.untilMs
    if (decision.kind === 'start') {
      // Whoever still helps with a night that ended, or imports a file, rings when it is done.
      if (!this.#company.helps && !this.#inbox.isTaking) await this.#start(schedule, decision)
      return undefined
    }
    const dueAt = new Date(decision.dueAtMs)
    const isNoted =
      decision.kind === 'queue'
        ? await schedules.noteQueued(schedule, dueAt)
        : await schedules.noteSkip(schedule, { dueAt, why: decision.why })
    if (isNoted) words.letGo(schedule, decision)
    return undefined
  }

  async #start(schedule: Schedule, start: Start): Promise<void> {
    const { schedules, clock, stop, words, presence } = this.#tools
    const stopAt = start.stopAtMs === undefined ? null : new Date(start.stopAtMs)
    const at = new Date(clock.now())
    const night = { holder: presence.holder, dueAt: new Date(start.dueAtMs), stopAt, at }
    if (stop.aborted || !(await schedules.noteStart(schedule, night))) return
    // A sweep that was waiting for the ledger when the stop came must start nothing.
    if (stop.aborted) {
      this.#ended = { id: schedule.id, outcome: 'stopped', at }
      return this.#noteEnd()
    }
    words.started(schedule, start)
    this.#night = this.#run(schedule, start)
  }

  /** Never rejects. */
  async #run(schedule: Schedule, start: Start): Promise<void> {
    const { runNight, schedules, presence, clock, stop, words, doze, pace } = this.#tools
    const taken = new AbortController()
    const over = new AbortController()
    const beat = () => schedules.beat(schedule.id, presence.holder)
    const beating = keepBeating({ clock, beatMs: pace.beatMs, beat }, over.signal, taken)
    let outcome: ScheduleOutcome
    try {
      const { carriedOver } = await runNight(schedule, start, taken.signal)
      this.#rests.succeeded(schedule.id)
      outcome = carriedOver > 0 ? 'carried-over' : 'done'
      if (stop.aborted) outcome = 'stopped'
    } catch (error) {
      outcome = stop.aborted ? 'stopped' : 'failed'
      if (!taken.signal.aborted) {
        words.failed(schedule, error, this.#rests.failed(schedule.id, clock.now()))
      }
    }
    over.abort()
    await beating
    if (taken.signal.aborted) words.taken(schedule)
    else words.ended(schedule, outcome)
    this.#ended = { id: schedule.id, outcome, at: new Date(clock.now()) }
    // What cannot be noted now is noted by a later sweep; until then nothing else starts.
    await this.#noteEnd().catch(() => undefined)
    this.#night = undefined
    doze.ring()
  }

  async #noteEnd(): Promise<void> {
    const { schedules, presence } = this.#tools
    const ended = this.#ended
    if (ended === undefined) return
    // Nothing is noted of a night that is another's by now.
    await schedules.noteEnd(ended.id, { ...ended, holder: presence.holder })
    this.#ended = undefined
  }

  #sayDaily(all: readonly Schedule[]): void {
    const nowMs = this.#tools.clock.now()
    if (this.#saidAtMs !== undefined && nowMs - this.#saidAtMs < DAY_MS) return
    this.#saidAtMs = nowMs
    this.#tools.words.daily(all)
  }
}
