/** The worker's end of a connection: makes messages of answers, and waits for a slow reader. */
import type { Wire } from './connection.ts'
import { IN_FLIGHT_BYTES_MAX, POSTED_BYTES, READER_STALL_MS_MAX } from './worker-protocol.ts'
import type { FromWorker } from './worker-protocol.ts'

export class WorkerWire implements Wire {
  readonly #id: number
  readonly #post: (message: FromWorker, transfer?: ArrayBuffer[]) => void
  readonly #inFlight: Int32Array
  #gathered: Uint8Array[] = []
  #bytes = 0
  #stalled = false

  constructor(
    id: number,
    inFlight: SharedArrayBuffer,
    post: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
  ) {
    this.#id = id
    this.#inFlight = new Int32Array(inFlight)
    this.#post = post
  }

  write(bytes: Uint8Array): void {
    this.#gathered.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes >= POSTED_BYTES) this.#send()
  }

  flush(): void {
    this.#send()
    this.#stalled = false
  }

  end(): void {
    this.#send()
    this.#post({ say: 'ended', id: this.#id })
  }

  #send(): void {
    if (this.#bytes === 0) return
    const bytes = new Uint8Array(this.#bytes)
    let offset = 0
    for (const part of this.#gathered) {
      bytes.set(part, offset)
      offset += part.length
    }
    this.#gathered = []
    this.#bytes = 0
    this.#waitForReader()
    Atomics.add(this.#inFlight, 0, bytes.length)
    this.#post({ say: 'data', id: this.#id, bytes }, [bytes.buffer])
  }

  /** Blocks this thread, the only way to make the engine pause in the middle of an answer. */
  #waitForReader(): void {
    while (!this.#stalled) {
      const unread = Atomics.load(this.#inFlight, 0)
      if (unread < IN_FLIGHT_BYTES_MAX) return
      this.#stalled = Atomics.wait(this.#inFlight, 0, unread, READER_STALL_MS_MAX) === 'timed-out'
    }
  }
}
