/** One request over several buckets: whichever has a unit serves, and none is asked for in vain. */
import { describe, expect, test } from 'vitest'
import { HOLD_MS } from '../ledger/quota/quota-worlds.ts'
import { answered, asking, id, NAMES, shared } from './shared-buckets.ts'

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
      const soonest = { granted: false, nextFreeAtMs: HOLD_MS, waitMs: HOLD_MS - 10_000 }
      expect(await gate.withSlot(asking(names, 'none'), answered)).toEqual(soonest)
      expect(await gate.withSlot(asking(names.toReversed(), 'none'), answered)).toEqual(soonest)
      const facts = await gate.factsOf(names.toReversed())
      expect(facts.map(({ bucket }) => bucket)).toEqual(names.toReversed())
      await clock.sleep(HOLD_MS - 10_000)
      const patient = await gate.withSlot(asking(names, 'patient'), answered)
      expect(patient).toEqual({ granted: true, value: NAMES[1] })
      expect(clock.now()).toBe(HOLD_MS)
    })
  })

  test('goes to the one with the fewest requests, waiting or on the wire, else to the first', async () => {
    const { gate, names } = await shared([9, 9])
    const [a = '', b = ''] = names
    const served: string[] = []
    const ends: (() => void)[] = []
    const start = (wanted: readonly string[]) => {
      const answer = Promise.withResolvers<void>()
      ends.push(answer.resolve)
      return new Promise<void>((resolve) => {
        const left = gate.withSlot(asking(wanted, 'x'), async (slot) => {
          served.push(slot.bucket)
          resolve()
          await answer.promise
          return answered(slot)
        })
        results.push(left)
      })
    }
    const results: Promise<unknown>[] = []
    for (const wanted of [names, names, names, [a], [a], [b], [b]]) await start(wanted)
    expect(served).toEqual([a, b, a, a, a, b, b])
    // Four of each are under way, and one more waits for a place of the first.
    await start([b])
    const waiting = [start([a]), start(names)]
    for (const end of ends) end()
    await Promise.all([...results, ...waiting])
    expect(served.slice(8)).toEqual([a, b])
  })

  test.each([
    [3, 3],
    [4, 0],
  ])('of %i full ones %i are asked in vain', async (count, asked) => {
    const { gate, names, reserves, time } = await shared(Array.from({ length: count }, () => 1))
    await time.run(async () => {
      for (const name of names.toReversed()) {
        await gate.withSlot(asking([name], 'x'), answered)
        await time.clock.sleep(1_000)
      }
      const soonest = { granted: false, nextFreeAtMs: HOLD_MS, waitMs: HOLD_MS - count * 1_000 }
      for (const order of [names, names.toReversed()]) {
        reserves.length = 0
        expect(await gate.withSlot(asking(order, 'none'), answered)).toEqual(soonest)
        expect(reserves).toHaveLength(asked)
      }
      await time.clock.sleep(soonest.waitMs)
      expect(await gate.withSlot(asking(names, 'one'), answered)).toEqual({
        granted: true,
        value: names.at(-1),
      })
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
