/** Tells the ledger how slots ended; a ledger that is away must lose no answer of the service. */
import type { Clock } from '../clock.ts'
import type { Ending, QuotaLedger } from '../ledger/quota/quota.ts'
import type { Random } from '../random.ts'
import type { GateAlarm } from './gate.ts'

export interface GateTools {
  readonly ledger: QuotaLedger
  readonly clock: Clock
  readonly random: Random
  /** Host and process, for people who read `frota quota`. */
  readonly holder: string
  /** Which start of which machine `clock.uptime` counts from; without it looks are not kept. */
  readonly machine?: string | undefined
  readonly alarm: (alarm: GateAlarm) => void
}

const SETTLE_TRIES_MAX = 5
const SETTLE_RETRY_MS = 500
/** A Retry-After above this is an error of the server and must not stop a fleet for ever. */
const RETRY_AFTER_MS_MAX = 24 * 3_600_000

interface Background {
  readonly track: (work: Promise<void>) => void
  readonly closing: AbortSignal
}

export class SlotEndings {
  readonly #bucket: string
  readonly #tools: GateTools
  readonly #background: Background

  constructor(bucket: string, tools: GateTools, background: Background) {
    this.#bucket = bucket
    this.#tools = tools
    this.#background = background
  }

  /** Retries in the background if the ledger is away; until then the unit counts at its worst. */
  async settle(useId: string, ending: Ending): Promise<void> {
    if (await this.#settled(useId, ending)) return
    this.#tools.alarm({ kind: 'settle-failed', bucket: this.#bucket, useId })
    this.#background.track(this.#settleLater(useId, ending))
  }

  /** A reserve that failed may have been committed: its slot is given back if that is possible. */
  async orRelease<R>(useId: string, reserving: Promise<R>): Promise<R> {
    try {
      return await reserving
    } catch (error) {
      this.#background.track(this.#settled(useId, 'never-sent').then(() => {}))
      throw error
    }
  }

  async throttled(answer: { readonly retryAfterMs?: number }): Promise<void> {
    const { ledger, alarm } = this.#tools
    const bucket = this.#bucket
    const asked = answer.retryAfterMs
    const after = asked === undefined ? {} : { retryAfterMs: Math.min(asked, RETRY_AFTER_MS_MAX) }
    try {
      const { throttles, paceMs } = await ledger.throttled(bucket, after)
      const pace = paceMs === undefined ? {} : { paceMs }
      alarm({ kind: 'throttled', bucket, throttles, ...after, ...pace })
    } catch {
      alarm({ kind: 'throttle-unrecorded', bucket })
    }
  }

  async #settled(useId: string, ending: Ending): Promise<boolean> {
    try {
      await this.#tools.ledger.settle(useId, ending)
      return true
    } catch {
      return false
    }
  }

  async #settleLater(useId: string, ending: Ending): Promise<void> {
    for (let tries = 1; tries < SETTLE_TRIES_MAX; tries += 1) {
      await this.#tools.clock.sleep(SETTLE_RETRY_MS * 2 ** tries, this.#background.closing)
      if (await this.#settled(useId, ending)) return
    }
  }
}
