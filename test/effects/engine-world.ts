/** The real engine in a world of chance: workers that crash and freeze, a service that misbehaves. */
import type { JournalRecord } from '../../src/database/journal.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { performEffect } from '../support/perform-effect.ts'
import { recoverEffects } from '../../src/effects/recover-effects.ts'
import type { EffectStage } from '../../src/effects/stage.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import type { Effect, SentKind } from '../../src/ledger/effects/effects.ts'
import { openMemoryEffectStore } from '../support/ledger/effects-memory.ts'
import type { Gate } from '../../src/quota/gate.ts'
import { seededRandom } from '../../src/random.ts'
import { ALLOWED_MOVES, FINISHED, moveName } from './allowed-moves.ts'
import { FAULTS, openFakeService, type Fault, type Thing } from './fake-service.ts'
import { openScheduler } from './scheduler.ts'

class Crash extends Error {}

export interface Plan {
  readonly seed: number
  readonly kind: SentKind
  readonly effects: number
  readonly workers: number
  /** Of a worker at each crossing, 0 to 1. */
  readonly crashes: number
  /** Of a long freeze at each crossing. */
  readonly freezes: number
  /** Crashes that also take the ledger's last moves; needs one worker. */
  readonly amnesia: boolean
  /** Makes the engine wrong, to see that the invariants notice. */
  readonly plant?: (tools: EffectTools, stage: Stage) => { tools: EffectTools; stage: Stage }
}

type Stage = EffectStage<string, Thing, Thing>

/** What must hold, as sentences about what did not. Empty when everything held. */
export async function runWorld(plan: Plan): Promise<{ broken: string[]; log: string[] }> {
  const random = seededRandom(plan.seed)
  const scheduler = openScheduler(random)
  const { clock } = scheduler
  const store = openMemoryEffectStore({ clock, random })
  const service = openFakeService(random, () => clock.now())
  const journal: JournalRecord[] = []
  const broken: string[] = []
  let calm = false
  let forget = store.checkpoint()

  const chance = (probability: number): boolean => !calm && random.next() < probability

  /** A tool as a mortal process uses it: it may die, or be overtaken, at each side of each call. */
  function mortal<Tool extends object>(tool: Tool, life: { dead: boolean }): Tool {
    const crossing = async (): Promise<void> => {
      await scheduler.pause()
      if (chance(plan.crashes)) life.dead = true
      if (life.dead) throw new Crash()
    }
    return new Proxy(tool, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return async (...parameters: unknown[]) => {
          await crossing()
          const result: unknown = await Reflect.apply(value, target, parameters)
          await crossing()
          return result
        }
      },
    })
  }

  const stage: Stage = {
    kind: plan.kind,
    budget: plan.kind === 'register' ? null : { bucket: 'any' },
    prepare: async (effect) => {
      const [there] = service.list(effect.key)
      if (there !== undefined) return { adopt: { remoteId: there.id, thing: there }, why: 'there' }
      return { ready: effect.key, baseline: [], bodyHash: 'hash' }
    },
    send: async (key, leave) => {
      if (!leave.mayLeave()) {
        return { outcome: 'never-sent', why: 'stale', cause: new Error('stale') as never }
      }
      const effect = await store.findByKey(plan.kind, key)
      if (effect?.state !== 'intent') broken.push(`${key} left in ${effect?.state}`)
      const isJournaled = journal.some((record) => record['epoch'] === effect?.epoch)
      if (!isJournaled) broken.push(`${key} left without a journal`)
      const fault: Fault = calm ? 'created' : (FAULTS[Math.floor(random.next() * 14)] ?? 'created')
      return service.post(key, fault)
    },
    fits: (reply, key) =>
      reply.key === key
        ? { fits: true, remoteId: reply.id }
        : { fits: false, why: 'another key was answered' },
    lookUp: async (effect) =>
      service.list(effect.key).map((thing) => ({ remoteId: thing.id, thing })),
    record: async () => undefined,
  }

  const gate: Pick<Gate, 'withSlot'> = {
    withSlot: async (_request, use) => {
      if (chance(0.1)) return { granted: false, nextFreeAtMs: 0, waitMs: 30_000 }
      const slot = (ok: boolean) => ({ useId: random.uuid(), bucket: 'b', maySend: () => ok })
      if (chance(0.1)) await use(slot(false))
      return { granted: true, value: (await use(slot(true))).value }
    },
  }

  function toolsOf(life: { dead: boolean }): { tools: EffectTools; stage: Stage } {
    const append = async (record: JournalRecord): Promise<void> => {
      journal.push(record)
    }
    const tools: EffectTools = {
      store: mortal(store, life),
      gate,
      journal: mortal({ append }, life),
      clock,
      holder: 'worker',
      delays: lookUpDelays(),
    }
    const made = { tools, stage: living(mortal(stage, life), stage) }
    return plan.plant?.(made.tools, made.stage) ?? made
  }

  const recover = async (): Promise<void> => {
    const readAll = async (): Promise<JournalRecord[]> => [...journal]
    await recoverEffects(
      { store, journal: { readAll }, delays: lookUpDelays() },
      plan.workers === 1,
    )
  }

  const keys = Array.from({ length: plan.effects }, (_, index) => `key ${index}`)
  const { kind } = plan
  await store.plan(keys.map((key) => ({ kind, key, fleetId: 'fleet', vehicleId: 'vehicle' })))
  const ids = store.all().map((effect) => effect.id)

  const ROUNDS = 12
  async function work(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const life = { dead: false }
      const engine = toolsOf(life)
      for (const id of ids) {
        if (plan.amnesia && chance(0.3)) forget = store.checkpoint()
        await performEffect(engine.tools, engine.stage, id).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error
        })
        if (!life.dead) continue
        if (plan.amnesia && chance(0.5)) forget()
        await recover()
        break
      }
      scheduler.advance(random.next() * 400_000)
    }
  }

  forget = store.checkpoint()
  const leapMs = (): number => (chance(plan.freezes) ? random.next() * 1_200_000 : 50)
  const working = Promise.all(Array.from({ length: plan.workers }, work))
  await Promise.race([scheduler.drain(leapMs), working])
  await working

  calm = true
  const engine = toolsOf({ dead: false })
  for (
    let round = 0;
    round < 60 && !store.all().every(({ state }) => FINISHED.has(state));
    round += 1
  ) {
    scheduler.advance(8 * 3_600_000)
    await recover()
    for (const id of ids) {
      const performing = performEffect(engine.tools, engine.stage, id)
      await Promise.race([scheduler.drain(() => 1), performing])
      await performing
    }
  }
  for (const effect of store.all()) {
    broken.push(...judge(effect, service.list(effect.key)))
  }
  const log = store.events.map(({ effectId, epoch, from, to, why }) => {
    const move = moveName({ kind, from, to })
    if (!ALLOWED_MOVES.has(move)) broken.push(move)
    return `${ids.indexOf(effectId)} ${epoch} ${from} ${to} ${why}`
  })
  return { broken, log }
}

/** The stage as a mortal process has it; what is pure cannot be interrupted. */
function living(mortal: Stage, { kind, budget, ...stage }: Stage): Stage {
  return {
    kind,
    budget,
    prepare: (effect) => mortal.prepare(effect),
    send: (ready, leave) => mortal.send(ready, leave),
    fits: (reply, ready) => stage.fits(reply, ready),
    lookUp: (effect) => mortal.lookUp(effect),
    record: (tx, effect, found) => mortal.record(tx, effect, found),
  }
}

function judge(effect: Effect, things: readonly Thing[]): string[] {
  const { key, state, remoteId } = effect
  const broken: string[] = []
  if (things.length > 1) broken.push(`${key} was created ${things.length} times`)
  if (!FINISHED.has(state)) broken.push(`${key} ends in ${state}`)
  if (state === 'done' || state === 'adopted') {
    if (things[0]?.id !== remoteId) broken.push(`${key} is ${state} as ${remoteId}`)
  } else if (things.length > 0) {
    broken.push(`${key} was created and ends in ${state}`)
  }
  return broken
}
