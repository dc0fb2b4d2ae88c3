/** One planned effect, a stage that does what the test says, and everything it was told. */
import { answerUnfit } from '../../src/client/failures.ts'
import type { CallResult } from '../../src/client/answer.ts'
import type { Clock } from '../../src/clock.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { claimEffects } from '../../src/effects/perform-effect.ts'
import { performEffect } from '../support/perform-effect.ts'
import type { EffectStage } from '../../src/effects/stage.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import type { SentKind } from '../../src/ledger/effects/effects.ts'
import { endingSlots } from '../support/ledger/ending-slots.ts'
import { openMemoryEffectStore } from '../support/ledger/effects-memory.ts'
import type { Ending, QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { Used } from '../../src/quota/gate.ts'
import { seededRandom } from '../../src/random.ts'

export type Stage = EffectStage<string, string, string>
export const one = '00000000-0000-4000-8000-00000000000a'
export const two = '00000000-0000-4000-8000-00000000000b'
export const HOUR_MS = 3_600_000

export async function setup(
  kind: SentKind,
  stage: Partial<Stage> = {},
  tools: Partial<EffectTools> = {},
  /** Of the gate, if `tools` has a shipped one. */
  ledger?: Pick<QuotaLedger, 'settle'>,
) {
  let nowMs = 1_000_000
  const clock: Clock = { now: () => nowMs, uptime: () => nowMs, sleep: () => Promise.resolve() }
  const byMoves: Ending[] = []
  const quota = {
    settle: async (useId: string, ending: Ending): Promise<void> => {
      byMoves.push(ending)
      await ledger?.settle(useId, ending)
    },
  }
  const store = endingSlots(openMemoryEffectStore({ clock, random: seededRandom(3) }), quota)
  await store.plan([{ kind, key: 'key', fleetId: 'f', vehicleId: 'v' }])
  const told: string[] = []
  const usages: Used<unknown>[] = []
  let onSlot = (): void => undefined
  const whole: Stage = {
    kind,
    budget: { bucket: 'b' },
    prepare: async () => ({ ready: 'body', baseline: ['old'], bodyHash: 'hash' }),
    send: async (_ready, leave) => {
      leave.mayLeave()
      return { outcome: 'answered', ok: true, status: 201, body: one }
    },
    fits: (reply) => ({ fits: true, remoteId: reply }),
    lookUp: async () => [],
    record: async (_tx, _effect, found) => {
      told.push(found.how)
    },
    ...stage,
  }
  const all: EffectTools = {
    store,
    gate: {
      withSlot: async (_request, use) => {
        onSlot()
        const used = await use({ useId: one, bucket: 'b', maySend: () => true })
        // How the slot ended, whoever told it.
        usages.push(used.ending === 'told' ? { ...used, ending: byMoves.at(-1) ?? 'told' } : used)
        return { granted: true, value: used.value }
      },
    },
    journal: null,
    clock,
    holder: 'test',
    delays: lookUpDelays(),
    ...tools,
  }
  const id = store.all()[0]?.id ?? ''
  return {
    store,
    stage: whole,
    tools: all,
    told,
    usages,
    advance: (ms: number) => {
      nowMs += ms
    },
    /** Does this before a slot is granted. */
    onSlot: (act: () => void) => {
      onSlot = act
    },
    nowMs: () => nowMs,
    claim: () => claimEffects(all, whole, [id]),
    perform: (effectId = id) => performEffect(all, whole, effectId),
    effect: () => store.all()[0],
  }
}

export const answer = (result: CallResult<string>): Partial<Stage> => ({
  send: async (_ready, leave) => {
    leave.mayLeave()
    return result
  },
})
export const doubt = answer({ outcome: 'in-doubt', why: 'reset' })
export const match = (remoteId: string) => ({ remoteId, thing: remoteId })

/** A service that shows an order in another form than the interface's. */
export const unfit = answerUnfit('https://x', 'listOrders', 'results[0].total_amount: 1.5')
