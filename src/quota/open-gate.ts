/** The one gate of a process: a lane for each bucket, over one ledger. */
import type { BucketSettings } from '../ledger/quota.ts'
import type { Gate, Slot, SlotRequest, SlotResult, Used } from './gate.ts'
import type { GateTools } from './slot-endings.ts'
import { SlotLane } from './slot-lane.ts'

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
  const lane = lanes.get(request.bucket)
  if (!lane) return Promise.reject(new Error(`the gate has no bucket ${request.bucket}`))
  const over = new AbortController()
  const result = new Promise<SlotResult<T>>((resolve, reject) => {
    lane.enter({
      request,
      run: async (slot) => {
        const used = await use(slot)
        return { used, finish: () => resolve({ granted: true, value: used.value }) }
      },
      refuse: (when) => resolve({ granted: false, ...when }),
      fail: reject,
      over: over.signal,
    })
  })
  return result.finally(() => over.abort())
}
