/**
 * Keeps an uploaded file, sealed, until it is imported and for its retention after: it holds clear
 * documents. Frames of bounded size, each sealed for its place, so that no frame can be swapped.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { directoryFailure, errorCode } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'
import type { JudgeOptions } from './judge-file.ts'
import type { Secret } from '../../secret.ts'
import { isFields } from '../../fields.ts'

/** What a person said about the file. */
export interface UploadAbout extends Pick<
  JudgeOptions,
  'map' | 'sheet' | 'strict' | 'repairPlates' | 'edits'
> {
  /** They may hold a document, so they are sealed with the file. */
  readonly defaults: NonNullable<JudgeOptions['defaults']>
  /** What was remembered of the fleet's earlier files is forgotten, not used. */
  readonly forgetReading?: boolean
  /** Accept a file that names less than half of the fleet. */
  readonly otherFleet: boolean
  /** Another owner's document is sent to the service for a vehicle that is registered. */
  readonly updateOwners?: boolean
  /** Vehicles that the file no longer names are removed at the service. */
  readonly deactivateMissing?: boolean
  /** All that who sent it may see, where that is not every fleet: none is taken from another. */
  readonly fleets?: readonly string[]
}

export interface Upload extends UploadAbout {
  /** Opens the same bytes each time. */
  source(): AsyncIterable<Uint8Array>
}

const FRAME_BYTES_MAX = 256 * 1024
const LENGTH_BYTES = 4
/** Frames of earlier versions are in base 64, a third longer; anything much longer is no frame. */
const SEALED_BYTES_MAX = 2 * FRAME_BYTES_MAX

/** The first frame; without `frames`, those that follow are in base 64, of an earlier version. */
interface Kept extends UploadAbout {
  readonly frames?: 'bytes'
  /** An empty frame is the last one, so that a file that was cut behind a frame is recognized. */
  readonly ended?: true
}

/** `keep` alone writes it, sealed, so that nobody else can. */
function isKept(value: unknown): value is Kept {
  return isFields(value)
}

type Sealing = Pick<Secret, 'sealBytes' | 'openBytes'>

function contextOf(id: string, frame: number): string {
  return `upload/${id}/${frame}`
}

/** An upload in frames of bounded size, sealed for their places; `openSealed` reads them. */
export async function* sealed(
  secret: Sealing,
  id: string,
  { bytes, about }: { bytes: AsyncIterable<Uint8Array>; about: UploadAbout },
): AsyncGenerator<Uint8Array> {
  const kept: Kept = { ...about, frames: 'bytes', ended: true }
  yield secret.sealBytes(Buffer.from(JSON.stringify(kept)), contextOf(id, 0))
  let frame = 1
  for await (const chunk of inFrames(bytes)) {
    yield secret.sealBytes(chunk, contextOf(id, frame))
    frame += 1
  }
  yield secret.sealBytes(Buffer.alloc(0), contextOf(id, frame))
}

/** `frames`: reads the sealed ones from the first, each time it is called. */
export async function openSealed(
  secret: Sealing,
  id: string,
  frames: () => AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const opened = async function* (): AsyncGenerator<Uint8Array> {
    let at = 0
    for await (const frame of frames()) {
      yield secret.openBytes(frame, contextOf(id, at))
      at += 1
    }
  }
  const opening = opened()
  const first = await opening.next()
  // Closes the file behind it.
  await opening.return(undefined)
  if (first.done === true) throw damaged(id)
  const kept: unknown = JSON.parse(Buffer.from(first.value).toString())
  if (!isKept(kept)) throw new Error(`What was kept beside ${id} is no object.`)
  const { frames: form, ended, ...about } = kept
  const source = async function* (): AsyncGenerator<Uint8Array> {
    let at = 0
    let isWhole = ended !== true
    for await (const frame of opened()) {
      if (at > 0 && frame.length > 0) yield form === 'bytes' ? frame : fromBase64(frame)
      isWhole ||= frame.length === 0
      at += 1
    }
    if (!isWhole) throw damaged(id)
  }
  return { ...about, source }
}

export type Uploads = ReturnType<typeof openUploads>

export function openUploads(directory: string, secret: Sealing, clock: Pick<Clock, 'now'>) {
  const pathOf = (importId: string): string => join(directory, `${importId}.sealed`)
  return {
    keep: async (importId: string, bytes: AsyncIterable<Uint8Array>, about: UploadAbout) => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const partial = `${pathOf(importId)}.partial`
      const file = await open(partial, 'w', 0o600)
      try {
        for await (const frame of sealed(secret, importId, { bytes, about })) {
          const length = Buffer.alloc(LENGTH_BYTES)
          length.writeUInt32BE(frame.length)
          await file.write(Buffer.concat([length, frame]))
        }
        // The retention compares with the clock, which a test may have started at another date.
        const at = new Date(clock.now())
        await file.utimes(at, at)
        await file.sync()
      } catch (error) {
        await rm(partial, { force: true })
        throw directoryFailure(error, directory)
      } finally {
        await file.close()
      }
      await rename(partial, pathOf(importId))
    },
    /** Undefined when it is damaged, was received by another machine, or its retention is over. */
    find: async (importId: string) => {
      const frames = () => readFrames(pathOf(importId))
      try {
        const upload = await openSealed(secret, importId, frames)
        // Read once, so that nobody begins with a file whose end does not open.
        await Array.fromAsync(upload.source(), ({ length }) => length)
        return upload
      } catch (error) {
        if (error instanceof Failure || errorCode(error) === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

async function* inFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += FRAME_BYTES_MAX) {
      yield chunk.subarray(at, at + FRAME_BYTES_MAX)
    }
  }
}

function fromBase64(text: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(text).toString('latin1'), 'base64')
}

async function* readFrames(path: string): AsyncGenerator<Uint8Array> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= LENGTH_BYTES) {
      const length = pending.readUInt32BE()
      if (length > SEALED_BYTES_MAX) throw damaged(path)
      if (pending.length < LENGTH_BYTES + length) break
      yield pending.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
      pending = pending.subarray(LENGTH_BYTES + length)
    }
  }
  if (pending.length > 0) throw damaged(path)
}

function damaged(path: string): Failure {
  return new Failure('file-refused', {
    pt: `O arquivo guardado ${path} está danificado; envie a planilha de novo.`,
    en: `The kept upload ${path} is damaged; upload the spreadsheet again.`,
  })
}
