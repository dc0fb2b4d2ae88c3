/**
 * Sends the whole backlog through the shipped gate: three workers and their deaths, one ledger, a
 * bucket for each credential.
 */
import { freeSlots } from '../../jobs/free-slots.ts'
import { openMemoryQuotaLedger } from '../../test/support/ledger/quota-memory.ts'
import type { BucketSettings, QuotaLedger } from '../../src/ledger/quota/quota.ts'
import { consultationBucket } from '../../src/quota/bucket-settings.ts'
import type { Gate, Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import type { Server } from './server-windows.ts'
import { virtualTime } from './virtual-time.ts'
import type { AccountTask, Outcome, World } from './world.ts'
import { travelMs } from './world.ts'

const WORKERS = 3
/** Jobs of one worker, for each credential, that are at work at once. */
const JOBS = 4
/** The queue holds no job back for longer (src/queue/pace.ts). */
const HOLD_MS_MAX = 30_000
/** An empty backlog may fill again by what the server refuses. */
const IDLE_MS = 10_000

/** Two sweeps are no nearer to one another. */
const SWEEP_MS = 20

type Ending = 'sent' | 'not-sent'

interface Credential {
  readonly bucket: BucketSettings
  readonly server: Server
  readonly arrivals: number[]
}

/** Each has jobs of its own, as `frota worker` gives each account a queue. */
interface Account extends AccountTask {
  unsent: number
  readonly arrivals: number[]
}

interface Worker {
  dead: boolean
}

export async function runGate(world: World): Promise<Outcome> {
  const { random, vehicles, max, servers, faultShare } = world
  const time = virtualTime()
  const eternal = { dead: false }
  const clock = time.clockOf(eternal)
  const ledger = openMemoryQuotaLedger({ clock, random })
  const simulated = max !== 20
  const credentials = servers.map((server, place): Credential => {
    const credential = `bench-${place + 1}`
    const bucket = consultationBucket({ credential, perHour: max, simulated })
    return { bucket, server, arrivals: [] }
  })
  const everybody = { name: 'all', vehicles, servers: servers.map((_, place) => place) }
  const accounts = (world.accounts ?? [everybody]).map((task): Account => {
    return { ...task, unsent: task.vehicles, arrivals: [] }
  })
  let arrived = 0
  let refused = 0

  const goesWrong = (): boolean => random.next() < faultShare

  async function post(worker: Worker, account: Account, slot: Slot): Promise<Used<Ending>> {
    const credential = credentials.find(({ bucket: { name } }) => name === slot.bucket)
    if (credential === undefined) throw new Error('a slot of no credential')
    const { bucket } = credential
    if (goesWrong()) await clock.sleep(random.next() * 2 * bucket.sendMs)
    if (worker.dead) return new Promise<never>(() => {})
    if (!slot.maySend() || goesWrong()) return { ending: 'never-sent', value: 'not-sent' }
    if (account.unsent === 0) return { ending: 'never-sent', value: 'not-sent' }
    // From here the request is the network's: it arrives whatever becomes of the worker.
    account.unsent -= 1
    if (goesWrong()) {
      void arrive(credential, account, random.next() * (bucket.abortMs + bucket.lingerMs))
      await clock.sleep(bucket.abortMs)
      return heard(worker, { ending: 'in-doubt', value: 'sent' })
    }
    const taken = await arrive(credential, account, travelMs(world))
    await clock.sleep(travelMs(world))
    const throttled = taken ? {} : { throttled: {} }
    return heard(worker, { ending: 'answered', value: 'sent', ...throttled })
  }

  /** A refused request is known to be refused, by its answer or by a later look. */
  async function arrive(at: Credential, of: Account, afterMs: number): Promise<boolean> {
    await clock.sleep(afterMs)
    arrived += 1
    at.arrivals.push(time.now())
    const taken = at.server(time.now())
    if (taken) of.arrivals.push(time.now())
    else {
      refused += 1
      of.unsent += 1
    }
    return taken
  }

  /** Starts a job for each slot that is free, as the queue's sweep does, and looks again later. */
  async function derive(worker: Worker, gate: Gate, account: Account): Promise<void> {
    const bucket = account.servers.flatMap((place) => credentials[place]?.bucket.name ?? [])
    let working = 0
    let woken = new AbortController()
    const work = async (): Promise<void> => {
      working += 1
      const asking = gate.withSlot({ bucket, purpose: 'bench' }, (slot) =>
        post(worker, account, slot),
      )
      const result = await asking.catch(() => null)
      // A job that got nothing is snoozed; one that ended lets the sweep look again.
      if (result === null) await clock.sleep(IDLE_MS)
      else if (!result.granted) await clock.sleep(Math.min(result.waitMs, HOLD_MS_MAX))
      working -= 1
      woken.abort()
    }
    while (!worker.dead) {
      if (account.unsent === 0) await clock.sleep(IDLE_MS)
      woken = new AbortController()
      const slots = await freeSlots(gate, bucket).catch(() => ({ free: 0, nextInMs: IDLE_MS }))
      const room = JOBS * bucket.length - working
      const starting = Math.min(slots.free, room)
      for (let left = starting; left > 0; left -= 1) void work()
      // Those that were started take what is free; then it is looked when the next one frees.
      const nextMs = starting > 0 ? SWEEP_MS : slots.free > 0 ? HOLD_MS_MAX : slots.nextInMs
      const waitMs = Math.min(Math.max(nextMs, SWEEP_MS), HOLD_MS_MAX)
      await clock.sleep(waitMs, woken.signal)
    }
  }

  async function live(): Promise<void> {
    const worker: Worker = { dead: false }
    const gate = await openWorkerGate(worker, mortal(faulty(ledger, goesWrong), worker))
    for (const account of accounts) void derive(worker, gate, account)
    await clock.sleep(world.lifeMs(time.now()))
    worker.dead = true
    await live()
  }

  function openWorkerGate(owner: Worker, own: QuotaLedger) {
    return openGate({
      ledger: own,
      clock: time.clockOf(owner),
      random,
      holder: 'bench',
      alarm: () => {},
      buckets: credentials.map(({ bucket }) => bucket),
    })
  }

  await time.run(
    () => {
      for (let count = 0; count < WORKERS; count += 1) void live()
    },
    () => arrived - refused >= vehicles,
  )
  return {
    arrivals: credentials.map(({ arrivals }) => arrivals),
    refused,
    accounts: accounts.map(({ arrivals }) => arrivals),
  }
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
    remember: (uses, holder) => whileAlive(() => ledger.remember(uses, holder)),
    throttled: (bucket, answer) => whileAlive(() => ledger.throttled(bucket, answer)),
    shift: (bucket, seen) => whileAlive(() => ledger.shift(bucket, seen)),
    lastLook: (bucket, machine) => whileAlive(() => ledger.lastLook(bucket, machine)),
    keepLook: (bucket, seen) => whileAlive(() => ledger.keepLook(bucket, seen)),
    facts: (bucket) => whileAlive(() => ledger.facts(bucket)),
    factsOf: (buckets) => whileAlive(() => ledger.factsOf(buckets)),
    buckets: () => whileAlive(() => ledger.buckets()),
    uses: (bucket) => whileAlive(() => ledger.uses(bucket)),
  }
}
