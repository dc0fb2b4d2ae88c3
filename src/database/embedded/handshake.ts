/**
 * The opening of a wire connection, answered without the engine: PGlite is already started, so
 * every connection is welcomed as the same trusted user. Who may reach the connection at all is
 * decided by the process boundary and by the mode of the socket file. Pure.
 */
import { frame, int32, readInt32, readyForQuery, text } from './frames.ts'

const PROTOCOL_3 = 0x0003_0000
const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102

/** A startup packet holds a handful of options; a longer one is not of a PostgreSQL client. */
const STARTUP_BYTES_MAX = 64 * 1024

export type Opening =
  | { step: 'incomplete' }
  /** The client asked for encryption; it goes on in plain after this answer. */
  | { step: 'declined'; answer: Uint8Array; used: number }
  | { step: 'welcomed'; answer: Uint8Array; used: number }
  /** A cancel request or something that is not the protocol; the connection ends. */
  | { step: 'refused' }

/** `bytes`: what arrived and was not used yet; `id`: sent to the client as the process id. */
export function openConnection(bytes: Uint8Array, id: number, serverVersion: string): Opening {
  if (bytes.length < 8) return { step: 'incomplete' }
  const length = readInt32(bytes, 0)
  if (length < 8 || length > STARTUP_BYTES_MAX) return { step: 'refused' }
  if (bytes.length < length) return { step: 'incomplete' }
  const request = readInt32(bytes, 4)
  if (request === SSL_REQUEST || request === GSS_REQUEST) {
    return { step: 'declined', answer: Buffer.from('N', 'latin1'), used: length }
  }
  if (request === CANCEL_REQUEST || request >>> 16 !== PROTOCOL_3 >>> 16) return { step: 'refused' }
  return { step: 'welcomed', answer: welcome(id, serverVersion), used: length }
}

function welcome(id: number, serverVersion: string): Uint8Array {
  const settings = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }
  return Buffer.concat([
    frame('R', int32(0)),
    ...Object.entries(settings).map(([name, value]) => frame('S', text(name), text(value))),
    frame('K', int32(id), int32(0)),
    readyForQuery('I'),
  ])
}
