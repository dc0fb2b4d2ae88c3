/** Starts the worker thread that owns PGlite, and hands out connections to it. */
import { Worker } from 'node:worker_threads'
import { compileEngine } from './compile-engine.ts'
import type { EngineOptions, EngineStep, FromWorker, ToWorker } from './worker-protocol.ts'
import { WorkerStream } from './worker-stream.ts'

export type Engine = Awaited<ReturnType<typeof startEngine>>

export interface EngineStart {
  pgDataDir?: string | undefined
  onStep?: ((step: EngineStep) => void) | undefined
}

export async function startEngine(options: EngineStart) {
  const workerData: EngineOptions = {
    pgDataDir: options.pgDataDir,
    // Where V8 was told never to optimize, nothing may turn that on again.
    optimizes: !process.execArgv.includes('--liftoff-only'),
  }
  // The engine must not inherit flags of the parent, such as a test runner's loaders.
  const worker = new Worker(new URL('engine-worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
  })
  const lines = new WorkerLines(worker)
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      lines.endAll()
      resolve()
    })
  })
  try {
    // While the engine is compiled, the worker loads its code and unpacks the seed.
    const compiled = compileEngine().then((module) => {
      worker.postMessage({ say: 'compiled', module } satisfies ToWorker, [])
    })
    await Promise.all([started(worker, options.onStep), compiled])
  } catch (error) {
    await worker.terminate()
    throw error
  }
  worker.on('message', (message: FromWorker) => lines.take(message))
  return {
    /** A new wire connection, opened by its first bytes. */
    connect: (): WorkerStream => lines.open(),
    /** Rolls back what is open, closes the data directory, ends the thread. */
    stop: async (): Promise<void> => {
      lines.stop()
      await ended
    },
  }
}

function started(worker: Worker, onStep: EngineStart['onStep']): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (message: FromWorker): void => {
      if (message.say === 'step') onStep?.(message.step)
      if (message.say === 'failed') reject(startFailure(message))
      if (message.say !== 'started') return
      worker.off('message', take)
      resolve()
    }
    worker.on('message', take)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The embedded database ended while it started.')))
  })
}

/** Keeps the system's error code, by which the caller finds the cure to tell. */
function startFailure({ message, code }: FromWorker & { say: 'failed' }): Error {
  const error = new Error(`The embedded database did not start: ${message}`)
  return code === undefined ? error : Object.assign(error, { code })
}

/** The main thread's ends of all connections, by number. */
class WorkerLines {
  readonly #worker: Worker
  readonly #streams = new Map<number, WorkerStream>()
  #lastId = 0
  #gone = false

  constructor(worker: Worker) {
    this.#worker = worker
  }

  open(): WorkerStream {
    const id = (this.#lastId += 1)
    const inFlight = new SharedArrayBuffer(4)
    const stream = new WorkerStream({
      inFlight,
      send: (bytes) => {
        // Copied, because transferring a view of pg's pooled buffer would transfer the whole pool.
        const copy = new Uint8Array(bytes)
        this.#say({ say: 'data', id, bytes: copy }, [copy.buffer])
      },
      close: () => {
        if (this.#streams.delete(id)) this.#say({ say: 'close', id })
      },
    })
    this.#streams.set(id, stream)
    this.#say({ say: 'open', id, inFlight })
    if (this.#gone) process.nextTick(() => stream.endedByWorker())
    return stream
  }

  take(message: FromWorker): void {
    if (message.say === 'data') this.#streams.get(message.id)?.deliver(message.bytes)
    if (message.say === 'ended') this.#streams.get(message.id)?.endedByWorker()
  }

  endAll(): void {
    this.#gone = true
    for (const stream of this.#streams.values()) stream.endedByWorker()
  }

  stop(): void {
    this.#say({ say: 'stop' })
  }

  #say(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer)
  }
}
