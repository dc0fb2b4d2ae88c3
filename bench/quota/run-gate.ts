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

type Ending = 'sent' | 'not-sent'

interface Worker {
  dead: boolean
  /** What it asked for and did not send. */
  readonly asking: Set<number>
}

export async function runGate(world: World): Promise<Outcome> {
  const { random, vehicles, max, server, faultShare } = world
  const time = virtualTime()
  const eternal = { dead: false }
  const clock = time.clockOf(eternal)
  const ledger = openMemoryQuotaLedger({ clock, random })
  const simulated = max !== 20
  const bucket = consultationBucket({ credential: 'bench', perHour: max, simulated })
  const backlog = Array.from({ length: vehicles }, (_, place) => place)
  const arrivals: number[] = []
  let refused = 0

  const goesWrong = (): boolean => random.next() < faultShare

  async function post(worker: Worker, vehicle: number, slot: Slot): Promise<Used<Ending>> {
    if (goesWrong()) await clock.sleep(random.next() * 2 * bucket.sendMs)
    if (!slot.maySend() || goesWrong()) return { ending: 'never-sent', value: 'not-sent' }
    // From here the request is the network's: it arrives whatever becomes of the worker.
    worker.asking.delete(vehicle)
    if (goesWrong()) {
      void arrive(vehicle, random.next() * (bucket.abortMs + bucket.lingerMs))
      await clock.sleep(bucket.abortMs)
      return heard(worker, { ending: 'in-doubt', value: 'sent' })
    }
    const taken = await arrive(vehicle, travelMs(world))
    await clock.sleep(travelMs(world))
    const throttled = taken ? {} : { throttled: {} }
    return heard(worker, { ending: 'answered', value: 'sent', ...throttled })
  }

  /** A refused request is known to be refused, by its answer or by a later look. */
  async function arrive(vehicle: number, afterMs: number): Promise<boolean> {
    await clock.sleep(afterMs)
    arrivals.push(time.now())
    const taken = server(time.now())
    if (!taken) {
      refused += 1
      backlog.unshift(vehicle)
    }
    return taken
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
      const asking = gate.withSlot({ ...request, waitMsMax: Infinity }, (slot) =>
        post(worker, asked, slot),
      )
      await asking.catch(() => clock.sleep(IDLE_MS))
      // Whatever is still being asked for was not sent.
      if (!worker.dead && worker.asking.delete(asked)) backlog.unshift(asked)
    }
  }

  async function live(): Promise<void> {
    const worker: Worker = { dead: false, asking: new Set() }
    const gate = await openWorkerGate(worker, mortal(faulty(ledger, goesWrong), worker), bucket)
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

/** A dead worker hears nothing. */
async function heard<T>(worker: Worker, value: T): Promise<T> {
  return worker.dead ? new Promise<never>(() => {}) : value
}

/** The ledger is away before it does something, or after. */
function faulty(ledger: QuotaLedger, goesWrong: () => boolean): QuotaLedger {
  const act = async <T>(doIt: () => Promise<T>): Promise<T> => {
    if (goesWrong()) throw new Error('the ledger is away')
    const value = await doIt()
    if (goesWrong()) throw new Error('the answer of the ledger is lost')
    return value
  }
  return {
    ...ledger,
    reserve: (request) => act(() => ledger.reserve(request)),
    settle: (useId, ending) => act(() => ledger.settle(useId, ending)),
    throttled: (bucket, answer) => act(() => ledger.throttled(bucket, answer)),
  }
}

/** Whatever a dead worker asked for is done or not, but never heard of. */
function mortal(ledger: QuotaLedger, worker: Worker): QuotaLedger {
  const whileAlive = async <T>(act: () => Promise<T>): Promise<T> => {
    if (worker.dead) return new Promise<never>(() => {})
    return heard(worker, await act())
  }
  return {
    ensureBucket: (bucket) => whileAlive(() => ledger.ensureBucket(bucket)),
    reserve: (request) => whileAlive(() => ledger.reserve(request)),
    settle: (useId, ending) => whileAlive(() => ledger.settle(useId, ending)),
    throttled: (bucket, answer) => whileAlive(() => ledger.throttled(bucket, answer)),
    shift: (bucket, seen) => whileAlive(() => ledger.shift(bucket, seen)),
    facts: (bucket) => whileAlive(() => ledger.facts(bucket)),
    buckets: () => whileAlive(() => ledger.buckets()),
    uses: (bucket) => whileAlive(() => ledger.uses(bucket)),
  }
}
