/** Claims one effect as a job does with a few; null when it is not to be had. */
import type { Effect, EffectStore } from '../../../src/ledger/effects/effects.ts'

export async function claimOne(
  store: Pick<EffectStore, 'claim'>,
  id: string,
  holder: string,
  leaseMs: number,
): Promise<Effect | null> {
  return (await store.claim([id], holder, leaseMs))[0] ?? null
}
