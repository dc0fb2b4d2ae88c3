/** The one gate of a process: a sender for each bucket, over one ledger. */
import type { BucketFacts, BucketSettings, QuotaLedger } from '../ledger/quota/quota.ts'
import type { Gate, Slot, SlotRequest, SlotResult, Used } from './gate.ts'
import { Grants, type Refusal } from './grants.ts'
import { SendByGrant } from './send-by-grant.ts'
import type { GateTools } from './slot-endings.ts'

export interface GateOptions extends GateTools {
  /** From `consultationBucket` and `orderBucket`. */
  readonly buckets: readonly BucketSettings[]
}

/** Above so many buckets of one request it is looked first, in one statement, which have a unit. */
const ASKED_BLINDLY_MAX = 3

/** After this many stale slots the request goes back to the plan: the process keeps freezing. */
const STALE_TURNS_MAX = 3

interface OpenBucket {
  readonly grants: Grants
  readonly sender: SendByGrant
}

/** Creates the buckets in the ledger, then the gate over them. Rejects as the ledger does. */
export async function openGate(options: GateOptions): Promise<Gate> {
  const { buckets, ...tools } = options
  const opened = new Map<string, OpenBucket>()
  const underWay = new Set<Promise<unknown>>()
  for (const bucket of buckets) {
    await tools.ledger.ensureBucket(bucket)
    const grants = new Grants(bucket, tools)
    await grants.open()
    opened.set(bucket.name, { grants, sender: new SendByGrant(grants) })
  }
  return {
    withSlot: (request, use) => {
      const result = withSlot(tools.ledger, opened, request, use).finally(() =>
        underWay.delete(result),
      )
      underWay.add(result)
      return result
    },
    facts: (bucket) => tools.ledger.facts(bucket),
    factsOf: (names) => tools.ledger.factsOf(names),
    close: async () => {
      for (const { grants } of opened.values()) grants.stop()
      while (underWay.size > 0) await Promise.allSettled(underWay)
      for (const { grants } of opened.values()) await grants.close()
    },
  }
}

/** Of buckets that are full. */
function soonestOf(facts: readonly BucketFacts[]): Refusal {
  const waits = facts.map(({ nextFreeAtMs, nowMs }) => {
    return { nextFreeAtMs, waitMs: Math.max(0, nextFreeAtMs - nowMs) }
  })
  return waits.reduce((first, next) => (next.waitMs < first.waitMs ? next : first))
}

async function withSlot<T>(
  ledger: Pick<QuotaLedger, 'factsOf'>,
  opened: ReadonlyMap<string, OpenBucket>,
  request: SlotRequest,
  use: (slot: Slot) => Promise<Used<T>>,
): Promise<SlotResult<T>> {
  const names = typeof request.bucket === 'string' ? [request.bucket] : request.bucket
  const chosen = names.map((name) => opened.get(name)).filter((bucket) => bucket !== undefined)
  const [first] = chosen
  if (first === undefined || chosen.length < names.length) {
    throw new Error(`the gate has no bucket ${names.join(' or ')}`)
  }
  let soonest: Refusal | undefined
  let staleTurns = 0
  const facts = chosen.length > ASKED_BLINDLY_MAX ? await ledger.factsOf(names) : []
  const left = new Set(chosen.filter((_, place) => facts[place]?.free !== 0))
  if (left.size === 0) return { granted: false, ...soonestOf(facts) }
  while (left.size > 0 && staleTurns < STALE_TURNS_MAX) {
    // The bucket with the fewest requests before this one; ties in the order of the request.
    const [bucket = first] = [...left].toSorted((a, b) => a.sender.load - b.sender.load)
    const turn = await bucket.sender.turn(request, use)
    if (turn.is === 'sent') return { granted: true, value: turn.value }
    if (turn.is === 'stale') staleTurns += 1
    else {
      left.delete(bucket)
      const { nextFreeAtMs, waitMs } = turn
      if (soonest === undefined || waitMs < soonest.waitMs) soonest = { nextFreeAtMs, waitMs }
    }
  }
  return { granted: false, ...(soonest ?? first.grants.soon()) }
}
