/** Workers of one ledger in memory, in time that only the test moves. */
import type { Schedule } from '../../src/ledger/runs/schedules.ts'
import { Doze } from '../../src/app/worker/worker-doze.ts'
import type { Looked } from '../../src/app/inbox/inbox.ts'
import { workOn } from '../../src/app/worker/worker-loop.ts'
import type { WorkerTools } from '../../src/app/worker/worker-tools.ts'
import { workerPace } from '../../src/app/worker/worker-pace.ts'
import { manualClock } from '../support/clock.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
const START_MS = Date.UTC(2026, 10, 20, 12)

type Last = NonNullable<Schedule['last']>

export function scheduleOf(name: string, given: Partial<Schedule> = {}): Schedule {
  return {
    id: name,
    revision: 0,
    name,
    cron: '0 20 * * *',
    zone: 'UTC',
    fleets: null,
    until: '06:00',
    forSeconds: null,
    overlap: 'skip',
    catchUp: 'none',
    paused: false,
    handledTo: new Date(START_MS),
    queuedDueAt: null,
    last: null,
    skipped: null,
    createdAt: new Date(START_MS),
    ...given,
  }
}

/** Schedules in memory, with the same rules as the ledger's. */
export class Desk {
  readonly clock = manualClock(START_MS)
  readonly all: Map<string, Schedule>
  readonly present = new Set<string>()
  readonly ended: string[] = []
  away: Error | undefined
  readonly #beats = new Map<string, number>()

  constructor(...given: Schedule[]) {
    this.all = new Map(given.map((schedule) => [schedule.id, schedule]))
  }

  list(): Schedule[] {
    if (this.away !== undefined) throw this.away
    return [...this.all.values()].map((each) => {
      const beatMs = this.#beats.get(each.id)
      if (each.last === null || beatMs === undefined) return each
      return { ...each, last: { ...each.last, beatAgeMs: this.clock.now() - beatMs } }
    })
  }

  decide(seen: { id: string; revision: number }, set: Partial<Schedule>): boolean {
    if (this.away !== undefined) throw this.away
    const found = this.all.get(seen.id)
    if (found === undefined || found.revision !== seen.revision) return false
    this.all.set(seen.id, { ...found, ...set, revision: found.revision + 1 })
    return true
  }

  start(seen: Schedule | { id: string; revision: number }, last: Omit<Last, 'beatAgeMs'>): boolean {
    const isBusy = [...this.all.values()].some((each) => each.last?.outcome === null)
    const night = { ...last, beatAgeMs: 0 }
    const set = { handledTo: last.dueAt, queuedDueAt: null, last: night }
    if (isBusy || !this.decide(seen, set)) return false
    this.#beats.set(seen.id, this.clock.now())
    return true
  }

  /** What the holder of a night that runs may do. */
  conducted(id: string, holder: string, set: Partial<Last>): boolean {
    if (this.away !== undefined) throw this.away
    const found = this.all.get(id)
    if (found?.last?.holder !== holder || found.last.outcome !== null) return false
    this.all.set(id, { ...found, last: { ...found.last, ...set } })
    return true
  }

  beat(id: string, holder: string): boolean {
    const isMine = this.conducted(id, holder, {})
    if (isMine) this.#beats.set(id, this.clock.now())
    return isMine
  }

  interrupt(seen: { id: string; revision: number }, beatOlderThanMs: number, at: Date): boolean {
    const last = this.all.get(seen.id)?.last
    if (!last || last.outcome !== null) return false
    if (this.clock.now() - (this.#beats.get(seen.id) ?? 0) < beatOlderThanMs) return false
    return this.decide(seen, { last: { ...last, outcome: 'interrupted', endedAt: at } })
  }
}

export interface Worker extends WorkerTools {
  readonly desk: Desk
  readonly all: Desk['all']
  readonly told: string[]
  /** What was said since, but that it works. */
  readonly said: () => string[]
  readonly nights: {
    name: string
    taken: AbortSignal
    end: PromiseWithResolvers<{ carriedOver: number }>
  }[]
  /** What its looks into the watched folder were allowed, and their ends; none without one. */
  readonly looks: { takes: boolean; end: PromiseWithResolvers<Looked> }[]
  readonly helps: { holder: string; signal: AbortSignal; end: PromiseWithResolvers<void> }[]
  readonly done: Promise<void>
  readonly end: () => void
  readonly keeps: () => number
  /** From now on its help ends only when the test says so. */
  readonly linger: () => void
  /** Neither sweeps nor beats until `thaw`. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** One of several workers of a desk. */
export function startWorker(
  desk: Desk,
  holder: string,
  { alone = false, watches = false }: { alone?: boolean; watches?: boolean } = {},
): Worker {
  const { clock: time } = desk
  const controller = new AbortController()
  const told: string[] = []
  const nights: Worker['nights'] = []
  const helps: Worker['helps'] = []
  const looks: Worker['looks'] = []
  let keeps = 0
  let lingers = false
  let thawed = Promise.resolve()
  let thaw: () => void = () => undefined
  desk.present.add(holder)
  const clock: WorkerTools['clock'] = {
    now: () => time.now(),
    uptime: () => time.uptime(),
    sleep: async (ms, signal) => {
      await time.sleep(ms, signal)
      await thawed
    },
  }
  const tools: WorkerTools = {
    schedules: {
      list: async () => desk.list(),
      noteStart: async (seen, { dueAt, stopAt, at }) => {
        const ended = { endedAt: null, outcome: null }
        return desk.start(seen, { dueAt, stopAt, startedAt: at, ...ended, holder, work: null })
      },
      beat: async (id) => desk.beat(id, holder),
      noteEnd: async (id, { outcome, at }) =>
        desk.conducted(id, holder, { outcome, endedAt: at, work: null }),
      interrupt: async (seen, { beatOlderThanMs, at }) => desk.interrupt(seen, beatOlderThanMs, at),
      noteSkip: async (seen, { dueAt }) => desk.decide(seen, { handledTo: dueAt }),
      noteQueued: async (seen, dueAt) =>
        desk.decide(seen, { handledTo: dueAt, queuedDueAt: dueAt }),
    },
    presence: {
      holder,
      gone: async (holders) => holders.filter((each) => !desk.present.has(each)),
      end: async (other) => void desk.ended.push(other),
    },
    executors: { list: async () => [], leave: async () => undefined },
    bell: { keep: () => void (keeps += 1) },
    doze: new Doze(controller.signal),
    clock,
    stop: controller.signal,
    words: {
      started: ({ name }, { why }) => told.push(`${name} ${why}`),
      letGo: ({ name }, { kind }) => told.push(`${name} ${kind}`),
      ended: ({ name }, outcome) => told.push(`${name} ended ${outcome}`),
      failed: ({ name }, _error, againAtMs) =>
        told.push(`${name} again in ${(againAtMs - time.now()) / MINUTE_MS} min`),
      taken: ({ name }) => told.push(`${name} taken`),
      tookOver: (_, from) =>
        told.push(`took over from ${from.holder}, ${from.isFrozen ? 'frozen' : 'gone'}`),
      helps: (_, other) => told.push(`helps ${other}`),
      leaves: () => told.push('leaves'),
      helpFailed: (_schedule, _error, againAtMs) =>
        told.push(`helps again in ${(againAtMs - time.now()) / MINUTE_MS} min`),
      lost: () => told.push('lost'),
      found: () => told.push('found'),
      inbox: () => undefined,
      daily: () => told.push('daily'),
    },
    pace: workerPace(1, alone),
    runNight: ({ id, name }, _start, taken) => {
      desk.conducted(id, holder, { work: { fleetIds: [], queue: 'q', settings: {} } })
      const end = Promise.withResolvers<{ carriedOver: number }>()
      taken.addEventListener('abort', () => end.reject(taken.reason))
      nights.push({ name, taken, end })
      return end.promise
    },
    help: async ({ last }, signal) => {
      const end = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => lingers || end.resolve())
      helps.push({ holder: last?.holder ?? '', signal, end })
      return end.promise
    },
    lostMsMax: HOUR_MS,
    ...(watches ? { inbox: { look: ({ takes }) => lookAt(looks, takes) } } : {}),
  }
  const done = workOn(tools)
  done.catch(() => undefined)
  return {
    ...tools,
    desk,
    all: desk.all,
    told,
    said: () => told.splice(0).filter((line) => line !== 'daily'),
    nights,
    helps,
    looks,
    done,
    end: () => controller.abort(),
    keeps: () => keeps,
    linger: () => void (lingers = true),
    freeze: () => {
      const held = Promise.withResolvers<void>()
      thawed = held.promise
      thaw = held.resolve
    },
    thaw: () => thaw(),
  }
}

function lookAt(looks: Worker['looks'], takes: boolean): Promise<Looked> {
  const end = Promise.withResolvers<Looked>()
  looks.push({ takes, end })
  return end.promise
}

/** Alone on an embedded database. */
export function openDesk(...given: Schedule[]): Worker {
  return startWorker(new Desk(...given), 'lone', { alone: true })
}
