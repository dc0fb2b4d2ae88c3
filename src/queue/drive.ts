/**
 * Derives the queue from the ledger, again and again, until nothing is left to do or it is told to
 * stop. The queue may be wiped at any moment; the next sweep restores it.
 */
import type { Clock } from '../clock.ts'
import type { Kind } from './catalogue.ts'
import { Pace, type Choice, type GivenUp } from './pace.ts'
import type { DueJob, KindCounts, Queue, QueueEvents } from './queue.ts'
import { WakeableSleep } from '../wakeable-sleep.ts'

/** From the ledger: the work that may run now, and when the next becomes due (ms since 1970). */
export interface Due {
  jobs: readonly DueJob[]
  nextDueAtMs: number | null
}

export interface DriveProgress {
  due: number
  added: number
  /** Jobs that were due again right after they ended, and therefore wait a little. */
  held: number
  /** Jobs that ended again and again without moving a row: not started until a row moves. */
  givenUp: number
  waiting: number
  active: number
  delayed: number
}

export interface DriveOptions {
  /** Its workers were started by the caller, who also closes it. */
  queue: Pick<Queue, 'add' | 'counts' | 'watch' | 'pause'>
  due: () => Promise<Due>
  clock: Clock
  signal: AbortSignal
  /** Work that becomes due later than this is not waited for; Infinity waits for all. */
  horizonMs: number
  /** How long the running jobs have to end after a stop. */
  graceMs: number
  sweepEveryMs?: number
  /** Factor of the pace's waits: 1, or less in a test with short windows. */
  scale?: number
  onProgress?: (progress: DriveProgress) => void
  /**
   * Waits for a store that is away: `met` says when to sweep again (ms since 1970) or throws what
   * ends the work, `over` is told of each sweep that succeeded. Absent: an error ends the work.
   */
  absence?: { met(error: unknown): number; over(): void } | undefined
  /** Told once of each work that is given up. */
  onGivenUp?: (work: GivenUp) => void
}

export interface DriveEnding {
  /** Quiet: nothing runs and nothing becomes due within the horizon. */
  ending: 'quiet' | 'stopped'
  nextDueAtMs: number | null
  /** Still due at the end, because starting it again moved nothing. */
  givenUp: readonly GivenUp[]
  /** Jobs that outlived the grace of a stop. */
  unfinished: number
}

/** A full sweep finds what other processes settled, and restores a wiped queue. */
export const SWEEP_EVERY_MS = 60_000
/** Endings within this time share one sweep: hundreds of jobs may end in a second. */
export const GATHER_MS = 50
/** A sweep is rested from for as long as it took, but no longer: what ended waits meanwhile. */
const REST_MS_MAX = 500
/** While jobs of this process are under way, the store is asked how many there are so often. */
const COUNT_EVERY_MS = 1_000

export async function drive(options: DriveOptions): Promise<DriveEnding> {
  const { queue, signal } = options
  const sleep = new WakeableSleep(signal)
  const driver = new Driver(options, sleep)
  const unwatch = queue.watch(driver)
  try {
    while (!signal.aborted) {
      // Called before the sweep looks: a job that settles from here on ends the sleep after it.
      sleep.begin()
      const quiet = await sleep.orStopped(driver.sweepOrWait())
      if (quiet === true) return driver.ending('quiet', 0)
      await driver.rest()
    }
    const { unfinished } = await queue.pause({ graceMs: options.graceMs })
    return driver.ending('stopped', unfinished)
  } finally {
    unwatch()
  }
}

class Driver implements QueueEvents {
  readonly #options: DriveOptions
  readonly #sleep: WakeableSleep
  readonly #pace: Pace
  #everythingAtMs = Number.NEGATIVE_INFINITY
  #countedAtMs = Number.NEGATIVE_INFINITY
  #counts: Partial<Record<Kind, KindCounts>> = {}
  #sweepMs = 0
  #wakeAtMs = 0
  #nextDueAtMs: number | null = null
  #givenUp: readonly GivenUp[] = []

  constructor(options: DriveOptions, sleep: WakeableSleep) {
    this.#options = options
    this.#sleep = sleep
    this.#pace = new Pace(options.scale)
  }

  settled: QueueEvents['settled'] = (kind, work, outcome) => {
    this.#pace.ended(kind, work, outcome, this.#options.clock.now())
    this.#sleep.wake()
  }

  failed: QueueEvents['failed'] = (kind, work) => {
    this.#pace.ended(kind, work, { outcome: 'failed' }, this.#options.clock.now())
    this.#sleep.wake()
  }

  /** False, too, when the ledger is away: it is asked again then. */
  async sweepOrWait(): Promise<boolean> {
    const { absence } = this.#options
    try {
      const quiet = await this.#sweep()
      absence?.over()
      return quiet
    } catch (error) {
      if (absence === undefined) throw error
      this.#wakeAtMs = absence.met(error)
      // The queue may have lost jobs meanwhile, or this process the news of their ends.
      this.#everythingAtMs = Number.NEGATIVE_INFINITY
      return false
    }
  }

  /** True when nothing is left to do. */
  async #sweep(): Promise<boolean> {
    const { queue, clock, sweepEveryMs = SWEEP_EVERY_MS } = this.#options
    const beganMs = clock.uptime()
    const everything = clock.now() - this.#everythingAtMs >= sweepEveryMs
    // Counted before the ledger is asked: a job that ends in between is in one of the two answers.
    const empty = await this.#isEmpty(beganMs, everything)
    if (empty) this.#pace.nothingInFlight()
    this.#pace.asking()
    const found = await this.#options.due()
    const nowMs = clock.now()
    const queued = everything ? (kind: Kind) => total(this.#counts[kind]) : undefined
    const choice = this.#pace.choose(found.jobs, nowMs, queued)
    if (everything) this.#everythingAtMs = nowMs
    // The pace learns of a job before it is added: a worker may end it before `add` resolves.
    this.#pace.added(choice.add)
    if (choice.add.length > 0) await queue.add(choice.add)
    this.#remember(found, choice, nowMs)
    this.#sweepMs = clock.uptime() - beganMs
    this.#options.onProgress?.({
      ...sum(Object.values(this.#counts)),
      due: found.jobs.length,
      added: choice.add.length,
      held: choice.held.length,
      givenUp: choice.givenUp.length,
    })
    return empty && choice.add.length === 0 && this.#beyondHorizon(choice, nowMs)
  }

  /** Not asked of the store while jobs that were added here are surely under way. */
  async #isEmpty(nowMs: number, everything: boolean): Promise<boolean> {
    const isFresh = nowMs - this.#countedAtMs < COUNT_EVERY_MS
    if (this.#pace.inFlight > 0 && isFresh && !everything) return false
    this.#countedAtMs = nowMs
    this.#counts = await this.#options.queue.counts()
    return total(sum(Object.values(this.#counts))) === 0
  }

  #remember(found: Due, choice: Choice, nowMs: number): void {
    const { sweepEveryMs = SWEEP_EVERY_MS } = this.#options
    const later = choice.held.map(({ worthAtMs }) => worthAtMs)
    if (found.nextDueAtMs !== null) later.push(found.nextDueAtMs)
    this.#nextDueAtMs = earliest(later)
    const holds = choice.held.map(({ atMs }) => atMs)
    this.#wakeAtMs = Math.min(
      nowMs + sweepEveryMs,
      found.nextDueAtMs ?? Number.POSITIVE_INFINITY,
      earliest(holds) ?? Number.POSITIVE_INFINITY,
    )
    this.#tell(choice.givenUp)
    this.#givenUp = choice.givenUp
  }

  #tell(givenUp: readonly GivenUp[]): void {
    const known = new Set(this.#givenUp.map(({ kind, work }) => `${kind} ${work}`))
    for (const one of givenUp) {
      if (!known.has(`${one.kind} ${one.work}`)) this.#options.onGivenUp?.(one)
    }
  }

  #beyondHorizon(choice: Choice, nowMs: number): boolean {
    const endMs = nowMs + this.#options.horizonMs
    if (choice.held.some(({ worthAtMs }) => worthAtMs <= endMs)) return false
    return this.#nextDueAtMs === null || this.#nextDueAtMs > endMs
  }

  /**
   * Sleeps until a job settles, work becomes due, a sweep is due, or the stop; at least GATHER_MS,
   * since a ledger that names a time in the past must not make this spin.
   */
  async rest(): Promise<void> {
    const { clock } = this.#options
    await this.#sleep.sleep(clock, this.#wakeAtMs - clock.now())
    const restMs = Math.max(GATHER_MS, Math.min(this.#sweepMs, REST_MS_MAX))
    await clock.sleep(restMs, this.#options.signal)
  }

  ending(ending: DriveEnding['ending'], unfinished: number): DriveEnding {
    return { ending, nextDueAtMs: this.#nextDueAtMs, givenUp: this.#givenUp, unfinished }
  }
}

/** Not by spreading into Math.min: a fleet's worth of arguments would overflow the stack. */
function earliest(times: readonly number[]): number | null {
  return times.reduce<number | null>((a, b) => (a === null || b < a ? b : a), null)
}

function total(counts: KindCounts | undefined): number {
  return counts === undefined ? 0 : counts.waiting + counts.active + counts.delayed
}

function sum(counts: readonly KindCounts[]): KindCounts {
  const of = (key: keyof KindCounts): number => counts.reduce((all, each) => all + each[key], 0)
  return { waiting: of('waiting'), active: of('active'), delayed: of('delayed') }
}
