/**
 * The append-only intent journal: one JSON object a line, on the disk before the first byte of a
 * POST leaves. The embedded database runs without fsync and may forget its last seconds when the
 * machine dies; this file does not.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryFailure } from './directory-failure.ts'

type JournalValue =
  | string
  | number
  | boolean
  | null
  | readonly JournalValue[]
  | { readonly [name: string]: JournalValue }

/** Identifiers, hashes and baselines; never personal data or a secret. */
export type JournalRecord = { readonly [name: string]: JournalValue }

export interface Journal extends AsyncDisposable {
  /** Resolves when the record is on the disk. Records that come together share one write. */
  append(record: JournalRecord): Promise<void>
  /** Every record still kept, oldest first. */
  readAll(): Promise<JournalRecord[]>
  close(): Promise<void>
}

const FILE = 'intents.jsonl'
const PREVIOUS_FILE = 'intents.1.jsonl'

/** An intent has ids, a hash and a baseline; a longer record is a mistake. */
export const RECORD_BYTES_MAX = 64 * 1024

/**
 * A full file becomes the previous one, whose predecessor is dropped: some 100,000 intents stay.
 */
const FILE_BYTES_MAX = 32 * 1024 * 1024

export interface JournalOptions {
  fileBytesMax?: number
}

/** The caller holds the lock of `dataDir`. Throws 'directory-unwritable' and 'disk-full'. */
export async function openJournal(dataDir: string, options: JournalOptions = {}): Promise<Journal> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const journal = new JournalFile(dataDir, options.fileBytesMax ?? FILE_BYTES_MAX)
    await journal.open()
    return journal
  } catch (error) {
    throw directoryFailure(error, dataDir)
  }
}

interface Waiting {
  line: Buffer
  written: PromiseWithResolvers<void>
}

class JournalFile implements Journal {
  readonly #dataDir: string
  readonly #fileBytesMax: number
  #file: FileHandle | undefined
  /** Bytes that are whole records; whatever lies behind them never counted. */
  #length = 0
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  /** After a failed sync nobody knows what the disk holds, so nothing more may be promised. */
  #broken: unknown

  constructor(dataDir: string, fileBytesMax: number) {
    this.#dataDir = dataDir
    this.#fileBytesMax = fileBytesMax
  }

  async open(): Promise<void> {
    const path = join(this.#dataDir, FILE)
    const { bytes } = parseJournal(await contentOf(path), path)
    this.#file = await open(path, 'a+', 0o600)
    // The cut record was never promised to anybody; the next one must not be glued to it.
    await this.#file.truncate(bytes)
    await this.#file.datasync()
    await syncFolder(this.#dataDir)
    this.#length = bytes
  }

  async append(record: JournalRecord): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(record)}\n`, 'utf8')
    if (line.length > RECORD_BYTES_MAX) {
      throw new Error(`A journal record of ${line.length} bytes; the limit is ${RECORD_BYTES_MAX}.`)
    }
    const written = Promise.withResolvers<void>()
    this.#waiting.push({ line, written })
    this.#writing ??= this.#writeAll()
    await written.promise
  }

  async readAll(): Promise<JournalRecord[]> {
    await this.#writing
    const previous = join(this.#dataDir, PREVIOUS_FILE)
    const current = join(this.#dataDir, FILE)
    return [
      ...parseJournal(await contentOf(previous), previous).records,
      ...parseJournal(await contentOf(current), current).records,
    ]
  }

  async close(): Promise<void> {
    await this.#writing
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #writeAll(): Promise<void> {
    // Let appends of the same moment gather; they then share one sync.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(Buffer.concat(batch.map(({ line }) => line)))
        for (const { written } of batch) written.resolve()
      } catch (error) {
        for (const { written } of batch) written.reject(directoryFailure(error, this.#dataDir))
      }
    }
    this.#writing = undefined
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken
    if (this.#length >= this.#fileBytesMax) await this.#rotate()
    const file = this.#file
    if (!file) throw new Error('The journal is closed.')
    try {
      await file.appendFile(bytes)
    } catch (error) {
      await file.truncate(this.#length)
      throw error
    }
    try {
      await file.datasync()
    } catch (error) {
      this.#broken = error
      throw error
    }
    this.#length += bytes.length
  }

  async #rotate(): Promise<void> {
    await this.#file?.close()
    await rename(join(this.#dataDir, FILE), join(this.#dataDir, PREVIOUS_FILE))
    await this.open()
  }
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/**
 * Pure. The records, and how many bytes hold whole ones. A kill or a power cut may leave an end
 * that was never promised; a bad line with a good one behind it is damage, and throws.
 */
export function parseJournal(content: Buffer, name: string) {
  const records: JournalRecord[] = []
  let bytes = 0
  let badLine = 0
  let offset = 0
  for (let line = 1; offset < content.length; line += 1) {
    const newline = content.indexOf(0x0a, offset)
    const end = newline === -1 ? content.length : newline + 1
    const record = newline === -1 ? undefined : parseRecord(content.toString('utf8', offset, end))
    offset = end
    if (record === undefined) {
      badLine ||= line
      continue
    }
    if (badLine > 0) throw new Error(`${name} is damaged at line ${badLine}; restore it.`)
    records.push(record)
    bytes = end
  }
  return { records, bytes }
}

function parseRecord(line: string): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is JournalRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A new file's name must be on the disk too. Windows has no way to ask for it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
