/** One backlog over several buckets is served as fast as all of them allow, and no faster. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlots } from '../../jobs/free-slots.ts'
import type { Used } from '../../src/quota/gate.ts'
import { asking, id, shared } from './shared-buckets.ts'

const HOUR_MS = 3_600_000

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
