/** Messages between the main thread and the engine's worker thread. Types and bounds only. */
import type { EngineModule } from './compile-engine.ts'

export interface EngineOptions {
  /** A directory on disk that holds, or will hold, the PostgreSQL data; undefined: in memory. */
  pgDataDir: string | undefined
  optimizes: boolean
}

/** Comes first, once. */
export interface CompiledMessage {
  say: 'compiled'
  module: EngineModule
}

export type ToWorker =
  | CompiledMessage
  | { say: 'open'; id: number; inFlight: SharedArrayBuffer }
  | { say: 'data'; id: number; bytes: Uint8Array }
  | { say: 'close'; id: number }
  | { say: 'stop' }

export type EngineStep = 'unpacking seed' | 'starting'

export type FromWorker =
  | { say: 'step'; step: EngineStep }
  | { say: 'started' }
  | { say: 'failed'; message: string; code?: string }
  | { say: 'data'; id: number; bytes: Uint8Array }
  | { say: 'ended'; id: number }

/** Answers are posted in pieces of this size: big ones stream, small ones are one message. */
export const POSTED_BYTES = 64 * 1024

/** Unread bytes of one connection above which the engine waits for its reader. */
export const IN_FLIGHT_BYTES_MAX = 2 * 1024 * 1024

/** After a wait of this long the engine does not wait for the reader again in the same answer. */
export const READER_STALL_MS_MAX = 5_000
