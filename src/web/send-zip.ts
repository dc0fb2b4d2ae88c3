/**
 * Sends a folder's files as one archive, file after file, never two of them in memory. yazl writes
 * it: version 3.3 of 2024, MIT, one small dependency, streams and sizes past 4 GiB.
 */
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import type { PlainFile } from './plain-file.ts'

export interface FolderToSend {
  /** Without `.zip`. */
  readonly name: string
  readonly files: readonly string[]
  /** Undefined for a file that is gone: then the archive breaks off. */
  readonly open: (file: string) => Promise<PlainFile | undefined>
}

export function sendZip(reply: FastifyReply, folder: FolderToSend): FastifyReply {
  const archive = new ZipFile()
  const sent = new PassThrough()
  // An archive that lacks a file must not look whole.
  archive.on('error', (error: Error) => sent.destroy(error))
  // Whoever stopped the download is gone; there is nobody to tell.
  pipeline(archive.outputStream, sent).catch(() => undefined)
  for (const name of folder.files) {
    archive.addReadStreamLazy(name, (give) => {
      folder.open(name).then(
        (file) => give(file === undefined ? gone(name) : null, streamOf(file)),
        (error: unknown) => give(error, streamOf(undefined)),
      )
    })
  }
  archive.end()
  reply.header('content-disposition', `attachment; filename="${folder.name}.zip"`)
  return reply.type('application/zip').send(sent)
}

function streamOf(file: PlainFile | undefined): Readable {
  return file === undefined ? Readable.from([]) : file.handle.createReadStream()
}

function gone(name: string): Error {
  return new Error(`The file ${name} is in the manifest and not in the folder.`)
}
