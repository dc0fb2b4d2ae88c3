/** One bucket's units in the ledger: asked for one at a time, watched by its clock, and settled. */
import type { Clock } from '../clock.ts'
import type { BucketSettings, Ending } from '../ledger/quota/quota.ts'
import type { Slot, SlotRequest } from './gate.ts'
import { LedgerClock } from './ledger-clock.ts'
import { SlotEndings, type GateTools } from './slot-endings.ts'

export interface Refusal {
  readonly nextFreeAtMs: number
  readonly waitMs: number
}

interface GuardedSlot extends Slot {
  /** Whether the sender was told that the slot is stale. */
  wasRefused(): boolean
}

/** Wait that is told to a request that was stopped or whose slots all went stale. */
const SOON_MS = 1_000

export class Grants {
  readonly #bucket: BucketSettings
  readonly #tools: GateTools
  readonly #ledgerClock: LedgerClock
  readonly #endings: SlotEndings
  readonly #closing = new AbortController()
  readonly #background = new Set<Promise<void>>()

  constructor(bucket: BucketSettings, tools: GateTools) {
    this.#bucket = bucket
    this.#tools = tools
    this.#ledgerClock = new LedgerClock(bucket.name, tools)
    this.#endings = new SlotEndings(bucket.name, tools, {
      track: (work) => this.#track(work),
      closing: this.#closing.signal,
    })
  }

  /** Call it before the first `ask`. Rejects as the ledger does. */
  open(): Promise<void> {
    return this.#ledgerClock.open()
  }

  /** Nothing is granted from now on. */
  stop(): void {
    this.#closing.abort()
  }

  /** Call it after the last request has ended; resolves when its ending is stored or given up. */
  async close(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background)
    await this.#ledgerClock.keep()
  }

  /** Rejects when the ledger cannot be reached: without it nothing is sent. */
  async ask(request: SlotRequest): Promise<{ readonly slot: GuardedSlot } | Refusal> {
    const { ledger, clock, random, holder } = this.#tools
    const bucket = this.#bucket.name
    for (;;) {
      if (this.#isOver(request)) return this.soon()
      const useId = random.uuid()
      const askedMs = clock.uptime()
      const asked = ledger.reserve({ bucket, useId, holder, purpose: request.purpose })
      const reply = await this.#endings.orRelease(useId, asked)
      const ledgerMs = reply.granted ? reply.reservedAtMs : reply.nowMs
      const look = { ledgerMs, beforeMs: askedMs, afterMs: clock.uptime() }
      const step = this.#ledgerClock.see(look)
      if (reply.granted && (step !== undefined || this.#isOver(request))) {
        await this.settle(useId, 'never-sent')
      }
      if (step !== undefined) {
        await this.#ledgerClock.undo(step)
        continue
      }
      if (this.#ledgerClock.isDue()) this.#track(this.#ledgerClock.keep())
      if (!reply.granted) {
        const { nextFreeAtMs, nowMs } = reply
        return { nextFreeAtMs, waitMs: nextFreeAtMs - nowMs }
      }
      if (this.#isOver(request)) return this.soon()
      return { slot: guardedSlot(useId, askedMs, this.#bucket, clock) }
    }
  }

  settle(useId: string, ending: Ending): Promise<void> {
    return this.#endings.settle(useId, ending)
  }

  throttled(answer: { readonly retryAfterMs?: number }): Promise<void> {
    return this.#endings.throttled(answer)
  }

  async stale(useId: string, purpose: string): Promise<void> {
    this.#tools.alarm({ kind: 'stale-slot', bucket: this.#bucket.name, purpose })
    await this.settle(useId, 'never-sent')
  }

  soon(): Refusal {
    return { nextFreeAtMs: this.#tools.clock.now() + SOON_MS, waitMs: SOON_MS }
  }

  #isOver({ signal }: SlotRequest): boolean {
    return this.#closing.signal.aborted || signal?.aborted === true
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#background.delete(tracked))
    this.#background.add(tracked)
  }
}

/**
 * A granted slot with its guard: a process that was frozen since it asked must not use it. Measured
 * by uptime, which also counts while the process or the machine sleeps, from before it asked, so
 * that the answer's travel counts as well.
 */
function guardedSlot(
  useId: string,
  askedMs: number,
  { name, sendMs }: BucketSettings,
  clock: Clock,
): GuardedSlot {
  let refused = false
  return {
    useId,
    bucket: name,
    maySend: () => {
      const may = clock.uptime() - askedMs < sendMs
      refused ||= !may
      return may
    },
    wasRefused: () => refused,
  }
}
