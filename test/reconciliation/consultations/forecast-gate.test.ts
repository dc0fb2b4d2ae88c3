/**
 * The forecast against what happens: the shipped gate in virtual time, answers of constant latency.
 * Each vehicle must be asked within one slot of its forecast, three minutes at 20 an hour.
 */
import { expect, test } from 'vitest'
import { untilOf } from '../../../src/app/run/stop-time.ts'
import type { Clock } from '../../../src/clock.ts'
import { freeSlots } from '../../../jobs/free-slots.ts'
import { openMemoryQuotaLedger } from '../../support/ledger/quota-memory.ts'
import type { QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import { consultationBucket } from '../../../src/quota/bucket-settings.ts'
import type { Used } from '../../../src/quota/gate.ts'
import { openGate } from '../../../src/quota/open-gate.ts'
import { seededRandom } from '../../../src/random.ts'
import { expectAnswers } from '../../../src/reconciliation/consultations/expect-answers.ts'
import { forecast } from '../../../src/reconciliation/consultations/forecast.ts'
import type { Forecast, Night } from '../../../src/reconciliation/consultations/forecast.ts'
import { nightsOf } from '../../../src/reconciliation/consultations/plan-nights.ts'
import type { NightlyWindow } from '../../../src/reconciliation/consultations/plan-nights.ts'
import { virtualTime } from '../../support/virtual-time.ts'
import { howMany } from '../../support/extent.ts'

/** In São Paulo it is 21:00. */
const START_MS = Date.UTC(2026, 0, 15)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SLOT_MS = 3 * MINUTE_MS
/** What the promise leaves is not used up: a wrong rule of the forecast would show here first. */
const MEAN_MS_MAX = 1_100
/** Of one process, for each credential and in all (jobs/consult-vehicles.ts). */
const JOBS = 4
const JOBS_MAX = 16
/** The longest hold of the queue (src/queue/pace.ts). */
const HOLD_MS_MAX = 30_000
/** Two sweeps are no nearer to one another. */
const SWEEP_MS = 5

interface Story {
  readonly vehicles: number
  readonly latencyMs: number
  readonly credentials?: number
  readonly window?: NightlyWindow
  /** Milliseconds since 1970; by default in January. */
  readonly startMs?: number
  /** What happened to the buckets before the forecast is made. */
  readonly before?: (world: World) => Promise<void>
}

interface World {
  readonly clock: Clock
  readonly ledger: QuotaLedger
  readonly buckets: readonly string[]
  readonly latencyMs: number
  /** Uses slots of a bucket, one each `everyMs`. */
  readonly use: (bucket: string, count: number, everyMs: number) => Promise<void>
}

interface Told {
  readonly made: Forecast
  readonly askedAtMs: readonly number[]
}

/** So many make two nights of one credential, and more than two hours of four. */
const VEHICLES_MAX = howMany(200, 5_000)

async function happen(story: Story): Promise<Told> {
  const time = virtualTime(story.startMs ?? START_MS)
  const { clock } = time
  const random = seededRandom(1)
  const ledger = openMemoryQuotaLedger({ clock, random })
  const settings = Array.from({ length: story.credentials ?? 1 }, (_, at) =>
    consultationBucket({ credential: `c${at}`, perHour: 20, simulated: false }),
  )
  const buckets = settings.map(({ name }) => name)
  const { latencyMs, vehicles, window } = story
  const askedAtMs: number[] = []

  const openGates = () =>
    openGate({ ledger, clock, random, holder: 'test', alarm: () => {}, buckets: settings })

  async function use(bucket: string, count: number, everyMs: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const useId = random.uuid()
      await ledger.reserve({ bucket, useId, holder: 'test', purpose: 'before' })
      void clock.sleep(latencyMs).then(() => ledger.settle(useId, 'answered'))
      await clock.sleep(everyMs)
    }
  }

  /** A slot takes the best of the common backlog once it is granted. */
  async function ask(): Promise<Used<null>> {
    if (askedAtMs.length >= vehicles) return { ending: 'never-sent', value: null }
    askedAtMs.push(clock.now())
    await clock.sleep(latencyMs)
    return { ending: 'answered', value: null }
  }

  /** A job for each free slot, as the queue's sweep derives them. */
  async function work(until: AbortSignal): Promise<void> {
    const gate = await openGates()
    const most = Math.min(JOBS * buckets.length, JOBS_MAX)
    let working = 0
    let ended = new AbortController()
    while (askedAtMs.length < vehicles && !until.aborted) {
      ended = new AbortController()
      const { free, nextInMs } = await freeSlots(gate, buckets)
      const starting = Math.min(free, most - working)
      for (let left = starting; left > 0; left -= 1) {
        working += 1
        const asking = gate.withSlot({ bucket: buckets, purpose: 'ask', signal: until }, ask)
        void asking.then(() => {
          working -= 1
          ended.abort()
        })
      }
      // Those that were started take what is free; then it is looked when the next one frees.
      const nextMs = starting > 0 ? SWEEP_MS : free > 0 ? Infinity : nextInMs
      const waitMs = Math.min(Math.max(nextMs, SWEEP_MS), HOLD_MS_MAX)
      await clock.sleep(waitMs, AbortSignal.any([ended.signal, until]))
    }
    await gate.close()
  }

  /** Each night begins as planned and stops as the command does that begins it. */
  async function workInNights(nights: Iterable<Night>, during: NightlyWindow): Promise<void> {
    for (const { startMs } of nights) {
      await clock.sleep(startMs - clock.now())
      const flags = 'until' in during.end ? during.end : { for: `${during.end.forMs / 1000}s` }
      const endMs = untilOf(flags, clock.now(), during.zone) ?? 0
      const over = new AbortController()
      const working = work(over.signal)
      const ending = clock.sleep(endMs - clock.now()).then(() => over.abort())
      await working
      if (askedAtMs.length >= vehicles) return
      await ending
    }
  }

  async function tell(): Promise<Forecast> {
    await (await openGates()).close()
    await story.before?.({ clock, ledger, buckets, latencyMs, use })
    const known = buckets.map(async (name) =>
      expectAnswers(await ledger.facts(name), await ledger.uses(name), latencyMs),
    )
    const input = { buckets: await Promise.all(known), waiting: vehicles, latencyMs, concurrent: 4 }
    if (window === undefined) {
      const made = forecast(input)
      await work(new AbortController().signal)
      return made
    }
    const nights = [...nightsOf(window, clock.now())]
    const made = forecast({ ...input, nights })
    await workInNights(nights, window)
    return made
  }

  return { made: await time.run(tell), askedAtMs }
}

const spend =
  (count: number, everyMs: number) =>
  ({ use, buckets }: World): Promise<void> =>
    use(buckets[0] ?? '', count, everyMs)

async function throttle({ ledger, buckets, clock }: World, retryAfterMs?: number): Promise<void> {
  await ledger.throttled(buckets[0] ?? '', retryAfterMs === undefined ? {} : { retryAfterMs })
  await clock.sleep(7_000)
}

const learnPace: Story['before'] = async (world) => {
  await throttle(world)
  await world.clock.sleep(2 * HOUR_MS)
  await throttle(world)
}

const zone = 'America/Sao_Paulo'
const night: NightlyWindow = { zone, from: '22:00', end: { until: '05:30' } }
const shortNights: NightlyWindow = { zone, end: { until: '21:50' } }

const stories: Record<string, Story> = {
  'an empty bucket': { vehicles: 5_000, latencyMs: 2_000 },
  'a full bucket with requests on the wire': {
    vehicles: 600,
    latencyMs: 20_000,
    before: spend(20, 6_000),
  },
  'foreign units and own ones, and Retry-After': {
    vehicles: 600,
    latencyMs: 3_000,
    before: async (world) => {
      await world.use(world.buckets[0] ?? '', 7, 5 * MINUTE_MS)
      await throttle(world, 100 * MINUTE_MS)
    },
  },
  'four credentials: full, paced, told to wait, fresh': {
    vehicles: 2_500,
    latencyMs: 4_000,
    credentials: 4,
    before: async (world) => {
      const { ledger, buckets, use } = world
      await learnPace(world)
      await ledger.throttled(buckets[2] ?? '', { retryAfterMs: 50 * MINUTE_MS })
      await use(buckets[1] ?? '', 20, MINUTE_MS)
    },
  },
  'nights after a used hour, slow answers': {
    vehicles: 500,
    latencyMs: 30_000,
    window: night,
    before: spend(17, 3 * MINUTE_MS),
  },
  'nights at a learned pace': {
    vehicles: 300,
    latencyMs: 3_000,
    window: night,
    before: learnPace,
  },
  'nights shorter than an hour': { vehicles: 300, latencyMs: 3_000, window: shortNights },
}

test.each(Object.entries(stories))(
  'each vehicle is asked within one slot of its forecast: %s',
  async (_name, given) => {
    const vehicles = Math.min(given.vehicles, VEHICLES_MAX)
    const story = { ...given, vehicles }
    const { made, askedAtMs } = await happen(story)
    expect(made.asksAtMs).toHaveLength(story.vehicles)
    expect(askedAtMs).toHaveLength(story.vehicles)
    const wrongMs = askedAtMs.map((at, index) => Math.abs(at - (made.asksAtMs[index] ?? 0)))
    expect(Math.max(...wrongMs)).toBeLessThanOrEqual(SLOT_MS)
    const sumMs = wrongMs.reduce((sum, each) => sum + each, 0)
    expect(sumMs / story.vehicles).toBeLessThan(MEAN_MS_MAX)
    const finishedAtMs = (askedAtMs.at(-1) ?? 0) + story.latencyMs
    expect(Math.abs(finishedAtMs - (made.finishedAtMs ?? 0))).toBeLessThanOrEqual(SLOT_MS)
  },
)
