/**
 * One bucket's traffic: its waiting line, the pump that asks the ledger, and its Bottleneck. The
 * ledger says when; the line says who, since Bottleneck has ten priorities only; Bottleneck says
 * how many at once, its reservoir filled by nothing but grants, each for the job that is put in.
 */
import Bottleneck from 'bottleneck'
import type { BucketSettings } from '../ledger/quota/quota.ts'
import type { Slot, SlotRequest, Used } from './gate.ts'
import type { Grant } from './guarded-slot.ts'
import { guardedSlot } from './guarded-slot.ts'
import { LedgerClock } from './ledger-clock.ts'
import type { Refusal, SharedTurn } from './shared-turn.ts'
import type { GateTools } from './slot-endings.ts'
import { SlotEndings } from './slot-endings.ts'
import { WaitingLine } from './waiting-line.ts'

/** One `withSlot` call, its type of value hidden in its closures. */
export interface Caller {
  readonly request: SlotRequest
  readonly run: (slot: Slot) => Promise<{ used: Used<unknown>; finish: () => void }>
  /** Aborts when the call has its result, so that nothing listens to its signal any more. */
  readonly over: AbortSignal
  /** Which of the lanes that it waits in serves it. */
  readonly turn: SharedTurn
  readonly fail: (error: unknown) => void
}

interface Waiter extends Caller {
  readonly rank: number
  /** On the worker's uptime. */
  readonly deadlineMs: number
  staleTurns: number
}

const CONCURRENT_MAX = 4
/** Another process may free a unit that this one does not hear of. */
const SLEEP_MS_MAX = 30_000
/** Timers may fire a little early: without this the pump would spin. */
const SLEEP_MS_MIN = 5
/** A process that is frozen again and again hands its request back to the plan. */
const STALE_TURNS_MAX = 3
/** For who lost the place in the line to a better rank. */
const DISPLACED_WAIT_MS = 1_000

export class SlotLane {
  readonly #tools: GateTools
  readonly #bucket: BucketSettings
  readonly #line = new WaitingLine<Waiter>()
  readonly #limiter = new Bottleneck({ maxConcurrent: CONCURRENT_MAX, reservoir: 0 })
  readonly #ledgerClock: LedgerClock
  readonly #underWay = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  readonly #endings: SlotEndings
  readonly #again = (): void => this.#wake()
  #pumping = false
  #rearm = new AbortController()
  #next: { atMs: number; seenMs: number; waitMs: number }

  constructor(bucket: BucketSettings, tools: GateTools) {
    this.#bucket = bucket
    this.#tools = tools
    this.#ledgerClock = new LedgerClock(bucket.name, tools)
    this.#endings = new SlotEndings(bucket.name, tools, {
      track: (work) => this.#track(work),
      closing: this.#closing.signal,
    })
    this.#next = { atMs: tools.clock.now(), seenMs: tools.clock.uptime(), waitMs: 0 }
  }

  /** Before anybody enters. Rejects as the ledger does. */
  open(): Promise<void> {
    return this.#ledgerClock.open()
  }

  enter(caller: Caller): void {
    const { request } = caller
    if (this.#closing.signal.aborted || request.signal?.aborted) {
      return caller.turn.refuse(this.#refusal())
    }
    const deadlineMs = this.#tools.clock.uptime() + request.waitMsMax
    const waiter: Waiter = { ...caller, rank: request.rank, deadlineMs, staleTurns: 0 }
    request.signal?.addEventListener('abort', () => this.#giveUp(waiter), { signal: caller.over })
    const { taken } = caller.turn
    taken.addEventListener('abort', () => this.#line.remove(waiter), { signal: caller.over })
    this.#queue(waiter)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const waiter of this.#line.takeIf(() => true)) waiter.turn.refuse(this.#refusal())
    this.#wake()
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    await this.#ledgerClock.keep()
    await this.#limiter.disconnect()
  }

  #queue(waiter: Waiter): void {
    const displaced = this.#line.add(waiter)
    displaced?.turn.refuse(this.#refusal(DISPLACED_WAIT_MS))
    this.#wake()
  }

  #giveUp(waiter: Waiter): void {
    if (this.#line.remove(waiter)) waiter.turn.refuse(this.#refusal())
  }

  /** What is known of the next unit without asking. */
  #refusal(waitMsMin = 0): Refusal {
    const { atMs, seenMs, waitMs } = this.#next
    const leftMs = waitMs - (this.#tools.clock.uptime() - seenMs)
    return { nextFreeAtMs: atMs, waitMs: Math.max(waitMsMin, leftMs) }
  }

  /** Called whenever something changed; a pump that sleeps or asks looks again. */
  #wake(): void {
    this.#rearm.abort()
    if (this.#pumping) return
    this.#pumping = true
    this.#track(this.#pump())
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#underWay.delete(tracked))
    this.#underWay.add(tracked)
  }

  async #pump(): Promise<void> {
    let waiter = this.#mayAsk()
    while (waiter) {
      // Made before the ledger is asked, so that no change in the meantime is missed.
      this.#rearm = new AbortController()
      try {
        await this.#turn(waiter)
      } catch (error) {
        if (this.#line.remove(waiter)) waiter.fail(error)
      }
      waiter.turn.pass(this)
      waiter = this.#mayAsk()
    }
    this.#pumping = false
  }

  /** The best that no other lane asks for, if a slot could be used at once: it must not wait. */
  #mayAsk(): Waiter | undefined {
    const { RECEIVED, QUEUED, RUNNING, EXECUTING } = this.#limiter.counts()
    const inside = RECEIVED + QUEUED + RUNNING + EXECUTING
    if (inside >= CONCURRENT_MAX) return undefined
    return this.#line.find(({ turn }) => turn.ask(this, this.#again))
  }

  async #turn(waiter: Waiter): Promise<void> {
    const { ledger, clock, random, holder } = this.#tools
    const { purpose } = waiter.request
    const { signal } = this.#rearm
    const useId = random.uuid()
    const askedMs = clock.uptime()
    const bucket = this.#bucket.name
    const reply = await this.#endings.orRelease(
      useId,
      ledger.reserve({ bucket, useId, holder, purpose }),
    )
    const ledgerMs = reply.granted ? reply.reservedAtMs : reply.nowMs
    const look = { ledgerMs, beforeMs: askedMs, afterMs: clock.uptime() }
    const step = this.#ledgerClock.see(look)
    if (step) {
      if (reply.granted) await this.#endings.settle(useId, 'never-sent')
      return this.#ledgerClock.undo(step)
    }
    if (this.#ledgerClock.isDue()) this.#track(this.#ledgerClock.keep())
    if (!reply.granted) {
      // Before the wait: another bucket may have a unit now.
      waiter.turn.pass(this)
      return this.#waitFor(reply.nextFreeAtMs, reply.nowMs, signal)
    }
    if (!this.#line.remove(waiter)) return this.#endings.settle(useId, 'never-sent')
    waiter.turn.take()
    this.#start(waiter, { useId, askedMs, reservedAtMs: ledgerMs })
  }

  async #waitFor(atMs: number, nowMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools
    const seenMs = clock.uptime()
    const waitMs = atMs - nowMs
    this.#next = { atMs, seenMs, waitMs }
    const first = this.#line.first
    for (const late of this.#line.takeIf((waiter) => waiter.deadlineMs < seenMs + waitMs)) {
      late.turn.refuse({ nextFreeAtMs: atMs, waitMs })
    }
    if (this.#line.first !== first) return
    await clock.sleep(Math.min(Math.max(Math.ceil(waitMs), SLEEP_MS_MIN), SLEEP_MS_MAX), signal)
  }

  #start(waiter: Waiter, grant: Grant): void {
    const served = this.#limiter
      .schedule({ id: grant.useId }, () => this.#serve(waiter, grant))
      .catch(waiter.fail)
      .finally(() => this.#wake())
    this.#track(served)
    this.#track(this.#limiter.incrementReservoir(1).then(() => {}))
  }

  async #serve(waiter: Waiter, grant: Grant): Promise<void> {
    const slot = guardedSlot(grant, this.#bucket, this.#tools.clock)
    if (!slot.maySend()) return this.#stale(waiter, grant)
    let outcome: Awaited<ReturnType<Waiter['run']>>
    try {
      outcome = await waiter.run(slot)
    } catch (error) {
      await this.#endings.settle(grant.useId, 'in-doubt')
      return waiter.fail(error)
    }
    const { ending, throttled } = outcome.used
    if (ending === 'never-sent' && slot.wasRefused()) return this.#stale(waiter, grant)
    await this.#endings.settle(grant.useId, ending)
    if (throttled) await this.#endings.throttled(throttled)
    outcome.finish()
  }

  async #stale(waiter: Waiter, grant: Grant): Promise<void> {
    const bucket = this.#bucket.name
    this.#tools.alarm({ kind: 'stale-slot', bucket, purpose: waiter.request.purpose })
    await this.#endings.settle(grant.useId, 'never-sent')
    waiter.staleTurns += 1
    const over = waiter.staleTurns >= STALE_TURNS_MAX || waiter.request.signal?.aborted
    if (over || this.#closing.signal.aborted) {
      return waiter.turn.refuse({ nextFreeAtMs: grant.reservedAtMs, waitMs: DISPLACED_WAIT_MS })
    }
    this.#queue(waiter)
  }
}
