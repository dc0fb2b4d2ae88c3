/**
 * The quota ledger in memory: the same rule as the SQL, statement by statement, over an injected
 * clock. For simulations, which would spend their time in a database otherwise.
 */
import type { Clock } from '../../../src/clock.ts'
import type { Random } from '../../../src/random.ts'
import { holdMs, leaseMs, nextFreeAtMs, paceMs } from '../../../src/ledger/quota/quota-rule.ts'
import type {
  BucketFacts,
  BucketSettings,
  Ending,
  LastLook,
  QuotaLedger,
  QuotaUse,
} from '../../../src/ledger/quota/quota.ts'
import { USES_SHOWN_MAX } from '../../../src/ledger/quota/quota.ts'

interface Bucket {
  settings: BucketSettings
  lastNowMs: number
  shiftedAtMs: number
  notBeforeMs: number
  pacedUntilMs: number
  paceMs: number | undefined
  throttledUntilMs: number
  throttles: number
  /** In order of reserve; those long free are pruned. */
  uses: Map<string, Use>
  /** By machine. */
  looks: Map<string, NonNullable<LastLook['last']>>
}

type Use = { -readonly [Key in keyof QuotaUse]: QuotaUse[Key] }

const NEVER_MS = Number.NEGATIVE_INFINITY

export interface MemoryQuotaLedger extends QuotaLedger {
  /** Everything as it is now; the answer puts it back, as a disk does that forgot the rest. */
  checkpoint(): () => void
}

export function openMemoryQuotaLedger(world: { clock: Clock; random: Random }): MemoryQuotaLedger {
  const buckets = new Map<string, Bucket>()

  /** What the lock does in SQL: find the bucket and move its clock on, never back. */
  function look(name: string): Bucket {
    const bucket = buckets.get(name)
    if (!bucket) throw new Error(`unknown quota bucket ${name}`)
    bucket.lastNowMs = Math.max(bucket.lastNowMs, world.clock.now())
    return bucket
  }

  async function facts(name: string): Promise<BucketFacts> {
    return factsOf(look(name))
  }

  return {
    checkpoint: () => {
      const kept = structuredClone(buckets)
      return () => {
        buckets.clear()
        for (const [name, bucket] of structuredClone(kept)) buckets.set(name, bucket)
      }
    },

    ensureBucket: async (settings) => ensure(buckets, settings, world.clock.now()),

    async reserve(request) {
      const bucket = look(request.bucket)
      const { settings } = bucket
      if (bucket.uses.has(request.useId)) throw new Error(`the use ${request.useId} exists`)
      const now = factsOf(bucket)
      const nextMs = nextFreeAtMs(now)
      const { nowMs, used, max } = now
      if (nextMs > nowMs) return { granted: false, nowMs, nextFreeAtMs: nextMs, used, max }
      prune(bucket)
      bucket.uses.set(request.useId, {
        ...request,
        units: 1,
        state: 'reserved',
        reservedAtMs: nowMs,
        freeAtMs: nowMs + leaseMs(settings) + holdMs(settings),
      })
      if (bucket.paceMs !== undefined) bucket.pacedUntilMs = nowMs + bucket.paceMs
      return { granted: true, useId: request.useId, reservedAtMs: nowMs }
    },

    async settle(useId, ending) {
      for (const name of buckets.keys()) {
        const use = buckets.get(name)?.uses.get(useId)
        if (use?.state === 'reserved') settleUse(look(name), use, ending)
      }
    },

    async remember(uses, holder) {
      const forgotten = uses.filter(
        ({ bucket, useId }) => buckets.get(bucket)?.uses.has(useId) === false,
      )
      for (const { bucket: name, ...use } of forgotten) {
        const { uses: known, settings, lastNowMs: nowMs } = look(name)
        const freeAtMs = nowMs + settings.lingerMs + holdMs(settings)
        const instants = { reservedAtMs: nowMs, settledAtMs: nowMs, freeAtMs }
        const kept = { ...use, bucket: name, units: 1, holder, ...instants }
        known.set(use.useId, { ...kept, state: 'in-doubt' })
      }
      return forgotten.length
    },

    async throttled(name, answer) {
      throttle(look(name), answer.retryAfterMs, world.random.uuid())
      return facts(name)
    },

    async shift(name, seen) {
      const bucket = look(name)
      if (bucket.shiftedAtMs > seen.sinceMs) return false
      for (const use of bucket.uses.values()) {
        if (use.freeAtMs > seen.sinceMs && use.state !== 'never-sent') use.freeAtMs += seen.stepMs
      }
      bucket.shiftedAtMs = bucket.lastNowMs
      bucket.notBeforeMs += seen.stepMs
      bucket.pacedUntilMs += seen.stepMs
      bucket.throttledUntilMs += seen.stepMs
      return true
    },

    async lastLook(name, machine) {
      const bucket = look(name)
      const last = bucket.looks.get(machine)
      return { nowMs: bucket.lastNowMs, ...(last ? { last } : {}) }
    },

    async keepLook(name, { machine, uptimeMs }) {
      const bucket = look(name)
      bucket.looks.set(machine, { uptimeMs, ledgerMs: bucket.lastNowMs })
    },

    facts,
    factsOf: (names) => Promise.all(names.map(facts)),

    buckets: async () => [...buckets.keys()].toSorted(),

    async uses(name) {
      return occupied(look(name)).slice(0, USES_SHOWN_MAX)
    },
  }
}

function ensure(buckets: Map<string, Bucket>, settings: BucketSettings, nowMs: number): void {
  const old = buckets.get(settings.name)
  const bucket = old ?? {
    settings,
    lastNowMs: nowMs,
    shiftedAtMs: NEVER_MS,
    notBeforeMs: NEVER_MS,
    pacedUntilMs: NEVER_MS,
    paceMs: undefined,
    throttledUntilMs: NEVER_MS,
    throttles: 0,
    uses: new Map<string, Use>(),
    looks: new Map(),
  }
  buckets.set(settings.name, bucket)
  if (JSON.stringify(bucket.settings) === JSON.stringify(settings)) return
  bucket.settings = settings
  bucket.paceMs = undefined
  bucket.pacedUntilMs = NEVER_MS
  for (const use of bucket.uses.values()) {
    if (use.state === 'never-sent') continue
    const answered = use.state === 'answered' || use.state === 'foreign'
    const endMs = answered ? use.settledAtMs : undefined
    const boundMs = (endMs ?? use.reservedAtMs + leaseMs(settings)) + holdMs(settings)
    use.freeAtMs = Math.max(use.freeAtMs, boundMs)
  }
}

function occupied(bucket: Bucket): Use[] {
  return [...bucket.uses.values()]
    .filter((use) => use.freeAtMs > bucket.lastNowMs)
    .toSorted((a, b) => a.freeAtMs - b.freeAtMs)
}

/** Free uses are kept for a while: a late ending or a shift of the clock may occupy them again. */
const FREE_USES_KEPT_MAX = 500

function prune(bucket: Bucket): void {
  for (const use of bucket.uses.values()) {
    if (bucket.uses.size <= FREE_USES_KEPT_MAX) return
    if (use.freeAtMs <= bucket.lastNowMs) bucket.uses.delete(use.useId)
  }
}

function factsOf(bucket: Bucket): BucketFacts {
  const { settings, lastNowMs: nowMs } = bucket
  const freeAtsMs = occupied(bucket).flatMap((use) =>
    Array.from({ length: use.units }, () => use.freeAtMs),
  )
  const notBeforeMs = Math.max(bucket.notBeforeMs, bucket.pacedUntilMs)
  const held = notBeforeMs > nowMs ? { notBeforeMs } : {}
  const max = settings.unitsMax
  return {
    bucket: settings.name,
    nowMs,
    max,
    used: freeAtsMs.length,
    free: Math.max(0, max - freeAtsMs.length),
    nextFreeAtMs: nextFreeAtMs({ nowMs, max, freeAtsMs, ...held }),
    freeAtsMs,
    ...held,
    ...(bucket.paceMs === undefined ? {} : { paceMs: bucket.paceMs }),
    holdMs: holdMs(settings),
    throttles: bucket.throttles,
  }
}

function settleUse(bucket: Bucket, use: Use, ending: Ending): void {
  const { settings, lastNowMs: nowMs } = bucket
  const holdUntilMs = nowMs + holdMs(settings)
  use.state = ending
  use.settledAtMs = nowMs
  if (ending === 'never-sent') use.freeAtMs = Math.min(use.freeAtMs, nowMs)
  if (ending === 'answered') use.freeAtMs = holdUntilMs
  if (ending === 'in-doubt') use.freeAtMs = Math.max(use.freeAtMs, holdUntilMs + settings.lingerMs)
}

function throttle(bucket: Bucket, retryAfterMs: number | undefined, foreignId: string): void {
  const { settings, lastNowMs: nowMs } = bucket
  const { free } = factsOf(bucket)
  const holdUntilMs = nowMs + holdMs(settings)
  if (free > 0) {
    bucket.uses.set(foreignId, {
      useId: foreignId,
      bucket: settings.name,
      units: free,
      state: 'foreign',
      holder: '',
      purpose: '429',
      reservedAtMs: nowMs,
      settledAtMs: nowMs,
      freeAtMs: holdUntilMs,
    })
  }
  if (retryAfterMs !== undefined) {
    bucket.notBeforeMs = Math.max(bucket.notBeforeMs, nowMs + retryAfterMs)
  }
  if (bucket.throttledUntilMs > nowMs) return
  if (bucket.throttles > 0) {
    bucket.paceMs = paceMs(settings)
    bucket.pacedUntilMs = nowMs + bucket.paceMs
  }
  bucket.throttles += 1
  bucket.throttledUntilMs = holdUntilMs
}
