/** Workers of one ledger in memory, in time that only the test moves. */
import type { ScheduleLease } from '../../src/ledger/runs/nights.ts'
import type { Schedule } from '../../src/ledger/runs/schedules.ts'
import { LEASE_MS, type Lease } from '../../src/app/ledger/keep-leases.ts'
import type { Looked } from '../../src/app/inbox/inbox.ts'
import { workOn } from '../../src/app/worker/worker-loop.ts'
import type { WorkerTools } from '../../src/app/worker/worker-tools.ts'
import { workerPace } from '../../src/app/worker/worker-pace.ts'
import { WakeableSleep } from '../../src/wakeable-sleep.ts'
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
    cron: '0 13 * * *',
    zone: 'UTC',
    fleets: null,
    until: '23:00',
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

interface MemoryLease {
  readonly holder: string
  readonly epoch: bigint
  readonly lost: AbortController
  /** Since when its holder renews nothing. */
  silentSinceMs: number | undefined
}

/** Schedules and their lease in memory, with the same rules as the ledger's. */
export class MemoryLedger {
  readonly clock = manualClock(START_MS)
  readonly all: Map<string, Schedule>
  away: Error | undefined
  #lease: MemoryLease | undefined
  #epoch = 0n

  constructor(...given: Schedule[]) {
    this.all = new Map(given.map((schedule) => [schedule.id, schedule]))
  }

  list(): Schedule[] {
    if (this.away !== undefined) throw this.away
    return [...this.all.values()]
  }

  tryTake(holder: string): Lease | undefined {
    if (this.away !== undefined) throw this.away
    if (this.#lease !== undefined && !this.#hasRunOut(this.#lease)) return undefined
    this.#epoch += 1n
    const lost = new AbortController()
    const lease = { holder, epoch: this.#epoch, lost, silentSinceMs: undefined }
    this.#lease = lease
    return {
      epoch: lease.epoch,
      lost: lost.signal,
      [Symbol.asyncDispose]: async () => {
        if (this.#lease === lease) this.#lease = undefined
      },
    }
  }

  #hasRunOut({ silentSinceMs }: MemoryLease): boolean {
    return silentSinceMs !== undefined && this.clock.now() - silentSinceMs >= LEASE_MS
  }

  /** Of whoever has the lease now; answers what it does when it is heard of again. */
  silence(): () => void {
    const lease = this.#lease
    if (lease === undefined) throw new Error('Nobody has the lease.')
    lease.silentSinceMs = this.clock.now()
    return () => {
      lease.silentSinceMs = undefined
      if (this.#lease !== lease) lease.lost.abort(new Error('Another has the lease.'))
    }
  }

  holder(): string | undefined {
    return this.#lease?.holder
  }

  #mayWrite({ epoch }: ScheduleLease): boolean {
    if (this.away !== undefined) throw this.away
    return this.#lease?.epoch === epoch && !this.#hasRunOut(this.#lease)
  }

  decide(
    lease: ScheduleLease,
    seen: { id: string; revision: number },
    set: Partial<Schedule>,
  ): boolean {
    const found = this.all.get(seen.id)
    if (!this.#mayWrite(lease) || found?.revision !== seen.revision) return false
    this.all.set(seen.id, { ...found, ...set, revision: found.revision + 1 })
    return true
  }

  /** What the worker of a night that runs may note. */
  note(lease: ScheduleLease, id: string, set: Partial<Last>): boolean {
    const found = this.all.get(id)
    if (!this.#mayWrite(lease) || found?.last?.holder !== lease.holder) return false
    if (found.last.outcome !== null) return false
    this.all.set(id, { ...found, last: { ...found.last, ...set } })
    return true
  }
}

export interface Worker extends WorkerTools {
  readonly ledger: MemoryLedger
  readonly told: string[]
  /** What was said since, but that it works. */
  readonly said: () => string[]
  readonly nights: {
    name: string
    lost: AbortSignal
    end: PromiseWithResolvers<{ carriedOver: number }>
  }[]
  /** What its looks into the watched folder were allowed, and their ends; none without one. */
  readonly looks: { takes: boolean; end: PromiseWithResolvers<Looked> }[]
  /** What people asked for: one entry is taken at each look; its end ends the work. */
  readonly asked: PromiseWithResolvers<'done'>[]
  /** How many of them have begun. */
  readonly begun: () => number
  readonly processed: { holder: string; signal: AbortSignal; end: PromiseWithResolvers<void> }[]
  readonly done: Promise<void>
  readonly end: () => void
  /** From now on its clock is so far ahead of the ledger's. */
  readonly setClock: (aheadMs: number) => void
  /** From now on its processing ends only when the test says so. */
  readonly linger: () => void
  /** Does nothing until `thaw`. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** One of several workers of a ledger. */
export function startWorker(
  ledger: MemoryLedger,
  holder: string,
  { alone = false, watches = false }: { alone?: boolean; watches?: boolean } = {},
): Worker {
  const { clock: time } = ledger
  const controller = new AbortController()
  const told: string[] = []
  const nights: Worker['nights'] = []
  const processed: Worker['processed'] = []
  const looks: Worker['looks'] = []
  const asked: Worker['asked'] = []
  let begun = 0
  let aheadMs = 0
  let lingers = false
  let thawed = Promise.resolve()
  let thaw: () => void = () => undefined
  const clock: WorkerTools['clock'] = {
    now: () => time.now() + aheadMs,
    uptime: () => time.uptime(),
    sleep: async (ms, signal) => {
      await time.sleep(ms, signal)
      await thawed
    },
  }
  const againIn = (atMs: number): string => `again in ${(atMs - time.now()) / MINUTE_MS} min`
  const tools: WorkerTools = {
    leases: {
      holder,
      tryTake: async () => ledger.tryTake(holder),
      apartMs: async () => Math.abs(aheadMs),
    },
    schedules: {
      list: async () => ledger.list(),
      noteStart: async (lease, seen, { dueAt, stopAt, at }) => {
        const night = { holder, dueAt, stopAt, startedAt: at, endedAt: null, outcome: null }
        const set = { handledTo: dueAt, queuedDueAt: null, last: { ...night, work: null } }
        return ledger.decide(lease, seen, set)
      },
      noteEnd: async (lease, id, { outcome, at }) =>
        ledger.note(lease, id, { outcome, endedAt: at, work: null }),
      interrupt: async (lease, seen, at) => {
        const last = ledger.all.get(seen.id)?.last
        if (!last) return false
        const ended = { ...last, outcome: 'interrupted', endedAt: at } as const
        return ledger.decide(lease, seen, { last: ended })
      },
      noteSkip: async (lease, seen, { dueAt }) => ledger.decide(lease, seen, { handledTo: dueAt }),
      setBack: async (lease, seen, at) => ledger.decide(lease, seen, { handledTo: at }),
      noteQueued: async (lease, seen, dueAt) =>
        ledger.decide(lease, seen, { handledTo: dueAt, queuedDueAt: dueAt }),
    },
    sleep: new WakeableSleep(controller.signal),
    clock,
    stop: controller.signal,
    words: {
      started: ({ name }, { why }) => told.push(`${name} ${why}`),
      letGo: ({ name }, { kind }) => told.push(`${name} ${kind}`),
      ended: ({ name }, outcome) => told.push(`${name} ended ${outcome}`),
      failed: ({ name }, _error, againAtMs) => told.push(`${name} ${againIn(againAtMs)}`),
      lost: ({ name }) => told.push(`${name} lost`),
      interrupted: ({ name }, other) => told.push(`${name} of ${other} interrupted`),
      processes: (_, other) => told.push(`processes for ${other}`),
      leaves: () => told.push('leaves'),
      processingFailed: (_schedule, _error, againAtMs) =>
        told.push(`processes ${againIn(againAtMs)}`),
      ledgerAway: () => told.push('away'),
      ledgerBack: () => told.push('back'),
      clock: ({ en }) => told.push(en),
      inbox: () => undefined,
      daily: () => told.push('daily'),
    },
    pace: workerPace(1, alone),
    runNight: ({ id, name }, _start, { lease, lost }) => {
      ledger.note(lease, id, { work: { fleetIds: [], queue: 'q', settings: {} } })
      const end = Promise.withResolvers<{ carriedOver: number }>()
      lost.addEventListener('abort', () => end.reject(lost.reason))
      nights.push({ name, lost, end })
      return end.promise
    },
    takeRequest: async () => {
      const next = asked[begun]
      if (next === undefined) return undefined
      begun += 1
      return () => next.promise
    },
    processNight: async ({ last }, signal) => {
      const end = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => lingers || end.resolve())
      processed.push({ holder: last?.holder ?? '', signal, end })
      return end.promise
    },
    lostMsMax: HOUR_MS,
    ...(watches ? { inbox: { look: ({ takes }) => lookAt(looks, takes) } } : {}),
  }
  const done = workOn(tools)
  done.catch(() => undefined)
  return {
    ...tools,
    ledger,
    told,
    said: () => told.splice(0).filter((line) => line !== 'daily'),
    nights,
    processed,
    looks,
    asked,
    begun: () => begun,
    done,
    end: () => controller.abort(),
    setClock: (ms) => void (aheadMs = ms),
    linger: () => void (lingers = true),
    freeze: () => {
      const held = Promise.withResolvers<void>()
      const heard = ledger.holder() === holder ? ledger.silence() : () => undefined
      thawed = held.promise
      thaw = () => {
        heard()
        held.resolve()
      }
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
export function startLoneWorker(...given: Schedule[]): Worker {
  return startWorker(new MemoryLedger(...given), 'lone', { alone: true })
}
