/**
 * A worker among others: sees whose nights run, helps with one of another, and takes one over whose
 * conductor is gone or frozen.
 */
import type { Schedule } from '../../ledger/runs/schedules.ts'
import { patienceFor, standingOf } from './schedule-policy.ts'
import type { NightStanding } from './schedule-policy.ts'
import { Rests } from './worker-rests.ts'
import type { WorkerTools } from './worker-tools.ts'

interface Help {
  /** Which night: one that another took over meanwhile is another one. */
  readonly night: string
  readonly leave: AbortController
}

export class Company {
  readonly #tools: WorkerTools
  readonly #rests: Rests
  #help: Help | undefined
  #helping: Promise<void> | undefined
  #gone: ReadonlySet<string> = new Set()

  constructor(tools: WorkerTools) {
    this.#tools = tools
    this.#rests = new Rests(tools.pace)
  }

  get helps(): boolean {
    return this.#help !== undefined
  }

  /** Who is there no longer, and is forgotten for the list that people see. */
  async look(schedules: readonly Schedule[]): Promise<void> {
    const { presence, executors } = this.#tools
    const listed = (await executors.list()).map(({ holder }) => holder)
    const conducting = schedules.flatMap(({ last }) => last?.holder ?? [])
    const gone = await presence.gone([...new Set([...listed, ...conducting])])
    this.#gone = new Set(gone)
    await executors.leave(listed.filter((holder) => this.#gone.has(holder)))
  }

  standing({ last }: Schedule): NightStanding {
    const { presence, pace } = this.#tools
    return standingOf(last, { holder: presence.holder, gone: this.#gone }, pace)
  }

  /** Of all who see it one wins; true for that one. */
  async takeOver(schedule: Schedule): Promise<boolean> {
    const { schedules, presence, clock, pace, words } = this.#tools
    const holder = schedule.last?.holder ?? null
    const mine = holder === presence.holder
    const beatOlderThanMs = mine ? 0 : patienceFor(holder, this.#gone, pace)
    const at = new Date(clock.now())
    if (!(await schedules.interrupt(schedule, { beatOlderThanMs, at }))) return false
    if (holder === null || mine) return true
    // Its session would keep the fleets, and keep what it was about to send from being looked up.
    const isFrozen = !this.#gone.has(holder)
    if (isFrozen) await presence.end(holder)
    words.tookOver(schedule, { holder, isFrozen })
    return true
  }

  /** Helps with the night of another that runs, if there is one, and with no other. */
  attend(schedules: readonly Schedule[]): void {
    const { stop, clock } = this.#tools
    const night = schedules.find((each) => this.standing(each) === 'others')
    const which = night === undefined ? undefined : nameOf(night)
    if (this.#help !== undefined && this.#help.night !== which) this.#help.leave.abort()
    if (this.#help !== undefined || stop.aborted) return
    if (night === undefined || which === undefined || !night.last?.work) return
    const stopAtMs = night.last.stopAt?.getTime() ?? Number.POSITIVE_INFINITY
    if (clock.now() >= stopAtMs || clock.now() < (this.#rests.untilMs(night.id) ?? 0)) return
    this.#help = { night: which, leave: new AbortController() }
    this.#helping = this.#run(night, this.#help.leave)
  }

  /** Never rejects. */
  async #run(night: Schedule, leave: AbortController): Promise<void> {
    const { help, stop, words, clock, doze } = this.#tools
    const holder = night.last?.holder ?? ''
    words.helps(night, holder)
    try {
      await help(night, AbortSignal.any([stop, leave.signal]))
      this.#rests.succeeded(night.id)
    } catch (error) {
      words.helpFailed(night, error, this.#rests.failed(night.id, clock.now()))
    }
    words.leaves(night)
    this.#help = undefined
    doze.ring()
  }

  async end(): Promise<void> {
    this.#help?.leave.abort()
    await this.#helping
  }
}

function nameOf({ id, last }: Schedule): string {
  return `${id} ${last?.holder} ${last?.startedAt.getTime()}`
}
