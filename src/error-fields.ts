/**
 * Pure. What a log may say of whatever was thrown. Messages of libraries quote what they choked on,
 * which may be a document or a key, so they are left out; ours are kept without quotes and numbers.
 */
import { fieldsOf } from './fields.ts'
import type { LogFields } from './log.ts'

const FRAMES_MAX = 12
const FRAME_CHARACTERS_MAX = 160
const MESSAGE_CHARACTERS_MAX = 300
/** Codes of Node, PostgreSQL and our own failures. */
const CODE = /^[\w-]{1,40}$/
/** A frame in our own code, whatever folder the program is in. */
const OWN_FRAME = /(^|[/\\(])(src|jobs)[/\\][\w./\\-]+\.ts:\d+/
/** Quoted text, long numbers as documents are written, and long tokens as keys are. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|\d[\d.\-/ ]{2,}\d|[\w+/=-]{24,}/g

export function errorFields(error: unknown): LogFields {
  const { code } = fieldsOf(error)
  const said = typeof code === 'string' && CODE.test(code) ? { code } : {}
  if (!(error instanceof Error)) return { error: typeof error, ...said }
  const frames = framesOf(error)
  const isOwn = error.name === 'Failure' || OWN_FRAME.test(frames[0] ?? '')
  return {
    error: CODE.test(error.name) ? error.name : 'Error',
    ...said,
    ...(isOwn ? { reason: veiled(error.message) } : {}),
    ...(error.name === 'Failure' ? {} : { stack: frames.join('\n') }),
  }
}

function veiled(message: string): string {
  return message.replaceAll(QUOTED, '…').slice(0, MESSAGE_CHARACTERS_MAX)
}

/** Only lines that name a place, since the first lines of a stack are the message. */
function framesOf({ stack = '', message }: Error): string[] {
  // A message of several lines could look like a frame.
  const after = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : ''
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line) || /^at .+\(<anonymous>\)$/.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => shortened(line).slice(0, FRAME_CHARACTERS_MAX))
}

/** The folder that the program is in says nothing about the error. */
function shortened(frame: string): string {
  return frame.replace(
    /(\(|at )(?:async )?(?:file:\/\/)?[^() ]*?[/\\]((?:src|jobs|node_modules)[/\\])/,
    '$1$2',
  )
}
