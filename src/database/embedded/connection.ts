/**
 * One wire connection to the embedded engine: its handshake, and its messages gathered into batches
 * that the session can run without waiting for more. Knows nothing of the other connections. Pure
 * but for the wire that it answers on.
 */
import { errorResponse, frame, FrameReader, readText, readyForQuery, type Frame } from './frames.ts'
import { openConnection } from './handshake.ts'
import { listenChanges, withoutComments, type ListenChange } from './listened-channels.ts'
import { preparedName, SHARED_PREFIX, withOwnNames } from './statement-names.ts'

/** Receives the answers of one connection. */
export interface Wire {
  write(bytes: Uint8Array): void
  /** Called after each batch: sends what was written. */
  flush(): void
  end(): void
}

/** Messages that the engine runs in one call. */
export interface Batch {
  bytes: Uint8Array
  /** Its first statement, shortened and without values: for the error of a blocked session. */
  statement: string
  listens: ListenChange[]
  /** The answer ends with ReadyForQuery. False for messages that end in Flush. */
  answersReady: boolean
  /** True for COPY: the engine's CopyInResponse is dropped, since the client has had one. */
  copyIn: boolean
  /** The shared statement that its first message parses, and the length of that message. */
  parses?: { name: string; bytes: number } | undefined
}

/** COPY FROM STDIN is gathered whole before it runs: the engine cannot wait for more bytes. */
const COPY_IN_BYTES_MAX = 64 * 1024 * 1024

const STATEMENT_SHOWN_CHARS = 80
const COPY_FROM_STDIN = /^copy\s[^;]*\sfrom\s+stdin\b/i

interface CopyIn {
  parts: Uint8Array[]
  bytes: number
  statement: string
}

export class Connection {
  readonly id: number
  readonly wire: Wire
  /** Batches that wait for the session, oldest first. */
  readonly batches: Batch[] = []
  readonly channels = new Set<string>()
  /** Names in the session of the statements that it prepared and may have left there. */
  readonly prepared = new Set<string>()
  /** The status byte of the last ReadyForQuery. */
  status = 'I'
  /** True after a batch that ended in Flush, until its Sync comes. */
  unsynced = false
  statement = ''
  closed = false

  readonly #serverVersion: string
  readonly #reader = new FrameReader()
  #opening: Uint8Array | undefined = new Uint8Array(0)
  #gathered: Frame[] = []
  #copyIn: CopyIn | undefined

  constructor(id: number, wire: Wire, serverVersion: string) {
    this.id = id
    this.wire = wire
    this.#serverVersion = serverVersion
  }

  /** Takes what arrived; returns false when the connection is to be closed. */
  receive(bytes: Uint8Array): boolean {
    if (this.#opening === undefined) return this.#frames(bytes)
    let rest: Uint8Array = Buffer.concat([this.#opening, bytes])
    for (;;) {
      const opening = openConnection(rest, this.id, this.#serverVersion)
      if (opening.step === 'refused') return false
      if (opening.step === 'incomplete') {
        this.#opening = rest
        return true
      }
      this.wire.write(opening.answer)
      this.wire.flush()
      rest = rest.subarray(opening.used)
      if (opening.step === 'welcomed') {
        this.#opening = undefined
        return this.#frames(rest)
      }
    }
  }

  #frames(bytes: Uint8Array): boolean {
    for (const message of this.#reader.push(bytes)) {
      if (message.type === 'X') return false
      if (this.#copyIn) this.#gatherCopy(this.#copyIn, message)
      else this.#gather(message)
    }
    return true
  }

  #gather(message: Frame): void {
    if (message.type === 'Q') {
      const sql = readText(message.bytes, 5).text
      if (COPY_FROM_STDIN.test(withoutComments(sql))) return this.#inviteCopy(message, sql)
    }
    const own = withOwnNames(message, `c${this.id}_`)
    const prepared = preparedName(own)
    if (prepared?.startsWith(SHARED_PREFIX) === false) this.prepared.add(prepared)
    this.#gathered.push(own)
    if (message.type !== 'Q' && message.type !== 'S' && message.type !== 'H') return
    const batch = batchOf(this.#gathered)
    const invites = this.#gathered.some(invitesCopy)
    this.#gathered = []
    if (!invites) this.batches.push(batch)
    else this.#refuse(batch, '0A000', 'COPY FROM STDIN must be a simple query of its own here.')
  }

  #refuse({ answersReady }: { answersReady: boolean }, code: string, message: string): void {
    this.wire.write(errorResponse('ERROR', code, message))
    if (answersReady) this.wire.write(readyForQuery(statusByte(this.status)))
    this.wire.flush()
  }

  #inviteCopy(message: Frame, sql: string): void {
    this.#copyIn = { parts: [message.bytes], bytes: 0, statement: shown(sql) }
    this.wire.write(frame('G', new Uint8Array(3)))
    this.wire.flush()
  }

  #gatherCopy(copy: CopyIn, message: Frame): void {
    // Sync and Flush may be sent by a client that does not know yet that COPY began; they mean
    // nothing here.
    if (message.type === 'S' || message.type === 'H') return
    copy.bytes += message.bytes.length
    if (copy.bytes <= COPY_IN_BYTES_MAX) copy.parts.push(message.bytes)
    if (message.type !== 'c' && message.type !== 'f') return
    this.#copyIn = undefined
    if (copy.bytes > COPY_IN_BYTES_MAX) {
      const cure = `COPY is limited to ${COPY_IN_BYTES_MAX} bytes here; send it in parts.`
      return this.#refuse({ answersReady: true }, '54000', cure)
    }
    const { statement } = copy
    const bytes = Buffer.concat(copy.parts)
    this.batches.push({ bytes, statement, listens: [], answersReady: true, copyIn: true })
  }
}

function batchOf(frames: Frame[]): Batch {
  const statements = frames.map(statementOf).filter((sql) => sql !== undefined)
  return {
    bytes: Buffer.concat(frames.map((message) => message.bytes)),
    statement: shown(statements[0] ?? ''),
    listens: statements.flatMap(listenChanges),
    answersReady: frames.at(-1)?.type !== 'H',
    copyIn: false,
    parses: sharedParse(frames[0]),
  }
}

function sharedParse(first: Frame | undefined): Batch['parses'] {
  const name = first === undefined ? undefined : preparedName(first)
  if (first === undefined || !name?.startsWith(SHARED_PREFIX)) return undefined
  return { name, bytes: first.bytes.length }
}

/**
 * True for statements in which the engine would ask for copy data, get none, and end for good. A
 * COPY at the beginning of a simple query was handled before.
 */
function invitesCopy(message: Frame): boolean {
  const plain = (statementOf(message) ?? '').replaceAll(/'[^']*'/g, "''")
  return /\bcopy\b[\s\S]*\bfrom\s+stdin\b/i.test(plain)
}

/** The text of a simple query, or of a statement that is prepared. */
function statementOf({ type, bytes }: Frame): string | undefined {
  if (type === 'Q') return readText(bytes, 5).text
  if (type === 'P') return readText(bytes, readText(bytes, 5).next).text
  return undefined
}

/** The statement shortened and without its values: error texts must never hold personal data. */
function shown(sql: string): string {
  const plain = withoutComments(sql)
    .replaceAll(/'[^']*'?/g, "'…'")
    .replaceAll(/\s+/g, ' ')
  return plain.slice(0, STATEMENT_SHOWN_CHARS).trim()
}

export function statusByte(status: string): 'I' | 'T' | 'E' {
  return status === 'T' || status === 'E' ? status : 'I'
}
