/** Who gets a slot, when and in which order. */
import { describe, expect, test } from 'vitest'
import type { SlotResult } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { WAITERS_MAX } from '../../src/quota/waiting-line.ts'
import { seededRandom } from '../../src/random.ts'
import { bucket, HOLD_MS, LEASE_MS, START_MS } from '../ledger/quota/quota-worlds.ts'
import { answered, BUCKET, DAY_MS, gateWorld, onTheWire, slotRequest } from './gate-world.ts'

describe('slots', () => {
  test('the first twenty leave at once, the next is told when', async () => {
    const { gate } = await gateWorld()
    const requests = Array.from({ length: 20 }, () => gate.withSlot(slotRequest(), answered))
    const results = await Promise.all(requests)
    expect(results.filter((result) => result.granted)).toHaveLength(20)
    expect(await gate.withSlot(slotRequest(), answered)).toEqual({
      granted: false,
      nextFreeAtMs: START_MS + HOLD_MS,
      waitMs: HOLD_MS,
    })
    expect((await gate.facts(BUCKET)).free).toBe(0)
  })

  test('who is willing to wait is served when a unit frees, not before', async () => {
    const { gate, clock, advance } = await gateWorld({ unitsMax: 1 })
    await gate.withSlot(slotRequest(), answered)
    let served = false
    const waiting = gate.withSlot(slotRequest({ waitMsMax: DAY_MS }), (slot) => {
      served = true
      return answered(slot)
    })
    for (let leftMs = HOLD_MS; leftMs > 0;) {
      await clock.asleep()
      expect(served).toBe(false)
      const stepMs = (clock.nextDueMs() ?? 0) - clock.uptime()
      expect(stepMs).toBeLessThanOrEqual(30_000)
      advance(stepMs)
      leftMs -= stepMs
    }
    expect((await waiting).granted).toBe(true)
  })

  test('a request never waits longer than it said, even behind others', async () => {
    const { gate, clock } = await gateWorld({ unitsMax: 1 })
    await gate.withSlot(slotRequest(), answered)
    const patient = gate.withSlot(slotRequest({ waitMsMax: DAY_MS }), answered)
    await clock.asleep()
    const hasty = await gate.withSlot(slotRequest({ waitMsMax: 30_000, rank: 9 }), answered)
    expect(hasty).toMatchObject({ granted: false, waitMs: HOLD_MS })
    await gate.close()
    expect((await patient).granted).toBe(false)
  })

  test('at most four requests are on the wire at once', async () => {
    const { gate } = await gateWorld()
    const wires = Array.from({ length: 6 }, onTheWire)
    const results = wires.map((wire) => gate.withSlot(slotRequest(), wire.use))
    await Promise.all(wires.slice(0, 4).map((wire) => wire.left))
    expect((await gate.facts(BUCKET)).used).toBe(4)
    wires[0]?.end({ ending: 'answered' })
    await wires[4]?.left
    expect((await gate.facts(BUCKET)).used).toBe(5)
    for (const wire of wires) wire.end({ ending: 'answered' })
    expect((await Promise.all(results)).every((result) => result.granted)).toBe(true)
  })

  test('slots go out in plan order, whatever the order of arrival', async () => {
    const { gate } = await gateWorld()
    const wires = Array.from({ length: 4 }, onTheWire)
    const first = wires.map((wire) => gate.withSlot(slotRequest(), wire.use))
    await Promise.all(wires.map((wire) => wire.left))
    const order: number[] = []
    const ranks = [7, 3, 9, 1, 8, 2, 6, 12, 11, 5, 4, 10]
    const rest = ranks.map((rank) =>
      gate.withSlot(slotRequest({ rank }), async (slot) => {
        order.push(rank)
        return answered(slot)
      }),
    )
    wires[0]?.end({ ending: 'answered' })
    await Promise.all(rest)
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (const wire of wires) wire.end({ ending: 'answered' })
    await Promise.all(first)
  })

  test('a unit that comes back is used at once: the settle wakes the pump', async () => {
    const { gate, clock } = await gateWorld({ unitsMax: 1 })
    const wire = onTheWire()
    const first = gate.withSlot(slotRequest(), wire.use)
    await wire.left
    const second = gate.withSlot(slotRequest({ waitMsMax: DAY_MS }), answered)
    await clock.asleep()
    wire.end({ ending: 'never-sent' })
    expect((await first).granted).toBe(true)
    expect((await second).granted).toBe(true)
    expect(clock.uptime()).toBe(0)
  })

  test('an unknown bucket is a bug', async () => {
    const { gate } = await gateWorld()
    await expect(gate.withSlot(slotRequest({ bucket: 'no' }), answered)).rejects.toThrow('bucket')
  })

  test('two gates on one ledger share its units', async () => {
    const { gate, ledger, clock } = await gateWorld()
    const other = await openGate({
      ledger,
      clock,
      random: seededRandom(3),
      holder: 'other',
      alarm: () => {},
      buckets: [bucket()],
    })
    const ask = (turn: number): Promise<SlotResult<string>> =>
      (turn % 2 ? gate : other).withSlot(slotRequest(), answered)
    const results: SlotResult<string>[] = []
    for (let turn = 0; turn < 30; turn += 1) results.push(await ask(turn))
    expect(results.filter((result) => result.granted)).toHaveLength(20)
  })
})

describe('leaving the line', () => {
  test('an aborted waiter gets no slot and costs none', async () => {
    const { gate, clock, ledger } = await gateWorld({ unitsMax: 1 })
    const wire = onTheWire()
    const first = gate.withSlot(slotRequest(), wire.use)
    await wire.left
    const abort = new AbortController()
    const request = slotRequest({ waitMsMax: DAY_MS, signal: abort.signal })
    const waiting = gate.withSlot(request, answered)
    await clock.asleep()
    abort.abort()
    const waitMs = LEASE_MS + HOLD_MS
    expect(await waiting).toEqual({ granted: false, nextFreeAtMs: START_MS + waitMs, waitMs })
    expect((await gate.withSlot(request, answered)).granted).toBe(false)
    wire.end({ ending: 'never-sent' })
    await first
    expect((await ledger.facts(BUCKET)).used).toBe(0)
  })

  test('a slot granted to who left meanwhile goes back, and is banked for nobody', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const { gate, ledger } = await gateWorld({}, (inner) => ({
      ...inner,
      reserve: async (request) => {
        const reply = await inner.reserve(request)
        asked.resolve()
        await answer.promise
        return reply
      },
    }))
    const abort = new AbortController()
    const gone = gate.withSlot(slotRequest({ signal: abort.signal }), answered)
    await asked.promise
    abort.abort()
    expect((await gone).granted).toBe(false)
    answer.resolve()
    await gate.close()
    expect((await ledger.facts(BUCKET)).used).toBe(0)
  })

  test('a full line keeps the better ranks and hands the worst back to the plan', async () => {
    const { gate, clock } = await gateWorld({ unitsMax: 1 })
    await gate.withSlot(slotRequest(), answered)
    const ask = (rank: number): Promise<SlotResult<string>> =>
      gate.withSlot(slotRequest({ rank, waitMsMax: DAY_MS }), answered)
    const line = Array.from({ length: WAITERS_MAX }, (_, place) => ask(10 + place))
    await clock.asleep()
    expect((await ask(99)).granted).toBe(false)
    const better = ask(1)
    expect((await line.at(-1))?.granted).toBe(false)
    await gate.close()
    expect((await better).granted).toBe(false)
  })

  test('closing refuses who waits and lets requests on the wire end', async () => {
    const { gate, ledger } = await gateWorld()
    const wire = onTheWire()
    const first = gate.withSlot(slotRequest(), wire.use)
    await wire.left
    const closing = gate.close()
    expect((await gate.withSlot(slotRequest(), answered)).granted).toBe(false)
    wire.end({ ending: 'answered' })
    await closing
    expect(await first).toEqual({ granted: true, value: 'used' })
    const [use] = await ledger.uses(BUCKET)
    expect(use?.state).toBe('answered')
  })
})
