/** Sends the whole backlog through the shipped gate: three workers, one ledger, and their deaths. */
import { openMemoryQuotaLedger } from '../../src/ledger/quota-memory.ts'
import type { BucketSettings, QuotaLedger } from '../../src/ledger/quota.ts'
import { consultationBucket } from '../../src/quota/bucket-settings.ts'
import type { Gate, Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { virtualTime } from './virtual-time.ts'
import type { Outcome, World } from './world.ts'
import { lifeMs, travelMs } from './world.ts'

const WORKERS = 3
/** Asks of one worker that wait or travel at once. */
const ASKS = 6
/** An empty backlog may fill again by what the server refuses. */
const IDLE_MS = 10_000

interface Worker {
  dead: boolean
  /** What it asked for and did not send. */
  readonly asking: Set<number>
}

export async function runGate(world: World): Promise<Outcome> {
  const { random, vehicles, max, server } = world
  const time = virtualTime()
  const eternal = { dead: false }
  const clock = time.clockOf(eternal)
  const ledger = openMemoryQuotaLedger({ clock, random })
  const simulated = max !== 20
  const bucket = consultationBucket({ credential: 'bench', perHour: max, simulated })
  const backlog = Array.from({ length: vehicles }, (_, place) => place)
  const arrivals: number[] = []
  let refused = 0

  async function post(worker: Worker, vehicle: number, slot: Slot): Promise<Used<boolean>> {
    if (!slot.maySend()) return { ending: 'never-sent', value: false }
    // From here the request is the network's: it arrives whatever becomes of the worker.
    worker.asking.delete(vehicle)
    await clock.sleep(travelMs(world))
    arrivals.push(time.now())
    const taken = server(time.now())
    // A refused request is known to be refused, by its answer or by a later look.
    if (!taken) {
      refused += 1
      backlog.unshift(vehicle)
    }
    await clock.sleep(travelMs(world))
    if (worker.dead) await new Promise(() => {})
    return { ending: 'answered', value: taken, ...(taken ? {} : { throttled: {} }) }
  }

  async function ask(worker: Worker, gate: Gate): Promise<void> {
    while (!worker.dead) {
      const asked = backlog.shift()
      if (asked === undefined) {
        await clock.sleep(IDLE_MS)
        continue
      }
      worker.asking.add(asked)
      const request = { bucket: bucket.name, units: 1, rank: asked, purpose: String(asked) }
      const result = await gate.withSlot({ ...request, waitMsMax: Infinity }, (slot) =>
        post(worker, asked, slot),
      )
      if (!result.granted && worker.asking.delete(asked)) backlog.unshift(asked)
    }
  }

  async function live(): Promise<void> {
    const worker: Worker = { dead: false, asking: new Set() }
    const gate = await openWorkerGate(worker, mortal(ledger, worker), bucket)
    for (let asks = 0; asks < ASKS; asks += 1) void ask(worker, gate)
    await clock.sleep(lifeMs(random))
    worker.dead = true
    backlog.unshift(...[...worker.asking].toSorted((a, b) => a - b))
    await live()
  }

  function openWorkerGate(owner: Worker, own: QuotaLedger, settings: BucketSettings) {
    return openGate({
      ledger: own,
      clock: time.clockOf(owner),
      random,
      holder: 'bench',
      alarm: () => {},
      buckets: [settings],
    })
  }

  for (let count = 0; count < WORKERS; count += 1) void live()
  await time.run(() => arrivals.length - refused >= vehicles)
  return { arrivals, refused }
}

/** Whatever a dead worker asked for is done or not, but never heard of. */
function mortal(ledger: QuotaLedger, worker: Worker): QuotaLedger {
  const heard = async <T>(act: () => Promise<T>): Promise<T> => {
    if (worker.dead) return new Promise<never>(() => {})
    const value = await act()
    return worker.dead ? new Promise<never>(() => {}) : value
  }
  return {
    ensureBucket: (bucket) => heard(() => ledger.ensureBucket(bucket)),
    reserve: (request) => heard(() => ledger.reserve(request)),
    settle: (useId, ending) => heard(() => ledger.settle(useId, ending)),
    throttled: (bucket, answer) => heard(() => ledger.throttled(bucket, answer)),
    shift: (bucket, seen) => heard(() => ledger.shift(bucket, seen)),
    facts: (bucket) => heard(() => ledger.facts(bucket)),
    uses: (bucket) => heard(() => ledger.uses(bucket)),
  }
}
