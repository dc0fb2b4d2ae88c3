/** Waiting for a ledger that went away after the start: a worker for its schedules, a run for its work. */
import type { Clock } from '../../clock.ts'
import { isAway } from '../../database/database-failure.ts'
import type { Output } from '../output.ts'

export interface AbsenceTools {
  readonly clock: Clock
  /** How long the ledger may be away. */
  readonly msMax: number
  readonly everyMs: number
  /** Whether waiting may cure it. */
  readonly isAway: (error: unknown) => boolean
  /** Told once, until the ledger is back. */
  readonly away: (error: unknown) => void
  readonly back: () => void
}

export const LOST_SERVER_MS_MAX = 24 * 3_600_000
/** Without a time to stop, a person waits for the command's end, or a script does. */
export const LOST_ASKED_MS_MAX = 60_000
const AGAIN_MS = 2_000
/** Lower bound in scaled tests. */
const AGAIN_MS_MIN = 250

const AWAY = {
  pt: 'o banco de dados não responde; a execução espera por ele.',
  en: 'the database does not answer; the run waits for it.',
}
const BACK = {
  pt: 'o banco de dados responde de novo; a execução continua.',
  en: 'the database answers again; the run goes on.',
}

export class LedgerAbsence {
  #sinceMs: number | undefined
  readonly #tools: AbsenceTools
  constructor(tools: AbsenceTools) {
    this.#tools = tools
  }

  /** Returns when to try again; throws what no wait cures, and what has lasted too long. */
  met(error: unknown): number {
    const { clock, msMax, everyMs, isAway: mayPass, away } = this.#tools
    if (!mayPass(error)) throw error
    const nowMs = clock.now()
    if (this.#sinceMs === undefined) away(error)
    this.#sinceMs ??= nowMs
    if (nowMs - this.#sinceMs > msMax) throw error
    return nowMs + everyMs
  }

  over(): void {
    if (this.#sinceMs !== undefined) this.#tools.back()
    this.#sinceMs = undefined
  }
}

/** Of a run on a server; `scale`: factor of waits, 1 or less. */
export function runAbsence(
  { warn, say }: Pick<Output, 'warn' | 'say'>,
  { clock, scale, msMax }: { clock: Clock; scale: number; msMax: number },
): LedgerAbsence {
  return new LedgerAbsence({
    clock,
    msMax: msMax * scale,
    everyMs: Math.max(AGAIN_MS * scale, AGAIN_MS_MIN),
    isAway,
    away: () => warn(say(AWAY.pt, AWAY.en)),
    back: () => warn(say(BACK.pt, BACK.en)),
  })
}
