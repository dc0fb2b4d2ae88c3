/** Ends a backup or a restoration that a person stopped before any of it was put in place. */
import { Failure } from '../../failure.ts'

export function endIfStopped(stop: AbortSignal): void {
  if (!stop.aborted) return
  throw new Failure('stopped', {
    pt: 'Parado: o livro-razão e as cópias ficam como estavam.',
    en: 'Stopped: the ledger and the backups are as they were.',
  })
}

export async function* untilStopped(
  pieces: AsyncIterable<Buffer>,
  stop: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    endIfStopped(stop)
    yield piece
  }
}
