/**
 * The append-only intent journal: one JSON object a line, on the disk before the first byte of a
 * POST leaves. The embedded database runs without fsync and may forget its last seconds when the
 * machine dies; this file does not.
 */
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../directory-failure.ts'
import { journalFailure } from './journal-failure.ts'
import { journalLine, parseJournal, type JournalRecord } from './journal-records.ts'

export type { JournalRecord } from './journal-records.ts'

const FILE = 'intents.jsonl'
const PREVIOUS_FILE = 'intents.1.jsonl'
/** Oldest first. */
export const JOURNAL_FILES: readonly string[] = [PREVIOUS_FILE, FILE]
/** The new file of `rewrite` until its rename; one that a kill left behind is not used. */
const NEW_FILE = 'intents.new.jsonl'

/**
 * A file of this size becomes the previous one, and the one before is deleted: some 100,000 intents
 * stay. A worker that rewrites the journal now and then never reaches it.
 */
const FILE_BYTES_MAX = 32 * 1024 * 1024

/** File operations of the journal, so that a test can make them fail. */
export interface JournalFiles {
  open(path: string, flags: string, mode?: number): Promise<FileHandle>
  rename(from: string, to: string): Promise<void>
}

export interface JournalOptions {
  fileBytesMax?: number
  files?: JournalFiles
}

/**
 * The caller holds the lock of `dataDir`. Proves with a record that the disk takes and gives back
 * what is written. Throws 'directory-unwritable', 'disk-full' and 'journal-unusable'.
 */
export async function openJournal(dataDir: string, options: JournalOptions = {}): Promise<Journal> {
  const journal = new Journal(dataDir, options)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await journal.open()
    return journal
  } catch (error) {
    await journal.close()
    throw journalFailure(error, dataDir)
  }
}

export class Journal {
  readonly #dataDir: string
  readonly #fileBytesMax: number
  readonly #files: JournalFiles
  #file: FileHandle | undefined
  /** Bytes of whole records; the rest of the file is ignored. */
  #length = 0
  #previousLength = 0
  readonly #waiting: { readonly line: Buffer; readonly written: PromiseWithResolvers<void> }[] = []
  /** Resolves when the last write or rewrite has ended: they run one after the other. */
  #turn: Promise<void> = Promise.resolve()
  #isWriting = false
  /** After a failed sync nobody knows what the disk holds, so nothing more may be promised. */
  #broken: unknown

  constructor(dataDir: string, { fileBytesMax, files }: JournalOptions) {
    this.#dataDir = dataDir
    this.#fileBytesMax = fileBytesMax ?? FILE_BYTES_MAX
    this.#files = files ?? { open, rename }
  }

  async open(): Promise<void> {
    await rm(this.#path(NEW_FILE), { force: true })
    this.#previousLength = (await contentOf(this.#path(PREVIOUS_FILE))).length
    await this.#openFile()
    await this.#prove()
  }

  /** Resolves when the record is on the disk. Records that come together share one write. */
  async append(record: JournalRecord): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.#waiting.push({ line: journalLine(record), written })
    if (!this.#isWriting) {
      this.#isWriting = true
      this.#turn = this.#turn.then(() => this.#writeAll())
    }
    await written.promise
  }

  /** Every record still kept, oldest first. */
  async readAll(): Promise<JournalRecord[]> {
    await this.#turn
    return readIntents(this.#dataDir)
  }

  /**
   * Replaces all records by what `keep` returns for them, atomically, even if the process or the
   * machine ends meanwhile. Appends wait for it; if `keep` throws, nothing is changed.
   */
  async rewrite(
    keep: (records: JournalRecord[]) => Promise<readonly JournalRecord[]>,
  ): Promise<void> {
    const rewriting = this.#turn.then(() => this.#rewrite(keep))
    this.#turn = rewriting.catch(() => undefined)
    return rewriting
  }

  /** The size of both files. */
  bytes(): number {
    return this.#length + this.#previousLength
  }

  async close(): Promise<void> {
    await this.#turn
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #path(name: string): string {
    return join(this.#dataDir, name)
  }

  async #openFile(): Promise<void> {
    const path = this.#path(FILE)
    const { bytes } = parseJournal(await contentOf(path), path)
    this.#file = await this.#files.open(path, 'a+', 0o600)
    // The incomplete record's append never resolved; the next record must not be appended to it.
    await this.#file.truncate(bytes)
    await this.#file.datasync()
    await syncFolder(this.#dataDir)
    this.#length = bytes
  }

  /** Writes a record and removes it, so that a bad disk is found before money depends on it. */
  async #prove(): Promise<void> {
    const kept = this.#length
    const line = journalLine({ probe: true })
    await this.#write(line)
    const content = await contentOf(this.#path(FILE))
    if (!content.subarray(kept).equals(line)) throw new Error('It reads back something else.')
    await this.#file?.truncate(kept)
    await this.#file?.datasync()
    this.#length = kept
  }

  async #writeAll(): Promise<void> {
    // Let appends of the same moment gather; they then share one sync.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        if (this.#length >= this.#fileBytesMax) await this.#rotate()
        await this.#write(Buffer.concat(batch.map(({ line }) => line)))
        for (const { written } of batch) written.resolve()
      } catch (error) {
        for (const { written } of batch) written.reject(journalFailure(error, this.#dataDir))
      }
    }
    this.#isWriting = false
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken
    const file = this.#file
    if (!file) throw new Error('The journal is closed.')
    try {
      await file.appendFile(bytes)
    } catch (error) {
      await this.#takeBack(file)
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

  /** Removes half a record, which must not stay in front of the next one. */
  async #takeBack(file: FileHandle): Promise<void> {
    try {
      await file.truncate(this.#length)
    } catch (error) {
      this.#broken = error
    }
  }

  async #rotate(): Promise<void> {
    await this.#file?.close()
    await this.#files.rename(this.#path(FILE), this.#path(PREVIOUS_FILE))
    this.#previousLength = this.#length
    await this.#openFile()
  }

  /** The new file is whole on the disk before its name stands for the journal. */
  async #rewrite(
    keep: (records: JournalRecord[]) => Promise<readonly JournalRecord[]>,
  ): Promise<void> {
    if (this.#broken !== undefined) throw journalFailure(this.#broken, this.#dataDir)
    const kept = await keep(await readIntents(this.#dataDir))
    try {
      const made = await this.#files.open(this.#path(NEW_FILE), 'w', 0o600)
      try {
        await made.appendFile(Buffer.concat(kept.map(journalLine)))
        await made.datasync()
      } finally {
        await made.close()
      }
      await this.#files.rename(this.#path(NEW_FILE), this.#path(FILE))
      // After the rename the old handle refers to a file without a name.
      await this.#file?.close()
      this.#file = undefined
      await syncFolder(this.#dataDir)
      await rm(this.#path(PREVIOUS_FILE), { force: true })
      this.#previousLength = 0
      await this.#openFile()
    } catch (error) {
      if (this.#file === undefined) this.#broken = error
      throw journalFailure(error, this.#dataDir)
    }
  }
}

/** Reads the records of the journal of `dataDir`, even while its owner appends; changes nothing. */
export async function readIntents(dataDir: string): Promise<JournalRecord[]> {
  const paths = JOURNAL_FILES.map((name) => join(dataDir, name))
  const all = await Promise.all(
    paths.map(async (path) => parseJournal(await contentOf(path), path).records),
  )
  return all.flat()
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Syncs the directory, so that a new file's name is on the disk too; Windows cannot do it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
