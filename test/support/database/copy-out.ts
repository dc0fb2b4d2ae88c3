/**
 * Streams the bytes of COPY … TO STDOUT: the only way to take a million rows out without a million
 * row objects. The reader's pace is the engine's pace on both engines.
 */
import type pg from 'pg'
import type { PoolClient } from '../../../src/database/pool.ts'

/** Rows are handed over in pieces of about this size. */
const PIECE_BYTES = 64 * 1024

/** Above this the connection is not read until the reader has caught up. */
const AHEAD_BYTES_MAX = 1024 * 1024

/**
 * `sql`: a COPY … TO STDOUT. Pieces are cut at row ends. Leaving the loop early discards the rest
 * of the answer, so that the connection stays usable.
 */
export async function* copyOut(
  client: PoolClient,
  sql: string,
): AsyncGenerator<Buffer, void, void> {
  const copy = client.query(new CopyOut(sql))
  try {
    for (;;) {
      const piece = await copy.next()
      if (piece === undefined) return
      yield piece
    }
  } finally {
    await copy.drain()
  }
}

/** What `pg` calls on a query of its own making; its query objects have the same methods. */
class CopyOut implements pg.Submittable {
  readonly #sql: string
  #stream: pg.Connection['stream'] | undefined
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #pieces: Buffer[] = []
  #aheadBytes = 0
  #error: Error | undefined
  #ended = false
  #discarding = false
  #wake: () => void = () => undefined

  constructor(sql: string) {
    this.#sql = sql
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream
    connection.query(this.#sql)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#discarding) return
    // A copy: pg's parser reuses the buffer under it.
    this.#gathered.push(Buffer.from(chunk))
    this.#gatheredBytes += chunk.length
    this.#aheadBytes += chunk.length
    if (this.#gatheredBytes >= PIECE_BYTES) this.#cutPiece()
    if (this.#aheadBytes >= AHEAD_BYTES_MAX) this.#stream?.pause()
  }

  handleError(error: Error): void {
    this.#error ??= error
    // pg forgets a query at its error, so nothing else comes for it.
    this.#end()
  }

  handleReadyForQuery(): void {
    this.#cutPiece()
    this.#end()
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: pg.Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('copyOut was given a COPY FROM STDIN')
  }

  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const piece = this.#pieces.shift()
      if (piece) {
        this.#aheadBytes -= piece.length
        if (this.#aheadBytes < AHEAD_BYTES_MAX) this.#stream?.resume()
        return piece
      }
      if (this.#ended) break
      await this.#changed()
    }
    if (this.#error) throw this.#error
    return undefined
  }

  async drain(): Promise<void> {
    this.#discarding = true
    this.#pieces = []
    this.#stream?.resume()
    while (!this.#ended) await this.#changed()
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #cutPiece(): void {
    if (this.#gatheredBytes > 0) this.#pieces.push(Buffer.concat(this.#gathered))
    this.#gathered = []
    this.#gatheredBytes = 0
    this.#wake()
  }

  #end(): void {
    this.#ended = true
    this.#wake()
  }
}
