/** Passes a file's bytes on, counts them for a progress line, and throws when the program stops. */

export class Stopped extends Error {}

export interface Passing {
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
