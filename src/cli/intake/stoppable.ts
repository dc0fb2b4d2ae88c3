/** A file's bytes, given up when the program is to stop, and counted on their way for whoever waits. */

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
