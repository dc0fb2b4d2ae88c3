/** Runs the jobs of one kind in this process and says, once per job, how it ended. */
import { UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { IQueueBackend, Job, JobProgress } from 'bullmq'
import { parsePayload, type Kind, type Payload } from './catalogue.ts'
import { BOUND, type Connection, type Engine } from './engine.ts'
import type { AnyJobKind, JobKind } from './job-kind.ts'
import { worksIn } from './share-jobs.ts'
import { asError, retryDelayMs, settle, unexpected, type Ending } from './settle.ts'
import type { Tally } from './tally.ts'
import type { Timing } from './timing.ts'

type AnyJob = Job<unknown, void>

/** A job that crashes the process at each of so many starts fails; a sweep may add it again. */
const STALLED_TIMES_MAX = 10
/** After a lost connection, a job's ending is written down again after this long. */
const WRITE_AGAIN_MS = 1000

/** By work. */
type Endings = ReadonlyMap<string, Ending>

export interface WorkerOptions {
  engine: Engine
  queueName: string
  timing: Timing
  /** Aborts when no job may start any more. */
  signal: AbortSignal
  /** Counts running verbs, without the time in which BullMQ stores how they ended. */
  verbs: Tally
  began: () => void
  /** Of each of the job's works; none when the job will start again by itself. */
  ended: (endings: Endings) => void
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
  /** Kept until BullMQ has written down how the job ended. */
  readonly #endings: Map<AnyJob, Endings>
  readonly #kind: Kind
  readonly #options: WorkerOptions

  constructor(kind: AnyJobKind, options: WorkerOptions) {
    const endings = new Map<AnyJob, Endings>()
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
    this.#kind = kind.kind
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
      const endings = this.#endings.get(job) ?? givenUp(this.#kind, job)
      this.#endings.delete(job)
      this.#options.ended(endings)
    }
  }
}

/** Of a job that BullMQ itself failed, without starting it, because it stalled often. */
function givenUp(kind: Kind, job: AnyJob): Endings {
  if (job.finishedOn === undefined) return new Map()
  const error = new Error(job.failedReason ?? 'BullMQ gave the job up')
  return new Map(worksIn(parsePayload(kind, job.data)).map((work) => [work, { error }]))
}

async function runJob<K extends Kind>(
  kind: JobKind<K>,
  job: AnyJob,
  token: string | undefined,
  endings: Map<AnyJob, Endings>,
  options: WorkerOptions,
): Promise<void> {
  // A worker that was waiting when it was paused still takes the job that ended the wait.
  if (options.signal.aborted) {
    await job.moveToWait(token)
    throw new WaitingError()
  }
  let data: Payload<K>
  try {
    data = parsePayload(kind.kind, job.data)
  } catch (error) {
    endings.set(job, new Map([[job.id ?? '', { error: asError(error) }]]))
    throw new UnrecoverableError('payload')
  }
  const told = new Map<string, Ending>()
  const end = (ending: Ending): void => {
    endings.set(job, new Map(worksIn(data).map((work) => [work, told.get(work) ?? ending])))
  }
  let outcome
  options.verbs.add()
  try {
    outcome = await kind.run(data, {
      signal: options.signal,
      settled: (work, one) => told.set(work, { outcome: one }),
    })
  } catch (error) {
    const last = job.attemptsMade + 1 >= kind.attempts
    if (last) end({ error: asError(error) })
    throw unexpected(last)
  } finally {
    options.verbs.remove()
  }
  end({ outcome })
  settle(outcome)
}
