/** Reads rows by COPY … TO STDOUT in the text form, which both engines write and read alike. */
import type pg from 'pg'
import type { PoolClient } from './pool.ts'

/** Unread bytes above which the sender waits for the reader. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024

/** `sql`: a COPY … TO STDOUT. Yields its rows, whole; read them all, or end the connection. */
export async function* copyOut(client: PoolClient, sql: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(sql)
  client.query(copy)
  yield* copy.rows()
}

class CopyOut implements pg.Submittable {
  readonly #sql: string
  #stream: pg.Connection['stream'] | undefined
  readonly #pieces: Buffer[] = []
  #unread = 0
  #isOver = false
  #error: unknown
  #wake: (() => void) | undefined

  constructor(sql: string) {
    this.#sql = sql
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream
    connection.query(this.#sql)
  }

  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const pieces = this.#pieces.splice(0)
      this.#unread = 0
      this.#stream?.resume()
      if (pieces.length > 0) yield Buffer.concat(pieces)
      else if (this.#error !== undefined) throw this.#error
      else if (this.#isOver) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses its buffer for the next message.
    this.#pieces.push(Buffer.from(chunk))
    this.#unread += chunk.length
    if (this.#unread > UNREAD_BYTES_MAX) this.#stream?.pause()
    this.#wake?.()
  }

  handleError(error: Error): void {
    this.#error ??= error
    this.#wake?.()
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#wake?.()
  }

  handleCommandComplete(): void {}

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}
}
