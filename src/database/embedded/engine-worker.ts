/**
 * The worker thread that owns PGlite. Statements run synchronously in WebAssembly, so they must not
 * share a thread with HTTP, timers and signals.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { wallClock } from '../../clock.ts'
import { SessionMultiplexer, type RunBatch } from './session-multiplexer.ts'
import { compileSmall } from './compile-small.ts'
import type { EngineModule } from './compile-engine.ts'
import { engineSettings } from './engine-settings.ts'
import type { CompiledMessage, EngineOptions, FromWorker, ToWorker } from './worker-protocol.ts'
import { WorkerWire } from './worker-wire.ts'
import { unpackSeed } from '../seed/unpack.ts'
import { fieldsOf } from '../../fields.ts'

const port = parentPort
if (!port) throw new Error('engine-worker.ts runs as a worker thread only.')

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer)
}

const connections = new Map<number, ReturnType<SessionMultiplexer['connect']>>()
const compiled = new Promise<EngineModule>((resolve) => {
  port.once('message', ({ module }: CompiledMessage) => resolve(module))
})

try {
  const { engine, sessions } = await start(optionsOf(workerData))
  port.on('message', (message: ToWorker) => {
    if (message.say === 'open') {
      const wire = new WorkerWire(message.id, message.inFlight, post)
      connections.set(message.id, sessions.connect(wire))
    } else if (message.say === 'data') connections.get(message.id)?.receive(message.bytes)
    else if (message.say === 'close') {
      connections.get(message.id)?.close()
      connections.delete(message.id)
    } else void stop(engine, sessions)
  })
  post({ say: 'started' })
} catch (error) {
  const code = error instanceof Error && 'code' in error ? { code: String(error.code) } : {}
  post({ say: 'failed', message: String(error), ...code })
  port.close()
}

async function start(options: EngineOptions) {
  if (options.pgDataDir !== undefined) {
    await unpackSeed(options.pgDataDir, () => post({ say: 'step', step: 'unpacking seed' }))
  }
  post({ say: 'step', step: 'starting' })
  const settings = await engineSettings(options.pgDataDir, await compiled)
  const create = (): Promise<PGlite> => PGlite.create(settings)
  const engine = await (options.optimizes ? compileSmall(create) : create())
  const shown = await engine.query<{ server_version: string }>('SHOW server_version')
  const serverVersion = shown.rows[0]?.server_version ?? ''
  const run: RunBatch = (messages, onReply) => {
    // The call is synchronous; only the promise around it is not.
    void engine.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (bytes) => onReply(bytes.slice()),
    })
  }
  const sessions = new SessionMultiplexer({ run, clock: wallClock, serverVersion })
  return { engine, sessions }
}

async function stop(engine: PGlite, sessions: SessionMultiplexer): Promise<void> {
  sessions.closeAll()
  await engine.close()
  port?.close()
}

/** The thread's start data has no type of its own. */
function optionsOf(data: unknown): EngineOptions {
  const { pgDataDir, optimizes } = fieldsOf(data)
  return {
    pgDataDir: typeof pgDataDir === 'string' ? pgDataDir : undefined,
    optimizes: optimizes === true,
  }
}
