/**
 * Watches the ledger's clock for one bucket against the machine's uptime, also from one process to
 * the next, and undoes its steps: occupied units stay so for the time that really remains.
 */
import { watchClock, type ClockLook, type ClockStep } from './clock-step.ts'
import type { GateTools } from './slot-endings.ts'

/** Killed processes keep no look at their end; an old look tolerates more drift. */
const LOOK_KEPT_EACH_MS = 600_000

export class LedgerClock {
  readonly #bucket: string
  readonly #tools: GateTools
  readonly #see = watchClock()
  #toUndo: ClockStep | undefined
  #keptAtMs = Number.NEGATIVE_INFINITY

  constructor(bucket: string, tools: GateTools) {
    this.#bucket = bucket
    this.#tools = tools
  }

  /** Call it before the first reserve: compares with what an earlier process saw here. */
  async open(): Promise<void> {
    const { ledger, clock, machine } = this.#tools
    if (machine === undefined) return
    const beforeMs = clock.uptime()
    const { nowMs, last } = await ledger.lastLook(this.#bucket, machine)
    if (last && last.uptimeMs <= beforeMs) {
      const { ledgerMs, uptimeMs } = last
      this.#see({ ledgerMs, beforeMs: uptimeMs, afterMs: uptimeMs })
    }
    const step = this.see({ ledgerMs: nowMs, beforeMs, afterMs: clock.uptime() })
    await (step ? this.undo(step) : this.keep())
  }

  /** Returns the step to undo, the same again until `undo` has told the ledger. */
  see(look: ClockLook): ClockStep | undefined {
    const step = this.#see(look)
    const earlier = this.#toUndo
    if (step && earlier) {
      this.#toUndo = { sinceMs: earlier.sinceMs, stepMs: earlier.stepMs + step.stepMs }
    } else {
      this.#toUndo = step ?? earlier
    }
    return this.#toUndo
  }

  async undo(step: ClockStep): Promise<void> {
    const bucket = this.#bucket
    await this.#tools.ledger.shift(bucket, step)
    this.#toUndo = undefined
    this.#tools.alarm({ kind: 'clock-step', bucket, stepMs: step.stepMs })
    await this.keep()
  }

  /** Whether the kept look is so old that a kill now would leave the next process a poor one. */
  isDue(): boolean {
    const { clock, machine } = this.#tools
    return machine !== undefined && clock.uptime() - this.#keptAtMs >= LOOK_KEPT_EACH_MS
  }

  /** A look that cannot be kept is kept later, and the one before still tells of a step. */
  async keep(): Promise<void> {
    const { ledger, clock, machine } = this.#tools
    if (machine === undefined || this.#toUndo) return
    const uptimeMs = clock.uptime()
    this.#keptAtMs = uptimeMs
    await ledger.keepLook(this.#bucket, { machine, uptimeMs }).catch(() => {})
  }
}
