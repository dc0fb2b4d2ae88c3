/**
 * The effects in memory: the same moves as the SQL over an injected clock, and nothing durable
 * beyond the object itself. For simulations, which would spend their time in a database otherwise.
 */
import type { Clock } from '../../../src/clock.ts'
import type { Random } from '../../../src/random.ts'
import { atCommit, openTx, writesOf } from './memory-tx.ts'
import type { NewEffect, PlanningStore } from './planning-store.ts'
import type {
  Effect,
  EffectCounts,
  EffectState,
  Intent,
  JournaledIntent,
  Move,
  Recovered,
  Restored,
} from '../../../src/ledger/effects/effects.ts'

type Row = { -readonly [Key in keyof Effect]: Effect[Key] } & {
  notBeforeMs: number | null
  deadlineMs: number | null
}

interface EffectMove {
  readonly effectId: string
  readonly epoch: number
  readonly from: EffectState
  readonly to: EffectState
  readonly why: string
}

export interface MemoryEffectStore extends PlanningStore {
  /** Every move, in order; what `effect_event` is in the database. */
  readonly events: readonly EffectMove[]
  all(): Effect[]
  /** The rows as they are now; what it answers puts them back, as a disk that forgot would. */
  checkpoint(): () => void
}

const isWaiting = (state: EffectState): boolean => ['planned', 'in-doubt', 'held'].includes(state)
const isInDoubt = (state: EffectState): boolean => state === 'in-doubt' || state === 'held'
const isFinished = (state: EffectState): boolean =>
  !isWaiting(state) && state !== 'claimed' && state !== 'intent'
const isAtWork = ({ state, deadlineMs }: Row): boolean =>
  state === 'claimed' || state === 'intent' || (isInDoubt(state) && deadlineMs !== null)

export function openMemoryEffectStore(world: { clock: Clock; random: Random }): MemoryEffectStore {
  const rows = new Map<string, Row>()
  const events: EffectMove[] = []
  const nowMs = (): number => world.clock.now()
  const isDue = (row: Row): boolean => row.notBeforeMs === null || row.notBeforeMs <= nowMs()

  function shown(row: Row): Effect {
    const { notBeforeMs, deadlineMs: _, ...effect } = row
    return { ...effect, notBeforeInMs: notBeforeMs === null ? null : notBeforeMs - nowMs() }
  }

  function moveTo(row: Row, to: EffectState, why: string): Effect {
    const from = row.state
    row.state = to
    events.push({ effectId: row.id, epoch: row.epoch, from, to, why })
    return shown(row)
  }

  function claim(id: string, holder: string, leaseMs: number): Effect | null {
    const row = rows.get(id)
    if (row === undefined || row.state !== 'planned' || !row.active || !isDue(row)) return null
    Object.assign(row, { epoch: row.epoch + 1, holder, notBeforeMs: null })
    row.deadlineMs = nowMs() + leaseMs
    return moveTo(row, 'claimed', 'claimed')
  }

  function at(id: string, epoch: number, state: EffectState): Row | null {
    const row = rows.get(id)
    return row !== undefined && row.epoch === epoch && row.state === state ? row : null
  }

  function settleNow(row: Row, move: Move): Effect {
    if (move.to === 'planned' || move.to === 'claimed') row.epoch += 1
    if (move.from === 'intent' && move.to === 'in-doubt') row.doubts += 1
    if (move.to === 'in-doubt' && move.from !== 'in-doubt') row.lookups = 0
    else if (move.lookedUp === true) row.lookups += 1
    if (move.to !== 'claimed') row.deadlineMs = null
    row.notBeforeMs = move.notBeforeInMs === undefined ? null : nowMs() + move.notBeforeInMs
    row.remoteId = move.remoteId ?? row.remoteId
    row.answerStatus = move.answerStatus ?? row.answerStatus
    row.reason = move.why
    return moveTo(row, move.to, move.why)
  }

  function restoreOne(intent: JournaledIntent, lookUpInMs: number): 0 | 1 {
    const row = rows.get(intent.effectId)
    if (row === undefined) return 0
    const unsent = row.state === 'planned' || row.state === 'claimed'
    const open = unsent || row.state === 'intent' || isInDoubt(row.state)
    const behind = row.epoch < intent.epoch || (row.epoch === intent.epoch && unsent)
    if (!open || !behind) return 0
    row.epoch = intent.epoch
    row.baseline = intent.baseline
    row.bodyHash = intent.bodyHash
    row.sends += 1
    doubt(row, lookUpInMs, 'the journal knows a request that the ledger had forgotten')
    return 1
  }

  function doubt(row: Row, lookUpInMs: number, why: string): void {
    row.doubts += 1
    row.lookups = 0
    row.deadlineMs = null
    row.notBeforeMs = nowMs() + lookUpInMs
    row.reason = why
    moveTo(row, 'in-doubt', why)
  }

  return {
    events,
    all: () => [...rows.values()].map(shown),
    checkpoint: () => {
      const kept = structuredClone(rows)
      return () => {
        rows.clear()
        for (const [id, row] of structuredClone(kept)) rows.set(id, row)
      }
    },
    plan: async (effects, tx) => {
      const fresh = effects.filter(({ kind, key }) => {
        return ![...rows.values()].some((row) => row.active && row.kind === kind && row.key === key)
      })
      const write = (): void => {
        for (const effect of fresh) {
          const row = newRow(effect, world.random.uuid(), BigInt(rows.size + 1), nowMs())
          rows.set(row.id, row)
        }
      }
      if (tx === undefined) write()
      else atCommit(tx, write)
      return fresh.length
    },
    find: async (id) => {
      const row = rows.get(id)
      return row === undefined ? null : shown(row)
    },
    findByKey: async (kind, key) => {
      const row = [...rows.values()].find(
        (row) => row.active && row.kind === kind && row.key === key,
      )
      return row === undefined ? null : shown(row)
    },
    claim: async (ids, holder, leaseMs) =>
      ids.map((id) => claim(id, holder, leaseMs)).filter((effect) => effect !== null),
    claimLookUp: async (id, holder, leaseMs) => {
      const row = rows.get(id)
      if (row === undefined || !isInDoubt(row.state) || !isDue(row)) return null
      const endsMs = nowMs() + leaseMs
      Object.assign(row, { epoch: row.epoch + 1, holder, notBeforeMs: endsMs, deadlineMs: endsMs })
      return shown(row)
    },
    intend: async (id, epoch, intent) => {
      const row = at(id, epoch, 'claimed')
      if (row === null) return null
      storeIntent(row, intent, nowMs())
      return moveTo(row, 'intent', 'intent stored before the first byte')
    },
    settle: async (id, epoch, move, record) => {
      if (at(id, epoch, move.from) === null) return null
      const tx = openTx()
      await record?.(tx)
      const row = at(id, epoch, move.from)
      if (row === null) return null
      for (const write of writesOf(tx)) write()
      return settleNow(row, move)
    },
    holdersAtWork: async () => {
      const atWork = [...rows.values()].filter(isAtWork).map(({ holder }) => holder)
      return [...new Set(atWork)].filter((holder) => holder !== null)
    },
    heldBy: async (holder) => {
      const held = [...rows.values()].filter((row) => row.holder === holder && isAtWork(row))
      return held.map(({ id, epoch }) => ({ id, epoch }))
    },
    recover: async ({ everything, gone = [], letGo = [], lookUpInMs }): Promise<Recovered> => {
      const recovered = { replanned: 0, doubted: 0, freed: 0 }
      for (const row of rows.values()) {
        const isLate = row.deadlineMs !== null && row.deadlineMs <= nowMs()
        const isGone = row.holder !== null && gone.includes(row.holder)
        const isLetGo = letGo.some(({ id, epoch }) => id === row.id && epoch === row.epoch)
        if (!everything && !isLate && !isGone && !isLetGo) continue
        if (row.state === 'intent') {
          recovered.doubted += 1
          doubt(row, lookUpInMs, 'whoever held it is gone')
        } else if (row.state === 'claimed') {
          recovered.replanned += 1
          Object.assign(row, { epoch: row.epoch + 1, deadlineMs: null })
          moveTo(row, 'planned', 'whoever held it is gone')
        } else if (isInDoubt(row.state) && row.deadlineMs !== null) {
          recovered.freed += 1
          const notBeforeMs = nowMs() + lookUpInMs
          Object.assign(row, { epoch: row.epoch + 1, deadlineMs: null, notBeforeMs })
        }
      }
      return recovered
    },
    restore: async (intents, lookUpInMs): Promise<Restored> => {
      let restored = 0
      for (const intent of intents) restored += restoreOne(intent, lookUpInMs)
      const unknown = intents.filter((intent) => !rows.has(intent.effectId))
      return { restored, unknown: unknown.map((intent) => intent.effectId) }
    },
    retire: async (id, tx) => {
      const write = (): void => {
        const row = rows.get(id)
        if (row !== undefined && isFinished(row.state)) row.active = false
      }
      if (tx === undefined) write()
      else atCommit(tx, write)
    },
    counts: async (fleetId) => {
      const counts: EffectCounts = { register: {}, consult: {}, order: {}, pay: {} }
      for (const row of rows.values()) {
        if (row.fleetId !== fleetId || !row.active) continue
        counts[row.kind][row.state] = (counts[row.kind][row.state] ?? 0) + 1
      }
      return counts
    },
    lookUps: async (fleetId) =>
      [...rows.values()].flatMap((row) => {
        const { kind, state, lookups, active } = row
        if (row.fleetId !== fleetId || !active) return []
        if (state !== 'in-doubt' && state !== 'held') return []
        return [{ kind, state, lookups, dueMs: row.notBeforeMs ?? nowMs() }]
      }),
    due: async (fleetId, kind, limit, only) => {
      const mine = [...rows.values()].filter(
        (row) => row.fleetId === fleetId && row.kind === kind && row.active,
      )
      const due = mine.filter(isDue)
      const waitsMs = mine
        .filter((row) => isWaiting(row.state) && !isDue(row))
        .map((row) => (row.notBeforeMs ?? 0) - nowMs())
      return {
        planned: due
          .filter((row) => row.state === 'planned' && row.vehicleId === (only ?? row.vehicleId))
          .sort((a, b) => a.rank - b.rank || Number(a.seq - b.seq))
          .slice(0, limit)
          .map(shown),
        lookUps: due
          .filter((row) => isInDoubt(row.state))
          .sort((a, b) => (a.notBeforeMs ?? 0) - (b.notBeforeMs ?? 0) || Number(a.seq - b.seq))
          .slice(0, limit)
          .map(shown),
        nextInMs: waitsMs.length === 0 ? null : Math.min(...waitsMs),
      }
    },
  }
}

function storeIntent(row: Row, intent: Intent, nowMs: number): void {
  row.baseline = intent.baseline
  row.bodyHash = intent.bodyHash
  row.slotId = intent.slotId
  row.intentAtMs = nowMs
  row.deadlineMs = nowMs + intent.deadlineInMs
  row.sends += 1
  row.lookups = 0
}

function newRow(effect: NewEffect, id: string, seq: bigint, nowMs: number): Row {
  const { notBeforeInMs } = effect
  return {
    id,
    seq,
    kind: effect.kind,
    key: effect.key,
    active: true,
    fleetId: effect.fleetId,
    vehicleId: effect.vehicleId,
    campaignId: effect.campaignId ?? null,
    planId: effect.planId ?? null,
    rank: effect.rank ?? 0,
    state: 'planned',
    epoch: 0,
    holder: null,
    notBeforeInMs: null,
    notBeforeMs: notBeforeInMs === undefined ? null : nowMs + notBeforeInMs,
    deadlineMs: null,
    sends: 0,
    doubts: 0,
    lookups: 0,
    baseline: null,
    bodyHash: null,
    slotId: null,
    intentAtMs: null,
    remoteId: null,
    answerStatus: null,
    reason: null,
  }
}
