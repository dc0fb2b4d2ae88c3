/** Asks a person at a terminal for a secret, which is not echoed. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Failure } from '../../failure.ts'
import { askLine } from '../ask-line.ts'

/** The streams of a terminal; a test passes its own. */
interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: { readonly isTTY?: boolean; write(text: string): unknown }
}

/** False when nobody can be asked: input or output is a pipe or a file. */
export function isAttended({ input, output }: TerminalStreams): boolean {
  return input.isTTY === true && output.isTTY === true
}

/**
 * `stop`: a signal from outside ends the question like Ctrl-C, Ctrl-D or the end of the input.
 * Throws `usage` then.
 */
export async function askSecret(
  { input, output }: TerminalStreams,
  question: string,
  stop: AbortSignal,
): Promise<string> {
  if (stop.aborted) throw new Failure('usage', LEFT_UNDONE)
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() })
  // Before the question, because the terminal would echo an answer that is typed at once.
  const reader = createInterface({ input, output: unseen, terminal: true, historySize: 0 })
  output.write(question)
  try {
    return await askLine(reader, '', stop)
  } catch {
    throw new Failure('usage', LEFT_UNDONE)
  } finally {
    output.write('\n')
  }
}

const LEFT_UNDONE = {
  pt: 'Cancelado: nada foi enviado.',
  en: 'Cancelled: nothing was sent.',
}
