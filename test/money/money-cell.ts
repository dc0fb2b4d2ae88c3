/**
 * One cell of docs/money.md: the real engine meets one fault, dies at one point, starts again and
 * goes on until nothing moves any more. Time is injected, and the store is the ledger in memory.
 */
import type { Clock } from '../../src/clock.ts'
import type { JournalRecord } from '../../src/database/journal.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { performEffect } from '../support/perform-effect.ts'
import { recoverEffects } from '../../src/effects/recover-effects.ts'
import type { EffectStage } from '../../src/effects/stage.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import type { Effect, EffectState, SentKind } from '../../src/ledger/effects/effects.ts'
import { openMemoryEffectStore } from '../support/ledger/effects-memory.ts'
import { seededRandom } from '../../src/random.ts'
import { openFakeService } from '../effects/fake-service.ts'
import type { FakeService, Fault, Thing } from '../effects/fake-service.ts'

export const CRASHES = [
  'no crash',
  'before the claim',
  'after the claim',
  'after the slot',
  'after the intent',
  'sent, no answer yet',
  'answered, not settled',
  'settled',
  'sent, ledger forgot',
] as const
export type Crash = (typeof CRASHES)[number]

export interface Cell {
  readonly kind: SentKind
  /** What the first request that leaves meets; later ones are answered. */
  readonly fault: Fault
  readonly crash: Crash
}

export interface CellEnding {
  readonly state: EffectState
  /** Things at the service. */
  readonly made: number
  /** Requests that were on the wire. */
  readonly sent: number
  /** From the first attempt until nothing moves any more. */
  readonly tookMs: number
}

class Died extends Error {}

const KEY = 'key'
const TURNS_MAX = 60

interface CellWorld {
  readonly tools: EffectTools
  readonly stage: EffectStage<string, Thing, Thing>
  readonly effect: () => Effect
  readonly recover: () => Promise<void>
  readonly advanceTo: (ms: number) => void
  readonly service: FakeService
}

export async function runCell(cell: Cell): Promise<CellEnding> {
  const world = await openCell(cell)
  const startedMs = world.tools.clock.now()
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const isOver = await oneTurn(world)
    if (isOver) break
  }
  const { things, requests } = world.service
  const tookMs = world.tools.clock.now() - startedMs
  return { state: world.effect().state, made: things.length, sent: requests.length, tookMs }
}

/** True when nothing is left to do. */
async function oneTurn({ tools, stage, effect, recover, advanceTo }: CellWorld): Promise<boolean> {
  try {
    const outcome = await performEffect(tools, stage, effect().id)
    if (outcome.outcome !== 'snoozed') return true
    advanceTo(outcome.untilMs)
  } catch (error) {
    if (!(error instanceof Died)) throw error
    await recover()
    advanceTo(tools.clock.now() + (effect().notBeforeInMs ?? 0))
  }
  return false
}

async function openCell(cell: Cell): Promise<CellWorld> {
  let nowMs = 1_700_000_000_000
  const clock: Clock = { now: () => nowMs, uptime: () => nowMs, sleep: () => Promise.resolve() }
  const random = seededRandom(1)
  const store = openMemoryEffectStore({ clock, random })
  const service = openFakeService(random, () => nowMs)
  const journal: JournalRecord[] = []
  await store.plan([{ kind: cell.kind, key: KEY, fleetId: 'fleet', vehicleId: 'vehicle' }])
  const forget = store.checkpoint()
  const dying = openDying(cell.crash, forget)
  const delays = lookUpDelays()
  const tools: EffectTools = {
    store: mortal(store, dying),
    gate: {
      withSlot: async (_request, use) => {
        dying.at('after the slot')
        const { value } = await use({ useId: random.uuid(), bucket: 'any', maySend: () => true })
        return { granted: true, value }
      },
    },
    journal: {
      append: async (record) => {
        journal.push(record)
        dying.at('after the intent')
      },
    },
    clock,
    holder: 'cell',
    delays,
  }
  return {
    tools,
    stage: stageOf(cell, service, dying),
    effect: () => {
      const [effect] = store.all()
      if (effect === undefined) throw new Error('The effect of a cell is gone.')
      return effect
    },
    recover: async () => {
      dying.startAgain()
      await recoverEffects({ store, journal: { readAll: async () => journal }, delays }, true)
    },
    advanceTo: (ms) => {
      nowMs = Math.max(nowMs, ms)
    },
    service,
  }
}

interface Dying {
  /** The process dies there, once; from then on nothing of it works until it is started again. */
  readonly at: (point: Crash) => void
  readonly alive: () => void
  readonly startAgain: () => void
}

function openDying(crash: Crash, forget: () => void): Dying {
  let isDead = false
  let isOver = false
  return {
    at: (point) => {
      const isForgotten = crash === 'sent, ledger forgot' && point === 'sent, no answer yet'
      if (isOver || (point !== crash && !isForgotten)) return
      isOver = true
      isDead = true
      if (isForgotten) forget()
      throw new Died()
    },
    alive: () => {
      if (isDead) throw new Died()
    },
    startAgain: () => {
      isDead = false
    },
  }
}

function mortal(store: EffectTools['store'], { at, alive }: Dying): EffectTools['store'] {
  return {
    ...store,
    claim: async (...parameters) => {
      at('before the claim')
      const claimed = await store.claim(...parameters)
      at('after the claim')
      return claimed
    },
    settle: async (...parameters) => {
      alive()
      at('answered, not settled')
      const settled = await store.settle(...parameters)
      at('settled')
      return settled
    },
  }
}

/** What every stage does, reduced to a thing with a key. */
function stageOf(
  { kind, fault }: Cell,
  service: FakeService,
  { at }: Dying,
): EffectStage<string, Thing, Thing> {
  let next = fault
  return {
    kind,
    budget: kind === 'register' ? null : { bucket: 'any' },
    prepare: async () => {
      const [there] = service.list(KEY)
      if (there !== undefined) return { adopt: { remoteId: there.id, thing: there }, why: 'there' }
      return { ready: KEY, baseline: [], bodyHash: 'hash' }
    },
    send: async (key, leave) => {
      if (!leave.mayLeave()) throw new Error('A slot of a cell is never stale.')
      const result = service.post(key, next)
      next = 'created'
      at('sent, no answer yet')
      return result
    },
    fits: (reply, key) =>
      reply.key === key
        ? { fits: true, remoteId: reply.id }
        : { fits: false, why: 'another key was answered' },
    lookUp: async () => service.list(KEY).map((thing) => ({ remoteId: thing.id, thing })),
    record: async () => undefined,
  }
}
