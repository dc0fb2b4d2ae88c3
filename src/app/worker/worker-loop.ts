/**
 * The worker's one loop. The worker that holds the schedules' lease starts due nights, one at a
 * time; the others process that night's jobs, and one of them takes the lease when it is free. All
 * input and output is passed in.
 */
import { Failure } from '../../failure.ts'
import { SCHEDULES_LEASE, type ScheduleLease } from '../../ledger/runs/nights.ts'
import type { Schedule, ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import { CLOCK_MS_MAX, type Lease } from '../ledger/keep-leases.ts'
import { LedgerAbsence } from '../ledger/ledger-absence.ts'
import { CLOCK_AGREES, clockApart, setBack } from './clock-words.ts'
import { NightProcessing } from './night-processing.ts'
import { RequestWatch } from './request-watch.ts'
import { RetryDelays } from './worker-pace.ts'
import { decide, type Start } from './schedule-policy.ts'
import { InboxWatch } from './worker-inbox.ts'
import type { WorkerTools } from './worker-tools.ts'

const DAY_MS = 24 * 3_600_000

/** Runs until the stop. Rejects when the ledger stayed away too long. */
export async function workOn(tools: WorkerTools): Promise<void> {
  const loop = new Loop(tools)
  await loop.run()
}

class Loop {
  readonly #tools: WorkerTools
  readonly #processing: NightProcessing
  readonly #delays: RetryDelays
  readonly #inbox: InboxWatch
  readonly #requests: RequestWatch
  readonly #absence: LedgerAbsence
  #lease: Lease | undefined
  /** Until then this worker leaves the lease to others. */
  #yieldsUntilMs = Number.NEGATIVE_INFINITY
  #night: Promise<void> | undefined
  #ended: { id: string; outcome: ScheduleOutcome; at: Date } | undefined
  #saidAtMs: number | undefined
  /** This machine's clock differs from the database's, so what is due is not known here. */
  #isApart = false

  constructor(tools: WorkerTools) {
    this.#tools = tools
    this.#processing = new NightProcessing(tools)
    this.#delays = new RetryDelays(tools.pace)
    this.#inbox = new InboxWatch(tools)
    this.#requests = new RequestWatch(tools)
    const { clock, words, pace, lostMsMax } = tools
    this.#absence = new LedgerAbsence({
      clock,
      msMax: lostMsMax,
      everyMs: pace.watchMs,
      isAway: (error) => !(error instanceof Failure && error.code === 'database-newer'),
      away: (error) => words.ledgerAway(error),
      back: () => words.ledgerBack(),
    })
  }

  async run(): Promise<void> {
    const { stop, sleep, clock } = this.#tools
    try {
      while (!stop.aborted) {
        sleep.begin()
        const wakeAtMs = await sleep.orStopped(this.#sweepSafely())
        if (wakeAtMs === undefined) break
        await sleep.sleep(clock, wakeAtMs - clock.now())
      }
    } finally {
      await this.#processing.end()
      await this.#inbox.end()
      await this.#requests.end()
      await this.#night
      await this.#resign()
    }
  }

  async #sweepSafely(): Promise<number> {
    try {
      const wakeAtMs = await this.#sweep()
      this.#absence.over()
      return wakeAtMs
    } catch (error) {
      const againAtMs = this.#absence.met(error)
      // The holder may have been cut off like this worker, and renews when the ledger is back.
      this.#yieldsUntilMs = againAtMs + this.#tools.pace.yieldMs
      return againAtMs
    }
  }

  /** Returns when to look again at the latest. */
  async #sweep(): Promise<number> {
    const { clock, pace, schedules } = this.#tools
    const lease = await this.#hold()
    await this.#noteEnd(lease)
    let all = await schedules.list()
    if (lease !== undefined && (await this.#interruptLeft(lease, all))) all = await schedules.list()
    this.#delays.forgetAllBut(new Set(all.map(({ id }) => id)))
    const elsewhere = lease === undefined ? all.find(isRunning) : undefined
    this.#processing.attend(this.#isBusy() ? undefined : elsewhere)
    const isFree = !this.#isBusy() && elsewhere === undefined && !this.#processing.isActive
    const inboxAtMs = this.#inbox.attend(isFree && !this.#requests.isWorking)
    const mayWork = isFree && lease !== undefined && !this.#inbox.isTaking
    const requestsAtMs = await this.#requests.attend(mayWork)
    const latestMs = clock.now() + (lease === undefined ? pace.watchMs : pace.sweepMs)
    let wakeAtMs = Math.min(latestMs, inboxAtMs, requestsAtMs)
    for (const schedule of lease === undefined || this.#isApart ? [] : all) {
      const untilMs = await this.#look(schedule)
      wakeAtMs = Math.min(wakeAtMs, untilMs ?? wakeAtMs)
    }
    this.#sayDaily(all)
    return wakeAtMs
  }

  async #hold(): Promise<ScheduleLease | undefined> {
    const { leases, clock, sleep, stop } = this.#tools
    if (this.#lease?.lost.aborted === true) this.#lease = undefined
    await this.#compareClocks()
    // A night that runs keeps its lease.
    if (this.#isApart && !this.#isBusy()) await this.#resign()
    const mayTake = !this.#isApart && clock.now() >= this.#yieldsUntilMs && !stop.aborted
    if (this.#lease === undefined && mayTake) {
      this.#lease = await leases.tryTake(SCHEDULES_LEASE)
      this.#lease?.lost.addEventListener('abort', () => sleep.wake(), { once: true })
    }
    return this.#held()
  }

  async #compareClocks(): Promise<void> {
    const { leases, words } = this.#tools
    const apartMs = await leases.apartMs()
    const isApart = apartMs > CLOCK_MS_MAX
    if (isApart !== this.#isApart) words.clock(isApart ? clockApart(apartMs) : CLOCK_AGREES)
    this.#isApart = isApart
  }

  #held(): ScheduleLease | undefined {
    const { leases } = this.#tools
    if (this.#lease === undefined || this.#lease.lost.aborted) return undefined
    return { holder: leases.holder, epoch: this.#lease.epoch }
  }

  async #resign(): Promise<void> {
    const lease = this.#lease
    this.#lease = undefined
    await lease?.[Symbol.asyncDispose]()
  }

  /** Interrupts nights of a former holder, or of a start whose reply was lost; true if any. */
  async #interruptLeft(lease: ScheduleLease, all: readonly Schedule[]): Promise<boolean> {
    const { schedules, clock, words, leases } = this.#tools
    const isMine = ({ last }: Schedule): boolean => last?.holder === leases.holder
    const left = all.filter((each) => isRunning(each) && !(isMine(each) && this.#isBusy()))
    for (const each of left) {
      const isDone = await schedules.interrupt(lease, each, new Date(clock.now()))
      if (isDone && !isMine(each)) words.interrupted(each, each.last?.holder ?? '—')
    }
    return left.length > 0
  }

  #isBusy(): boolean {
    return this.#night !== undefined || this.#ended !== undefined
  }

  async #look(schedule: Schedule): Promise<number | undefined> {
    const { schedules, clock, words } = this.#tools
    const lease = this.#held()
    if (lease === undefined) return undefined
    const retryAtMs = this.#delays.untilMs(schedule.id)
    const retry = retryAtMs === undefined ? {} : { retryAtMs }
    const decision = decide(schedule, { nowMs: clock.now(), busy: this.#isBusy(), ...retry })
    if (decision.kind === 'wait') return decision.untilMs
    if (decision.kind === 'start') {
      // Processing of an ended night, an import and a request wake this loop when they are done.
      const isTaking = this.#inbox.isTaking || this.#requests.isWorking
      if (!this.#processing.isActive && !isTaking) {
        await this.#start(lease, schedule, decision)
      }
      return undefined
    }
    if (decision.kind === 'set-back') {
      const isSet = await schedules.setBack(lease, schedule, new Date(clock.now()))
      if (isSet) words.clock(setBack(schedule.name))
      return undefined
    }
    const dueAt = new Date(decision.dueAtMs)
    const isNoted =
      decision.kind === 'queue'
        ? await schedules.noteQueued(lease, schedule, dueAt)
        : await schedules.noteSkip(lease, schedule, { dueAt, why: decision.why })
    if (isNoted) words.letGo(schedule, decision)
    return undefined
  }

  async #start(lease: ScheduleLease, schedule: Schedule, start: Start): Promise<void> {
    const { schedules, clock, stop, words } = this.#tools
    const stopAt = start.stopAtMs === undefined ? null : new Date(start.stopAtMs)
    const at = new Date(clock.now())
    const night = { dueAt: new Date(start.dueAtMs), stopAt, at }
    const lost = this.#lease?.lost
    if (stop.aborted || lost === undefined) return
    if (!(await schedules.noteStart(lease, schedule, night))) return
    // If the stop came while a sweep waited for the ledger, nothing may start.
    if (stop.aborted) {
      this.#ended = { id: schedule.id, outcome: 'stopped', at }
      return this.#noteEnd(lease)
    }
    words.started(schedule, start)
    this.#night = this.#run(schedule, start, { lease, lost })
  }

  /** Never rejects. */
  async #run(
    schedule: Schedule,
    start: Start,
    night: { lease: ScheduleLease; lost: AbortSignal },
  ): Promise<void> {
    const { runNight, clock, stop, words, sleep, pace } = this.#tools
    const { lost } = night
    let outcome: ScheduleOutcome
    try {
      const { carriedOver } = await runNight(schedule, start, night)
      this.#delays.succeeded(schedule.id)
      outcome = carriedOver > 0 ? 'carried-over' : 'done'
      if (stop.aborted) outcome = 'stopped'
    } catch (error) {
      outcome = stop.aborted ? 'stopped' : 'failed'
      if (!lost.aborted) {
        words.failed(schedule, error, this.#delays.failed(schedule.id, clock.now()))
      }
    }
    if (lost.aborted) words.lost(schedule)
    else words.ended(schedule, outcome)
    this.#ended = { id: schedule.id, outcome, at: new Date(clock.now()) }
    // If the end cannot be stored now, a later sweep stores it; until then no night starts.
    await this.#noteEnd(this.#held()).catch(() => undefined)
    if (outcome === 'failed' && pace.yieldMs > 0) {
      // Another machine may do what this one cannot.
      this.#yieldsUntilMs = clock.now() + pace.yieldMs
      await this.#resign()
    }
    this.#night = undefined
    sleep.wake()
  }

  /** Stores nothing about a night that another worker has taken over. */
  async #noteEnd(lease: ScheduleLease | undefined): Promise<void> {
    const { schedules, leases } = this.#tools
    const ended = this.#ended
    if (ended === undefined) return
    const isNoted = lease !== undefined && (await schedules.noteEnd(lease, ended.id, ended))
    // While the lease is being renewed after the ledger was away, a later call stores the end.
    const isStill = (each: Schedule): boolean =>
      each.id === ended.id && isRunning(each) && each.last?.holder === leases.holder
    const waits = !isNoted && lease !== undefined && (await schedules.list()).some(isStill)
    if (!waits) this.#ended = undefined
  }

  #sayDaily(all: readonly Schedule[]): void {
    const nowMs = this.#tools.clock.now()
    const isSaid = this.#saidAtMs !== undefined && nowMs - this.#saidAtMs < DAY_MS
    if (isSaid || this.#isApart) return
    this.#saidAtMs = nowMs
    this.#tools.words.daily(all)
  }
}

function isRunning({ last }: Schedule): boolean {
  return last !== null && last.outcome === null
}
