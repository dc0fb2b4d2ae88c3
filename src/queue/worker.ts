/** Runs the jobs of one kind in this process and says, once per job, how it ended. */
import { UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { IQueueBackend, Job, JobProgress } from 'bullmq'
import { parsePayload, type Kind } from './catalogue.ts'
import { BOUND, type Connection, type Engine } from './engine.ts'
import type { AnyJobKind, JobKind } from './job-kind.ts'
import { asError, retryDelayMs, settle, unexpected, type Ending } from './settle.ts'
import type { Tally } from './tally.ts'
import type { Timing } from './timing.ts'

type AnyJob = Job<unknown, void>

/** A job that crashes the process at each of so many starts fails; a sweep may add it again. */
const STALLED_TIMES_MAX = 10
/** After a lost connection, a job's ending is written down again after this long. */
const WRITE_AGAIN_MS = 1000

export interface WorkerOptions {
  engine: Engine
  queueName: string
  timing: Timing
  /** Aborts when no job may start any more. */
  signal: AbortSignal
  /** Counts running verbs, without the time in which BullMQ stores how they ended. */
  verbs: Tally
  began: () => void
  /** `ending` is undefined when the job will start again by itself. */
  ended: (id: string, ending: Ending | undefined) => void
  onTrouble: (error: Error) => void
}

/**
 * BullMQ emits the event of an ending only once the store accepted it: a job that was wiped while
 * it ran, or whose lock was lost, has none. The end of `processJob` is reached in every case.
 */
export class KindWorker extends Worker<
  unknown,
  void,
  string,
  IQueueBackend,
  JobProgress,
  Connection
> {
  readonly #endings: Map<AnyJob, Ending>
  readonly #options: WorkerOptions

  constructor(kind: AnyJobKind, options: WorkerOptions) {
    const endings = new Map<AnyJob, Ending>()
    const { engine, queueName, timing } = options
    super(
      queueName,
      (job, token) => runJob(kind, job, token, endings, options),
      {
        connection: BOUND,
        autorun: false,
        concurrency: kind.concurrency,
        drainDelay: engine.idleLookSeconds,
        lockDuration: timing.lockMs,
        lockRenewTime: timing.lockMs / 4,
        stalledInterval: timing.stalledCheckMs,
        maxStalledCount: STALLED_TIMES_MAX,
        runRetryDelay: WRITE_AGAIN_MS,
        settings: { backoffStrategy: (made) => retryDelayMs(made, timing.retryFirstMs) },
      },
      engine.backend,
    )
    this.#endings = endings
    this.#options = options
    // Without a listener Node would end the process for what BullMQ recovers from by itself.
    this.on('error', (error) => options.onTrouble(error))
  }

  override async processJob(
    job: AnyJob,
    token: string,
    fetchNext?: () => boolean,
  ): Promise<void | AnyJob> {
    this.#options.began()
    try {
      return await super.processJob(job, token, fetchNext)
    } finally {
      const ending = this.#endings.get(job) ?? givenUp(job)
      this.#endings.delete(job)
      this.#options.ended(job.id ?? '', ending)
    }
  }
}

/** The ending of a job that BullMQ itself failed, without starting it, because it stalled often. */
function givenUp(job: AnyJob): Ending | undefined {
  if (job.finishedOn === undefined) return undefined
  return { error: new Error(job.failedReason ?? 'BullMQ gave the job up') }
}

async function runJob<K extends Kind>(
  kind: JobKind<K>,
  job: AnyJob,
  token: string | undefined,
  endings: Map<AnyJob, Ending>,
  options: WorkerOptions,
): Promise<void> {
  // A worker that was waiting when it was paused still takes the job that ended the wait.
  if (options.signal.aborted) return putBack(job, token)
  let data
  try {
    data = parsePayload(kind.kind, job.data)
  } catch (error) {
    endings.set(job, { error: asError(error) })
    throw new UnrecoverableError('payload')
  }
  let outcome
  options.verbs.add()
  try {
    outcome = await kind.run(data, { signal: options.signal })
  } catch (error) {
    const last = job.attemptsMade + 1 >= kind.attempts
    if (last) endings.set(job, { error: asError(error) })
    throw unexpected(last)
  } finally {
    options.verbs.remove()
  }
  endings.set(job, { outcome })
  settle(outcome)
}

async function putBack(job: AnyJob, token: string | undefined): Promise<never> {
  await job.moveToWait(token)
  throw new WaitingError()
}
