/**
 * A byte stream from the main thread to a connection in the engine's worker thread. `pg` uses it in
 * place of a socket; so does each client of the holder's local socket.
 */
import { Duplex } from 'node:stream'

/** The other end of one stream. */
interface WorkerLine {
  /** Bytes that the worker has sent and nobody has read. */
  readonly inFlight: SharedArrayBuffer
  send(bytes: Uint8Array): void
  close(): void
}

export class WorkerStream extends Duplex {
  readonly #line: WorkerLine
  readonly #inFlight: Int32Array<SharedArrayBuffer>
  /** Bytes pushed and not read yet; the engine may wait until they are read. */
  #unread = 0

  constructor(line: WorkerLine) {
    super({ allowHalfOpen: false })
    this.#line = line
    this.#inFlight = new Int32Array(line.inFlight)
  }

  /** `pg` calls this as it would on a socket; the connection is open already. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  deliver(bytes: Uint8Array): void {
    if (this.destroyed) return this.#acknowledge(bytes.length)
    this.#unread += bytes.length
    if (this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
      this.#acknowledge(this.#unread)
    }
  }

  endedByWorker(): void {
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    this.#acknowledge(this.#unread)
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#line.send(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.#line.close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#acknowledge(this.#unread)
    this.#line.close()
    done(error)
  }

  #acknowledge(bytes: number): void {
    if (bytes === 0) return
    this.#unread = Math.max(0, this.#unread - bytes)
    Atomics.sub(this.#inFlight, 0, bytes)
    Atomics.notify(this.#inFlight, 0)
  }
}
