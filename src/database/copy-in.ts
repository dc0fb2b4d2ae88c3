/**
 * Sends rows by COPY … FROM STDIN, the fastest way in. The embedded engine gathers one COPY before
 * it runs it (see COPY_IN_BYTES_MAX), so callers send batches of some thousand rows.
 */
import type pg from 'pg'
import type { PoolClient } from './pool.ts'

/** Rows are sent in pieces of about this size, however small the caller cuts them. */
const PIECE_BYTES = 64 * 1024

const COPY_DATA_HEADER_BYTES = 5

type CopyConnection = pg.Connection & {
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/**
 * `sql`: a COPY … FROM STDIN; `rows`: its text, cut anywhere. Returns how many rows were stored.
 * When `rows` throws, nothing is stored and that error is thrown.
 */
export async function copyIn(
  client: PoolClient,
  sql: string,
  rows: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
): Promise<number> {
  const copy = new CopyIn(sql, rows)
  client.query(copy)
  return await copy.stored.promise
}

class CopyIn implements pg.Submittable {
  readonly stored = Promise.withResolvers<number>()
  readonly #sql: string
  readonly #rows: AsyncIterable<Buffer | string> | Iterable<Buffer | string>
  #rowCount = 0
  #error: unknown
  #sending: Promise<void> = Promise.resolve()

  constructor(sql: string, rows: AsyncIterable<Buffer | string> | Iterable<Buffer | string>) {
    this.#sql = sql
    this.#rows = rows
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#sending = this.#send(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowCount = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleError(error: Error): void {
    this.#error ??= error
    // After an error pg passes no further message to this query.
    this.#settle()
  }

  handleReadyForQuery(): void {
    this.#settle()
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyData(): void {
    this.#error ??= new Error('copyIn was given a COPY TO STDOUT')
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      let gathered: Buffer[] = []
      let bytes = 0
      for await (const piece of this.#rows) {
        // The server refused a row, or is gone: sending more would be useless.
        if (this.#error !== undefined) break
        const some = typeof piece === 'string' ? Buffer.from(piece) : piece
        gathered.push(some)
        bytes += some.length
        if (bytes < PIECE_BYTES) continue
        sendRows(connection, gathered, bytes)
        gathered = []
        bytes = 0
        if (connection.stream.writableNeedDrain) await drained(connection.stream)
      }
      sendRows(connection, gathered, bytes)
      connection.endCopyFrom()
    } catch (error) {
      this.#error ??= error
      connection.sendCopyFail('the rows could not be read')
    }
  }

  /** Waits until the last piece was sent, since it must not arrive during the next statement. */
  #settle(): void {
    void this.#sending.then(() => {
      if (this.#error === undefined) this.stored.resolve(this.#rowCount)
      else this.stored.reject(this.#error)
    })
  }
}

/** One CopyData message: type, length, rows; past `pg`, which would copy each byte twice. */
function sendRows({ stream }: CopyConnection, rows: readonly Buffer[], bytes: number): void {
  const header = Buffer.alloc(COPY_DATA_HEADER_BYTES)
  header.write('d', 0, 'latin1')
  // The length counts itself, but not the type before it.
  header.writeInt32BE(bytes + COPY_DATA_HEADER_BYTES - 1, 1)
  stream.cork()
  for (const piece of [header, ...rows]) stream.write(piece)
  stream.uncork()
}

function drained(stream: pg.Connection['stream']): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      stream.off('drain', go)
      stream.off('close', go)
      resolve()
    }
    stream.on('drain', go)
    stream.on('close', go)
  })
}
