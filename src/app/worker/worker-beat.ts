/** Says now and then that the conductor of a night lives, and notices when the night is another's. */
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'

export interface BeatTools {
  readonly clock: Clock
  readonly beatMs: number
  /** False: the night is another's by now. Rejects while the ledger is away. */
  readonly beat: () => Promise<boolean>
}

/** Until `over`; aborts `taken` with the Failure that says why. Never rejects. */
export async function keepBeating(
  { clock, beatMs, beat }: BeatTools,
  over: AbortSignal,
  taken: AbortController,
): Promise<void> {
  while (!over.aborted) {
    await clock.sleep(beatMs, over)
    if (over.aborted) return
    // A ledger that is away is noticed by the work itself, which needs it more than this does.
    if (await beat().catch(() => true)) continue
    if (!over.aborted) taken.abort(takenOver())
    return
  }
}

function takenOver(): Failure {
  return new Failure('already-running', {
    pt: 'Outro trabalhador assumiu este trabalho enquanto este processo não respondia.',
    en: 'Another worker took this over while this process did not answer.',
  })
}
