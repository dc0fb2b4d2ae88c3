/** Claims one effect as a job does with a few; null when it is not to be had. */
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import type { EffectStore } from '../../../src/ledger/effects/effects-sql.ts'

export async function claimOne(
  store: Pick<EffectStore, 'claim'>,
  id: string,
  holder: string,
  leaseMs: number,
): Promise<Effect | null> {
  return (await store.claim([id], holder, leaseMs))[0] ?? null
}
