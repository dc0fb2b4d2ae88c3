/** Opens the file that a command was given: by its path, or `-` for standard input. */
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { directoryFailure } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { systemRandom, type Random } from '../../random.ts'
import { refuse } from '../../reconciliation/intake/reasons/explain.ts'
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'
import { fileAt, type GivenFile } from '../../app/run/receive-file.ts'
import { openCheckedFolder } from '../../app/intake/checked-folder.ts'

export interface InputFile extends Pick<GivenFile, 'name' | 'source'>, AsyncDisposable {
  /** Path of its bytes, valid while it is open. */
  readonly path: string
  readonly byteLength: number
}

export interface InputTools {
  readonly dataDir: string
  readonly stdin: Readable
  readonly random: Pick<Random, 'uuid'>
  readonly nowMs: number
  readonly stop: AbortSignal
}

const STDIN = '-'
const STDIN_NAME = 'stdin'
const OWNER_ONLY = 0o600

/** Like `openInput`, with this process's standard input. */
export function openGiven(
  path: string,
  { config, stop }: { readonly config: Pick<Config, 'FROTA_DATA_DIR'>; readonly stop: AbortSignal },
): Promise<InputFile> {
  const { stdin } = process
  const nowMs = wallClock.now()
  return openInput(path, {
    dataDir: config.FROTA_DATA_DIR,
    stdin,
    random: systemRandom,
    nowMs,
    stop,
  })
}

/** Throws `file-refused` where the path cannot be read, or standard input is over the limit. */
export async function openInput(path: string, tools: InputTools): Promise<InputFile> {
  if (path === STDIN) return spool(tools.stdin, STDIN_NAME, tools)
  // A named pipe, such as bash's `<(command)`, can be read only once.
  const isPipe = (await stat(path).catch(() => undefined))?.isFIFO() === true
  if (isPipe) return spool(createReadStream(path), basename(path), tools)
  const { name, source } = await fileAt(path)
  const { size } = await stat(path)
  return { name, source, path, byteLength: size, [Symbol.asyncDispose]: async () => {} }
}

/** Copies a pipe to the data directory while the command runs, since files are read repeatedly. */
async function spool(bytes: Readable, name: string, { dataDir, random, nowMs, stop }: InputTools) {
  const folder = await openCheckedFolder(dataDir, nowMs).catch((cause: unknown) => {
    throw directoryFailure(cause, dataDir)
  })
  const path = join(folder, `.${STDIN_NAME}-${random.uuid()}`)
  const dispose = (): Promise<void> => rm(path, { force: true })
  const file = await open(path, 'wx', OWNER_ONLY)
  let byteLength = 0
  try {
    for await (const chunk of addAbortSignal(stop, bytes) as AsyncIterable<Uint8Array>) {
      byteLength += chunk.length
      if (byteLength > INTAKE_LIMITS.bytesMax) throw tooLarge()
      await file.writeFile(chunk)
    }
    // The folder's retention compares file times with our clock, which tests may start elsewhere.
    await file.utimes(new Date(nowMs), new Date(nowMs))
  } catch (error) {
    await file.close()
    await dispose()
    throw directoryFailure(error, dataDir)
  }
  await file.close()
  const source = (): AsyncIterable<Uint8Array> => createReadStream(path)
  return { name, source, path, byteLength, [Symbol.asyncDispose]: dispose }
}

function tooLarge(): Failure {
  const { refused } = refuse('F-TOO-LARGE', { limit: INTAKE_LIMITS.bytesMax })
  return new Failure('file-refused', refused.message)
}
