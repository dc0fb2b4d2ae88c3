/**
 * Asks a person at a terminal for a secret, which is not echoed. What is typed arrives as bytes, is
 * never kept as text here, and is overwritten after use.
 */
import { Failure } from '../../failure.ts'

/** The streams of a terminal; a test passes its own. */
interface TerminalStreams {
  readonly input: {
    readonly isTTY?: boolean
    setRawMode?(raw: boolean): unknown
    on(event: 'data', listener: (bytes: Uint8Array) => void): unknown
    off(event: 'data', listener: (bytes: Uint8Array) => void): unknown
    on(event: 'end', listener: () => void): unknown
    off(event: 'end', listener: () => void): unknown
    resume(): unknown
    pause(): unknown
  }
  readonly output: { readonly isTTY?: boolean; write(text: string): unknown }
}

/** More bytes than a document with its punctuation has. */
const TYPED_BYTES_MAX = 100
const CTRL_C = 0x03
const CTRL_D = 0x04
const BACKSPACES: readonly number[] = [0x08, 0x7f]
const ENTERS: readonly number[] = [0x0a, 0x0d]
const CTRL_U = 0x15
const ESCAPE = 0x1b
const SPACE = 0x20

/** False when nobody can be asked: input or output is a pipe or a file. */
export function isAttended({ input, output }: TerminalStreams): boolean {
  return input.isTTY === true && output.isTTY === true
}

/** The caller overwrites the bytes. `stop`: a signal from outside ends the question like Ctrl-C. */
export async function askSecret(
  { input, output }: TerminalStreams,
  question: string,
  stop: AbortSignal,
): Promise<Uint8Array> {
  if (stop.aborted) throw new Failure('usage', LEFT_UNDONE)
  // Before the question, because the terminal would echo an answer that is typed at once.
  input.setRawMode?.(true)
  output.write(question)
  const line = new TypedLine()
  const done = Promise.withResolvers<Uint8Array>()
  const fail = (): void => {
    line.wipe()
    done.reject(new Failure('usage', LEFT_UNDONE))
  }
  const take = (bytes: Uint8Array): void => {
    for (const byte of bytes) {
      const became = line.key(byte)
      if (became === 'ended') done.resolve(line.bytes())
      if (became === 'cancelled') fail()
      if (became !== 'typing') break
    }
    bytes.fill(0)
  }
  input.on('data', take)
  input.on('end', fail)
  stop.addEventListener('abort', fail, { once: true })
  input.resume()
  try {
    return await done.promise
  } finally {
    input.off('data', take)
    input.off('end', fail)
    stop.removeEventListener('abort', fail)
    input.setRawMode?.(false)
    input.pause()
    output.write('\n')
  }
}

/** The Failure for Ctrl-C, Ctrl-D, the end of the input, or a signal. */
const LEFT_UNDONE = {
  pt: 'Cancelado: nada foi enviado.',
  en: 'Cancelled: nothing was sent.',
}

/** One answer while it is typed; handles backspace, control and escape sequences. */
class TypedLine {
  readonly #bytes = new Uint8Array(TYPED_BYTES_MAX)
  #length = 0
  #inEscape = false

  key(byte: number): 'typing' | 'ended' | 'cancelled' {
    if (byte === CTRL_C || (byte === CTRL_D && this.#length === 0)) return 'cancelled'
    if (ENTERS.includes(byte)) return 'ended'
    // An arrow or a function key sends an escape sequence, which a letter or `~` ends.
    if (this.#inEscape) this.#inEscape = !/[A-Za-z~]/.test(String.fromCharCode(byte))
    else if (byte === ESCAPE) this.#inEscape = true
    else if (BACKSPACES.includes(byte)) this.#erase()
    else if (byte === CTRL_U) this.wipe()
    else if (byte >= SPACE && this.#length < TYPED_BYTES_MAX) this.#add(byte)
    return 'typing'
  }

  bytes(): Uint8Array {
    const typed = this.#bytes.slice(0, this.#length)
    this.wipe()
    return typed
  }

  wipe(): void {
    this.#bytes.fill(0)
    this.#length = 0
  }

  #add(byte: number): void {
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #erase(): void {
    if (this.#length === 0) return
    this.#length -= 1
    this.#bytes[this.#length] = 0
  }
}
