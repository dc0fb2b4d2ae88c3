/** The one gate of a process: a lane for each bucket, over one ledger. */
import type { BucketSettings } from '../ledger/quota/quota.ts'
import type { Gate, Slot, SlotRequest, SlotResult, Used } from './gate.ts'
import { SharedTurn } from './shared-turn.ts'
import type { GateTools } from './slot-endings.ts'
import { SlotLane } from './slot-lane.ts'
import type { Caller } from './slot-lane.ts'

export interface GateOptions extends GateTools {
  /** From `consultationBucket` and `orderBucket`. */
  readonly buckets: readonly BucketSettings[]
}

/** Creates the buckets in the ledger, then the gate over them. Rejects as the ledger does. */
export async function openGate(options: GateOptions): Promise<Gate> {
  const { buckets, ...tools } = options
  const lanes = new Map<string, SlotLane>()
  for (const bucket of buckets) {
    await tools.ledger.ensureBucket(bucket)
    const lane = new SlotLane(bucket, tools)
    await lane.open()
    lanes.set(bucket.name, lane)
  }
  return {
    withSlot: (request, use) => withSlot(lanes, request, use),
    facts: (bucket) => tools.ledger.facts(bucket),
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.close()))
    },
  }
}

function withSlot<T>(
  lanes: ReadonlyMap<string, SlotLane>,
  request: SlotRequest,
  use: (slot: Slot) => Promise<Used<T>>,
): Promise<SlotResult<T>> {
  const names = typeof request.bucket === 'string' ? [request.bucket] : request.bucket
  const chosen = names.map((name) => lanes.get(name)).filter((lane) => lane !== undefined)
  if (chosen.length === 0 || chosen.length < names.length) {
    return Promise.reject(new Error(`the gate has no bucket ${names.join(' or ')}`))
  }
  const over = new AbortController()
  const result = new Promise<SlotResult<T>>((resolve, reject) => {
    const turn = new SharedTurn(chosen.length, (when) => resolve({ granted: false, ...when }))
    const caller: Caller = {
      request,
      run: async (slot) => {
        const used = await use(slot)
        return { used, finish: () => resolve({ granted: true, value: used.value }) }
      },
      turn,
      fail: (error) => {
        turn.take()
        reject(error)
      },
      over: over.signal,
    }
    for (const lane of chosen) lane.enter(caller)
  })
  return result.finally(() => over.abort())
}
