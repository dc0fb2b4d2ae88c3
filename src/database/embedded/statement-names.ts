/**
 * Gives each connection its own names for prepared statements: the engine's one session has one set
 * of names, while every client expects a set of its own. Pure.
 */
import { frame, FRAME_HEADER_BYTES, readText, text, type Frame } from './frames.ts'

/**
 * Begins the names of statements that all connections share, so that the engine parses and plans
 * each once. Such a name is made of its statement's text, and a Parse of it begins its batch.
 */
export const SHARED_PREFIX = 'shared_'

const STATEMENT = 'S'.charCodeAt(0)

/**
 * The message with `prefix` before the statement it names. Unnamed statements and shared ones stay
 * as they are; the Close of a shared one gets the prefix and closes nothing, since others use it.
 */
export function withOwnNames(message: Frame, prefix: string): Frame {
  const at = statementNameAt(message)
  if (at === undefined) return message
  const { text: name, next } = readText(message.bytes, at)
  if (name === '' || (name.startsWith(SHARED_PREFIX) && message.type !== 'C')) return message
  const before = message.bytes.subarray(FRAME_HEADER_BYTES, at)
  const bytes = frame(message.type, before, text(prefix + name), message.bytes.subarray(next))
  return { type: message.type, bytes }
}

/** The statement that a Parse message names; undefined for the unnamed one and other messages. */
export function preparedName(message: Frame): string | undefined {
  if (message.type !== 'P') return undefined
  return readText(message.bytes, FRAME_HEADER_BYTES).text || undefined
}

/** Closes prepared statements; those that do not exist are no error. */
export function closeStatements(names: Iterable<string>): Uint8Array {
  const closing = [...names].map((name) => frame('C', Buffer.from('S', 'latin1'), text(name)))
  return Buffer.concat([...closing, frame('S')])
}

function statementNameAt({ type, bytes }: Frame): number | undefined {
  if (type === 'P') return FRAME_HEADER_BYTES
  if (type === 'B') return readText(bytes, FRAME_HEADER_BYTES).next
  const describesOrCloses = type === 'D' || type === 'C'
  if (describesOrCloses && bytes[FRAME_HEADER_BYTES] === STATEMENT) return FRAME_HEADER_BYTES + 1
  return undefined
}
