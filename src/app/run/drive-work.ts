/** Drives kinds of work in this process until they are done, or a stop. */
import { dueJobs } from '../../../jobs/all.ts'
import { kinds, type Kind } from '../../queue/catalogue.ts'
import { drive, SWEEP_EVERY_MS, type DriveEnding } from '../../queue/drive.ts'
import type { RunContext } from './run-context.ts'

/** Docker gives ten seconds; on a busy machine closing and the report's start take three of them. */
export const STOP_GRACE_MS = 7_000

/** Imports run where the upload is stored, and reports on the machine that opened the run. */
const IMPORTING: readonly Kind[] = ['import-fleet']
const REPORTING: readonly Kind[] = ['export-reports']
/** Kinds of jobs that every machine may process. */
export const FLOWING = kinds.filter(
  (kind) => !IMPORTING.includes(kind) && !REPORTING.includes(kind),
)

/** On a server, the time within which other processes' results are noticed. */
const SWEEP_AMONG_OTHERS_MS = 4_000
const SWEEP_AMONG_OTHERS_MS_MIN = 500

export function sweepAmongOthersMs(scale: number): number {
  return Math.max(SWEEP_AMONG_OTHERS_MS * scale, SWEEP_AMONG_OTHERS_MS_MIN)
}

export interface DriveRequest {
  readonly stop: AbortSignal
  readonly kinds: readonly Kind[]
  /** Work that becomes due later than this is not waited for. */
  readonly horizonMs: number
  readonly onProgress?: () => void
}

export async function driveWork(
  { tools, queue, clock, log, sweep, alone, ledger, absence }: RunContext,
  { stop, kinds: which, horizonMs, onProgress }: DriveRequest,
): Promise<DriveEnding> {
  const sweepEveryMs = alone ? SWEEP_EVERY_MS : sweepAmongOthersMs(tools.pace.scale)
  let sweptAtMs = clock.uptime()
  return drive({
    queue,
    due: async () => {
      if (clock.uptime() - sweptAtMs >= sweepEveryMs) {
        sweptAtMs = clock.uptime()
        // Frees the effects of workers that were killed or lost the database during a claim.
        await sweep()
      }
      await ledger.tendGrowth()
      return dueJobs(tools, which)
    },
    clock,
    signal: stop,
    horizonMs,
    graceMs: STOP_GRACE_MS,
    absence,
    sweepEveryMs,
    scale: tools.pace.scale,
    onGivenUp: ({ kind, work, rows, ended }) =>
      log.warn(
        { kind, work, count: rows, outcome: ended },
        'work is given up: starting it again and again moved nothing',
      ),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
}
