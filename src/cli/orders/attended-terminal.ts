/**
 * A terminal with a person at it: questions that are answered in the open, and secrets that are not
 * echoed. What is typed arrives as bytes, is never kept as text here, and is overwritten after use.
 */
import { Failure } from '../../failure.ts'

export interface AttendedTerminal {
  /** False when nobody can be asked: input or output is a pipe or a file. */
  readonly isAttended: boolean
  line(text?: string): void
  ask(question: string): Promise<string>
  /** Without echo. The caller overwrites the bytes. */
  askSecret(question: string): Promise<Uint8Array>
  /** No more questions: the keyboard is the shell's again, and Ctrl-C a signal. */
  rest(): void
}

/** What a terminal is made of; a test brings its own. */
export interface TerminalStreams {
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

/** A card's holder has 80 characters at most, of four bytes each. */
const TYPED_BYTES_MAX = 400
const CTRL_C = 0x03
const CTRL_D = 0x04
const BACKSPACES: readonly number[] = [0x08, 0x7f]
const ENTERS: readonly number[] = [0x0a, 0x0d]
const CTRL_U = 0x15
const ESCAPE = 0x1b
const SPACE = 0x20
const NEWLINE = '\n'

/** `stop`: a signal from outside ends the question like Ctrl-C. */
export function openAttendedTerminal(
  { input, output }: TerminalStreams,
  stop: AbortSignal,
): AttendedTerminal {
  const reader = new KeyReader(input, stop)
  const question = async (text: string, echo?: (text: string) => void): Promise<Uint8Array> => {
    // First: whoever answers at once must not be echoed by the terminal itself.
    reader.begin()
    output.write(text)
    try {
      return await reader.line(echo)
    } finally {
      output.write(NEWLINE)
    }
  }
  return {
    isAttended: input.isTTY === true && output.isTTY === true,
    line: (text = '') => void output.write(`${text}${NEWLINE}`),
    ask: async (text) => {
      const bytes = await question(text, (echoed) => void output.write(echoed))
      return new TextDecoder().decode(bytes).trim()
    },
    askSecret: (text) => question(text),
    rest: () => reader.rest(),
  }
}

/** Ctrl-C, Ctrl-D, the end of the input, or a signal: the person went away. */
export function leftUndone(): Failure {
  return new Failure('usage', {
    pt: 'Cancelado: nada foi enviado e nada foi cobrado.',
    en: 'Cancelled: nothing was sent and nothing was charged.',
  })
}

class KeyReader {
  readonly #input: TerminalStreams['input']
  readonly #stop: AbortSignal
  /** Typed or pasted ahead of its question. */
  #ahead: number[] = []

  constructor(input: TerminalStreams['input'], stop: AbortSignal) {
    this.#input = input
    this.#stop = stop
  }

  /** Raw mode stays on between questions, or what is typed ahead would be echoed by the terminal. */
  begin(): void {
    if (this.#stop.aborted) throw leftUndone()
    this.#input.setRawMode?.(true)
  }

  async line(echo?: (text: string) => void): Promise<Uint8Array> {
    const line = new TypedLine(echo)
    const done = Promise.withResolvers<Uint8Array>()
    const fail = (): void => {
      line.wipe()
      this.#ahead.fill(0)
      done.reject(leftUndone())
    }
    const take = (bytes: Uint8Array): void => {
      const typed = [...this.#ahead, ...bytes]
      bytes.fill(0)
      this.#ahead.fill(0)
      this.#ahead = []
      for (const [at, byte] of typed.entries()) {
        const became = line.key(byte)
        if (became === 'typing') continue
        this.#ahead = became === 'ended' ? typed.slice(at + 1) : []
        typed.fill(0)
        return became === 'ended' ? done.resolve(line.bytes()) : fail()
      }
      typed.fill(0)
    }
    this.#input.on('data', take)
    this.#input.on('end', fail)
    this.#stop.addEventListener('abort', fail, { once: true })
    this.#input.resume()
    if (this.#ahead.length > 0) take(new Uint8Array(0))
    try {
      return await done.promise
    } finally {
      this.#input.off('data', take)
      this.#input.off('end', fail)
      this.#stop.removeEventListener('abort', fail)
      this.#input.pause()
    }
  }

  rest(): void {
    this.#ahead.fill(0)
    this.#ahead = []
    this.#input.setRawMode?.(false)
    this.#input.pause()
  }
}

/** One answer while it is typed, with what a keyboard does to it. */
class TypedLine {
  readonly #bytes = new Uint8Array(TYPED_BYTES_MAX)
  readonly #echo: ((text: string) => void) | undefined
  #length = 0
  #inEscape = false

  constructor(echo: ((text: string) => void) | undefined) {
    this.#echo = echo
  }

  key(byte: number): 'typing' | 'ended' | 'cancelled' {
    if (byte === CTRL_C || (byte === CTRL_D && this.#length === 0)) return 'cancelled'
    if (ENTERS.includes(byte)) return 'ended'
    // An arrow or a function key sends some bytes; its letter ends them.
    if (this.#inEscape) this.#inEscape = !/[A-Za-z~]/.test(String.fromCharCode(byte))
    else if (byte === ESCAPE) this.#inEscape = true
    else if (BACKSPACES.includes(byte)) this.#erase()
    else if (byte === CTRL_U) while (this.#length > 0) this.#erase()
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
    // Of a letter in several bytes none is shown alone.
    if (byte < 0x80) this.#echo?.(String.fromCharCode(byte))
  }

  #erase(): void {
    if (this.#length === 0) return
    this.#length -= 1
    this.#bytes[this.#length] = 0
    this.#echo?.('\b \b')
  }
}
