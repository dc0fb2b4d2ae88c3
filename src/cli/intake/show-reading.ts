/** Shows on a terminal how far a long file is read; nothing on a pipe. */
import type { Output } from '../../app/output.ts'

/** The bytes pass once to be surveyed and twice to be judged, the last time on their way to a file. */
const PASSES = 3
/** Smaller files are read before a person needs to see progress. */
const BYTES_WORTH_SHOWING = 4 * 1024 * 1024

export interface ReadingShown {
  readonly passed: (bytes: number) => void
  readonly end: () => void
}

export function showReading(output: Output, byteLength: number): ReadingShown {
  if (!output.live || byteLength < BYTES_WORTH_SHOWING) {
    return { passed: () => {}, end: () => {} }
  }
  const total = byteLength * PASSES
  let shown = -1
  return {
    passed: (bytes) => {
      const percent = Math.min(99, Math.floor((bytes / total) * 100))
      if (percent === shown) return
      shown = percent
      output.redraw([output.say(`Julgando… ${percent} %`, `Judging… ${percent} %`)])
    },
    end: () => {
      output.redraw([output.say('Julgado.', 'Judged.')])
      output.settle()
    },
  }
}

/** Passes a file's bytes on, counts them for a progress line, and throws when the program stops. */
export class Stopped extends Error {}

interface Passing {
  readonly stop: AbortSignal
  /** Told after each piece how many bytes have passed in all passes together. */
  readonly passed: (bytes: number) => void
}

export function stoppable(
  source: () => AsyncIterable<Uint8Array>,
  { stop, passed }: Passing,
): () => AsyncGenerator<Uint8Array> {
  let bytes = 0
  return async function* () {
    for await (const piece of source()) {
      if (stop.aborted) throw new Stopped('stopped')
      yield piece
      bytes += piece.length
      passed(bytes)
    }
  }
}
