import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clock } from '../../../src/clock.ts'
import { openMemoryQuotaLedger } from '../../support/ledger/quota-memory.ts'
import type { BucketSettings, QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import { seededRandom } from '../../../src/random.ts'
import { forecast, type Night } from '../../../src/reconciliation/consultations/forecast.ts'

const START_MS = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const CONCURRENT = 4

const settings: BucketSettings = {
  name: 'consultations/test',
  unitsMax: 20,
  windowMs: HOUR_MS,
  marginMs: 5_000,
  sendMs: 10_000,
  abortMs: 60_000,
  lingerMs: 120_000,
  simulated: false,
}

interface World {
  ledger: QuotaLedger
  time: { nowMs: number }
}

async function world(unitsMax: number): Promise<World> {
  const time = { nowMs: START_MS }
  const clock: Clock = { now: () => time.nowMs, uptime: () => time.nowMs, sleep: async () => {} }
  const ledger = openMemoryQuotaLedger({ clock, random: seededRandom(1) })
  await ledger.ensureBucket({ ...settings, unitsMax })
  return { ledger, time }
}

const ALWAYS: readonly Night[] = [{ startMs: 0, endMs: Infinity }]

/** The first instant from `nowMs` on that lies in a night. */
function workedAt(nights: readonly Night[], nowMs: number): number {
  const night = nights.find(({ endMs }) => endMs > nowMs)
  return night === undefined ? Infinity : Math.max(night.startMs, nowMs)
}

/** What really happens: a worker with four wires asks the ledger for slots until nothing waits. */
async function askAll(
  { ledger, time }: World,
  waiting: number,
  latencyMs: number,
  nights = ALWAYS,
): Promise<number[]> {
  const asked: number[] = []
  const wires: { useId: string; endMs: number }[] = []
  while (asked.length < waiting) {
    for (const done of wires.filter(({ endMs }) => endMs <= time.nowMs)) {
      await ledger.settle(done.useId, 'answered')
      wires.splice(wires.indexOf(done), 1)
    }
    let nextMs = Math.min(...wires.map(({ endMs }) => endMs))
    const startMs = workedAt(nights, time.nowMs)
    if (startMs > time.nowMs) {
      nextMs = Math.min(nextMs, startMs)
    } else if (wires.length < CONCURRENT) {
      const useId = `use-${asked.length}-${time.nowMs}`
      const reservation = await ledger.reserve({
        bucket: settings.name,
        useId,
        holder: 'test',
        purpose: 'test',
      })
      if (reservation.granted) {
        asked.push(time.nowMs)
        wires.push({ useId, endMs: time.nowMs + latencyMs })
        continue
      }
      nextMs = Math.min(nextMs, reservation.nextFreeAtMs)
    }
    time.nowMs = nextMs
  }
  return asked
}

test('with constant latency each vehicle is asked exactly when the forecast says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 65 * MINUTE_MS }),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 60_000 }),
      async (unitsMax, before, pauseMs, waiting, latencyMs) => {
        const used = await world(unitsMax)
        await askAll(used, before, latencyMs)
        // What is on the wire has no known end: let it be answered before the forecast is made.
        used.time.nowMs += latencyMs
        for (const use of await used.ledger.uses(settings.name)) {
          await used.ledger.settle(use.useId, 'answered')
        }
        used.time.nowMs += pauseMs
        const buckets = [await used.ledger.facts(settings.name)]
        const expected = forecast({ buckets, waiting, latencyMs, concurrent: CONCURRENT })
        const asked = await askAll(used, waiting, latencyMs)
        expect(expected.asksAtMs).toEqual(asked)
        expect(expected.finishedAtMs).toBe((asked.at(-1) ?? 0) + latencyMs)
      },
    ),
    { numRuns: 200 },
  )
})

test('in nights only, each vehicle is still asked exactly when the forecast says', async () => {
  const pieces = fc.array(
    fc.record({
      pauseMs: fc.integer({ min: 0, max: 20 * HOUR_MS }),
      lengthMs: fc.integer({ min: 1, max: 9 * HOUR_MS }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 60_000 }),
      pieces,
      async (unitsMax, waiting, latencyMs, given) => {
        const asking = await world(unitsMax)
        let atMs = START_MS
        const nights = given.map(({ pauseMs, lengthMs }) => {
          const startMs = atMs + pauseMs
          atMs = startMs + lengthMs
          return { startMs, endMs: atMs }
        })
        // The last night has no end, so that all are asked once.
        nights.push({ startMs: atMs + HOUR_MS, endMs: Infinity })
        const buckets = [await asking.ledger.facts(settings.name)]
        const input = { buckets, waiting, latencyMs, concurrent: CONCURRENT }
        const expected = forecast({ ...input, nights })
        expect(expected.asksAtMs).toEqual(await askAll(asking, waiting, latencyMs, nights))
        const short = forecast({ ...input, nights: nights.slice(0, 1) })
        const endMs = nights[0]?.endMs ?? 0
        expect(short.asksAtMs).toEqual(expected.asksAtMs.filter((ms) => ms < endMs))
        const isAll = short.asksAtMs.length === waiting
        expect(short.finishedAtMs).toBe(isAll ? expected.finishedAtMs : null)
      },
    ),
    { numRuns: 200 },
  )
})

test('nothing is asked before Retry-After, nor faster than the learned pace', async () => {
  const { ledger } = await world(20)
  const facts = await ledger.facts(settings.name)
  const held = { ...facts, notBeforeMs: START_MS + MINUTE_MS, paceMs: 180_000 }
  const made = forecast({ buckets: [held], waiting: 3, latencyMs: 500, concurrent: 4 })
  expect(made.asksAtMs.map((at) => at - START_MS)).toEqual([60_000, 240_000, 420_000])
})

test('an empty backlog is finished', async () => {
  const { ledger } = await world(20)
  const buckets = [await ledger.facts(settings.name)]
  const made = forecast({ buckets, waiting: 0, latencyMs: 500, concurrent: 4 })
  expect(made).toEqual({ asksAtMs: [], finishedAtMs: null })
})
