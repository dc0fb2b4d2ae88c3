/**
 * The leases that this process holds on a shared ledger: its own name, fleets, schedules. One
 * statement renews them all every few seconds. A process that is killed, frozen or cut off renews
 * nothing, and another may take the names once the leases have expired.
 */
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { executorLease } from '../../ledger/runs/leases.ts'
import type { Executor, HeldBy, Holder, LeaseStore } from '../../ledger/runs/leases.ts'
import type { Log } from '../../log.ts'
import { WakeableSleep } from '../../wakeable-sleep.ts'

export interface Lease extends AsyncDisposable {
  /** The lease's fencing token. */
  readonly epoch: bigint
  /** Aborts when another process has taken the lease; the reason is the Failure that names it. */
  readonly lost: AbortSignal
}

export interface Leases extends AsyncDisposable {
  readonly holder: string
  /**
   * Takes all names or none. Throws `already-running` (exit 75) when a living process holds one. If
   * the holder was killed, waits until its lease has expired.
   */
  readonly take: (names: readonly string[], stop?: AbortSignal) => Promise<Lease>
  /** Undefined while another process holds the name. */
  readonly tryTake: (name: string) => Promise<Lease | undefined>
  /** Those of `holders` whose process is gone. */
  readonly gone: (holders: readonly string[]) => Promise<string[]>
  /** Who works on a server's ledger; nobody on an embedded one, where one process works. */
  readonly executors: () => Promise<Executor[]>
  /** By how much this machine's clock surely differs from the database's. */
  readonly apartMs: () => Promise<number>
  /** Stores, for people, the schedule whose night this process works on, if any. */
  readonly processes: (scheduleId: string | null) => Promise<void>
}

/** Two machines whose clocks are kept agree within a second. */
export const CLOCK_MS_MAX = 60_000
/** Duration of a lease on a server; embedded ones never expire, since a directory has one owner. */
export const LEASE_MS = 10_000
const RENEW_EVERY_MS = 2_500
const RENEW_AGAIN_MS = 500
/** How often to look whether the holder has renewed; shorter than RENEW_EVERY_MS to wait less. */
const LOOK_EVERY_MS = 500
/** Looks for twice the time after which the lease of a silent process expires. */
const LOOKS_MAX = (2 * LEASE_MS) / LOOK_EVERY_MS
const NOTHING = { taken: true, epoch: 0n } as const

export interface KeepingTools {
  readonly store: LeaseStore
  readonly who: Holder
  readonly clock: Clock
  readonly log: Log
  /** False where leases have no end. */
  readonly renews: boolean
  /** Calls back when a connection to the database breaks. */
  readonly onBroken: (tell: () => void) => void
  /** Called when the database was out of reach and answers again. */
  readonly onBack: () => void
}

export async function keepLeases(tools: KeepingTools): Promise<Leases> {
  const { store, who } = tools
  const keeper = new Keeper(tools)
  await store.take(who, [executorLease(who.holder)])
  const renewing = tools.renews ? keeper.renewOn() : undefined
  return {
    holder: who.holder,
    take: (names, stop) => keeper.take(names, stop),
    tryTake: (name) => keeper.tryTake([name]),
    gone: store.gone,
    executors: tools.renews ? store.executors : async () => [],
    apartMs: async () => {
      const beforeMs = tools.clock.now()
      const thereMs = await store.nowMs()
      return Math.max(beforeMs - thereMs, thereMs - tools.clock.now(), 0)
    },
    processes: (scheduleId) => store.processes(who.holder, scheduleId),
    [Symbol.asyncDispose]: async () => {
      keeper.stop()
      await renewing
      // If this fails, the leases expire.
      await store.leave(who.holder).catch(() => undefined)
    },
  }
}

interface Held {
  readonly names: readonly string[]
  readonly lost: AbortController
}

class Keeper {
  readonly #tools: KeepingTools
  readonly #held = new Set<Held>()
  readonly #stop = new AbortController()
  readonly #sleep = new WakeableSleep(this.#stop.signal)
  #isAway = false
  #saidAway = false

  constructor(tools: KeepingTools) {
    this.#tools = tools
    tools.onBroken(() => {
      this.#isAway = true
      this.#sleep.wake()
    })
  }

  stop(): void {
    this.#stop.abort()
  }

  async renewOn(): Promise<void> {
    const { clock } = this.#tools
    while (!this.#stop.signal.aborted) {
      this.#sleep.begin()
      await this.#sleep.sleep(clock, this.#isAway ? RENEW_AGAIN_MS : RENEW_EVERY_MS)
      if (!this.#stop.signal.aborted) await this.#renew()
    }
  }

  /** Never rejects. */
  async #renew(): Promise<void> {
    const { store, who, log, onBack } = this.#tools
    // Leases taken while the statement runs are not in its result, so they are not checked by it.
    const before = [...this.#held]
    try {
      const own = executorLease(who.holder)
      // Names, not all leases of this holder: one whose release failed must expire.
      const kept = await store.renew(who.holder, [own, ...before.flatMap(({ names }) => names)])
      for (const held of before) await this.#check(held, kept)
      // After a long absence this process's own lease has been deleted.
      if (!kept.has(own)) await store.take(who, [own])
    } catch {
      if (!this.#saidAway) log.warn({ holder: who.holder }, 'leases are not renewed')
      this.#saidAway = true
      this.#isAway = true
      return
    }
    if (this.#saidAway) log.info({ holder: who.holder }, 'leases are renewed again')
    this.#saidAway = false
    const wasAway = this.#isAway
    this.#isAway = false
    if (wasAway) onBack()
  }

  async #check(held: Held, kept: ReadonlySet<string>): Promise<void> {
    const missing = held.names.filter((name) => !kept.has(name))
    if (missing.length === 0 || !this.#held.has(held)) return
    const { store, who, log } = this.#tools
    const by = await store.whoHas(missing)
    this.#held.delete(held)
    log.warn({ lease: missing.join(), holder: who.holder, by: by?.holder ?? null }, 'lease lost')
    held.lost.abort(workedOnBy(by ?? missing[0] ?? ''))
  }

  async tryTake(names: readonly string[]): Promise<Lease | undefined> {
    const { store, who, log } = this.#tools
    const taken = names.length === 0 ? NOTHING : await store.take(who, names)
    if (!taken.taken) return undefined
    const held = { names, lost: new AbortController() }
    this.#held.add(held)
    const fields = { lease: names.join(), holder: who.holder }
    if (names.length > 0) log.info(fields, 'lease taken')
    return {
      epoch: taken.epoch,
      lost: held.lost.signal,
      [Symbol.asyncDispose]: async () => {
        if (!this.#held.delete(held) || names.length === 0) return
        // If this fails, the lease expires.
        await store.release(who.holder, names).catch(() => undefined)
        log.info(fields, 'lease released')
      },
    }
  }

  async take(names: readonly string[], stop?: AbortSignal): Promise<Lease> {
    const { store, clock } = this.#tools
    const seen = new Map<string, HeldBy>()
    let by: HeldBy | undefined
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const lease = await this.tryTake(names)
      if (lease !== undefined) return lease
      by = (await store.whoHas(names)) ?? by
      if (by !== undefined && isAlive(by, seen.get(by.name))) break
      if (by !== undefined && !seen.has(by.name)) seen.set(by.name, by)
      await clock.sleep(LOOK_EVERY_MS, stop)
      if (stop?.aborted === true) break
    }
    throw workedOnBy(by ?? names.join())
  }
}

/** The holder renewed since the last look, or the lease changed hands, or it never expires. */
function isAlive({ holder, until }: HeldBy, before: HeldBy | undefined): boolean {
  if (until === 'infinity') return true
  return before !== undefined && (before.holder !== holder || before.until !== until)
}

/** Names the lease and its holder. */
function workedOnBy(by: HeldBy | string): Failure {
  const name = typeof by === 'string' ? by : by.name
  const who = typeof by === 'string' ? '—' : `frota ${by.command} ${by.holder}`
  return new Failure('already-running', {
    pt: `Outro processo (${who}) já trabalha com "${name}" neste banco; espere que termine (frota status).`,
    en: `Another process (${who}) works on "${name}" in this database already; wait for it (frota status).`,
  })
}
