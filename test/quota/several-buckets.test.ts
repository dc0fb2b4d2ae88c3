/** One backlog over several buckets: whichever has a unit serves, and none is asked for in vain. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeSlots } from '../../jobs/free-slots.ts'
import { openMemoryQuotaLedger } from '../support/ledger/quota-memory.ts'
import type { QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { Gate, Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { seededRandom } from '../../src/random.ts'
import { bucket, HOLD_MS } from '../ledger/quota/quota-worlds.ts'
import { virtualTime } from '../support/virtual-time.ts'
import type { VirtualTime } from '../support/virtual-time.ts'

const HOUR_MS = 3_600_000
const NAMES = ['consultations/a', 'consultations/b', 'consultations/c', 'consultations/d']

interface Shared {
  readonly time: VirtualTime
  readonly gate: Gate
  readonly ledger: QuotaLedger
  readonly names: readonly string[]
  /** Every reserve that the ledger was asked for. */
  readonly reserves: { bucket: string; purpose: string; granted: boolean }[]
}

async function shared(
  counts: readonly number[],
  wrap: (ledger: QuotaLedger) => QuotaLedger = (ledger) => ledger,
): Promise<Shared> {
  const time = virtualTime(0)
  const { clock } = time
  const random = seededRandom(5)
  const memory = wrap(openMemoryQuotaLedger({ clock, random }))
  const reserves: Shared['reserves'] = []
  const ledger: QuotaLedger = {
    ...memory,
    reserve: async (request) => {
      const reply = await memory.reserve(request)
      reserves.push({ bucket: request.bucket, purpose: request.purpose, granted: reply.granted })
      return reply
    },
  }
  const names = NAMES.slice(0, counts.length)
  const buckets = names.map((name, at) => bucket({ name, unitsMax: counts[at] ?? 0 }))
  const gate = await openGate({ ledger, clock, random, holder: 'test', alarm: () => {}, buckets })
  return { time, gate, ledger, names, reserves }
}

const asking = (bucket_: readonly string[], purpose: string) => ({ bucket: bucket_, purpose })

const answered = async (slot: Slot): Promise<Used<string>> => ({
  ending: slot.maySend() ? 'answered' : 'never-sent',
  value: slot.bucket,
})

describe('a request that any of several buckets may serve', () => {
  test('goes to whichever has a unit, and is told which', async () => {
    const { gate, names } = await shared([1, 2])
    const results = []
    for (const purpose of ['one', 'two', 'three']) {
      results.push(await gate.withSlot(asking(names, purpose), answered))
    }
    const served = results.map((result) => (result.granted ? result.value : null))
    expect(served).toEqual([NAMES[0], NAMES[1], NAMES[1]])
    await gate.close()
  })

  test('of those that wait together each gets one unit, and no unit is asked for twice', async () => {
    const { gate, names, reserves } = await shared([3, 3])
    const all = Array.from({ length: 6 }, (_, at) =>
      gate.withSlot(asking(names, `effect-${at}`), answered),
    )
    const results = await Promise.all(all)
    expect(results.every(({ granted }) => granted)).toBe(true)
    const granted = reserves.filter((each) => each.granted).map(({ purpose }) => purpose)
    expect(granted.toSorted()).toEqual([...new Set(granted)].toSorted())
    expect(granted).toHaveLength(6)
  })

  test('is refused only when none has a unit, with the soonest of them', async () => {
    const { gate, names, ledger, time } = await shared([1, 1])
    const { clock } = time
    await time.run(async () => {
      await ledger.reserve({
        ...asking(names, 'x'),
        bucket: NAMES[1] ?? '',
        useId: id(1),
        holder: '',
      })
      await ledger.settle(id(1), 'answered')
      await clock.sleep(10_000)
      await gate.withSlot(asking(names, 'later'), answered)
      const refused = await gate.withSlot(asking(names, 'none'), answered)
      expect(refused).toMatchObject({ granted: false, waitMs: HOLD_MS - 10_000 })
      await clock.sleep(HOLD_MS - 10_000)
      const patient = await gate.withSlot(asking(names, 'patient'), answered)
      expect(patient).toEqual({ granted: true, value: NAMES[1] })
      expect(clock.now()).toBe(HOLD_MS)
    })
  })

  test('hears of a ledger that is away, and no bucket keeps a unit for it', async () => {
    let away = false
    const { gate, names, time, ledger } = await shared([1, 1], (memory) => ({
      ...memory,
      reserve: async (request) => {
        if (away) throw new Error('away')
        return memory.reserve(request)
      },
    }))
    await time.run(async () => {
      away = true
      await expect(gate.withSlot(asking(names, 'x'), answered)).rejects.toThrow('away')
      away = false
      for (const name of names) expect((await ledger.facts(name)).free).toBe(1)
      expect((await gate.withSlot(asking(names, 'y'), answered)).granted).toBe(true)
    })
  })

  test('a name that the gate does not have is a bug', async () => {
    const { gate } = await shared([1])
    await expect(gate.withSlot(asking([], 'x'), answered)).rejects.toThrow('no bucket')
    const unknown = gate.withSlot(asking(['consultations/a', 'nowhere'], 'x'), answered)
    await expect(unknown).rejects.toThrow('no bucket')
  })
})

test('every vehicle is asked once, no bucket over its limit, at least 99 % of K x 20', async () => {
  const story = fc.record({
    credentials: fc.integer({ min: 2, max: 4 }),
    vehicles: fc.integer({ min: 100, max: 400 }),
    latencyMs: fc.integer({ min: 0, max: 20_000 }),
    usedBefore: fc.integer({ min: 0, max: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(story, async ({ credentials, vehicles, latencyMs, usedBefore }) => {
      const { time, gate, ledger, names } = await shared(
        Array.from({ length: credentials }, () => 20),
      )
      const { clock } = time
      const sent = new Map<string, number[]>(names.map((name) => [name, []]))
      const asked: number[] = []
      let next = 0
      await time.run(async () => {
        for (let at = 0; at < usedBefore; at += 1) {
          const use = { bucket: names[0] ?? '', useId: id(at), holder: '', purpose: '' }
          await ledger.reserve(use)
          await ledger.settle(use.useId, 'answered')
          sent.get(use.bucket)?.push(clock.now())
        }
        const asker = async (): Promise<void> => {
          while (next < vehicles) {
            const vehicle = next
            next += 1
            const request = asking(names, `vehicle-${vehicle}`)
            const ask = () =>
              gate.withSlot(request, async (slot): Promise<Used<null>> => {
                sent.get(slot.bucket)?.push(clock.now())
                asked.push(vehicle)
                await clock.sleep(latencyMs)
                return { ending: 'answered', value: null }
              })
            // As the queue does: a job for a free slot, and another look in half a minute at most.
            for (let granted = false; !granted;) {
              const { free, nextInMs } = await freeSlots(gate, names)
              if (free > 0) ({ granted } = await ask())
              else await clock.sleep(Math.min(nextInMs, 30_000))
            }
          }
        }
        await Promise.all(Array.from({ length: 4 * credentials }, asker))
      })
      expect(asked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: vehicles }, (_, n) => n))
      for (const times of sent.values()) expect(mostInAnHour(times)).toBeLessThanOrEqual(20)
      const lastMs = Math.max(...[...sent.values()].flat())
      const rounds = Math.ceil((vehicles + usedBefore) / (20 * credentials)) - 1
      // Twenty units four at a time: the first round lasts as long as five answers.
      const burstMs = 5 * latencyMs + 1_000
      expect(lastMs).toBeLessThanOrEqual((rounds * HOUR_MS) / 0.99 + burstMs)
    }),
    { numRuns: 12 },
  )
}, 60_000)

function mostInAnHour(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + HOUR_MS).length),
  )
}

function id(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
}
