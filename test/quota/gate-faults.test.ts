/** What the gate does when something goes wrong between a slot and its answer. */
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { Slot, Used } from '../../src/quota/gate.ts'
import { HOLD_MS, LEASE_MS, START_MS } from '../ledger/quota/quota-worlds.ts'
import { answered, BUCKET, DAY_MS, gateWorld, onTheWire, slotRequest } from './gate-world.ts'

test('a use that throws leaves its slot in doubt, and the error reaches the caller', async () => {
  const { gate, ledger } = await gateWorld()
  const broken = gate.withSlot(slotRequest(), async () => {
    throw new Error('connection reset')
  })
  await expect(broken).rejects.toThrow('connection reset')
  const [use] = await ledger.uses(BUCKET)
  expect(use).toMatchObject({ state: 'in-doubt', freeAtMs: START_MS + LEASE_MS + HOLD_MS })
})

test('without the ledger nothing is sent, and nothing is left behind', async () => {
  let down = true
  const { gate } = await gateWorld({}, (inner) => ({
    ...inner,
    reserve: async (request) => {
      if (down) throw new Error('database down')
      return inner.reserve(request)
    },
  }))
  let sent = 0
  const use = (slot: Slot): Promise<Used<string>> => {
    sent += 1
    return answered(slot)
  }
  await expect(gate.withSlot(slotRequest(), use)).rejects.toThrow('database down')
  expect(sent).toBe(0)
  down = false
  expect((await gate.withSlot(slotRequest(), use)).granted).toBe(true)
  expect((await gate.facts(BUCKET)).used).toBe(1)
})

test('a reserve whose answer was lost is given back', async () => {
  let lost = true
  const { gate } = await gateWorld({}, (inner) => ({
    ...inner,
    reserve: async (request) => {
      const reply = await inner.reserve(request)
      if (lost) throw new Error('connection lost')
      return reply
    },
  }))
  await expect(gate.withSlot(slotRequest(), answered)).rejects.toThrow('connection lost')
  lost = false
  await gate.withSlot(slotRequest(), answered)
  expect((await gate.facts(BUCKET)).used).toBe(1)
})

test('a worker that was frozen between its slot and its first byte sends on a new one', async () => {
  const { gate, ledger, advance, alarms } = await gateWorld()
  const useIds: string[] = []
  const result = await gate.withSlot(slotRequest(), async (slot) => {
    useIds.push(slot.useId)
    if (useIds.length === 1) advance(10_000)
    return answered(slot)
  })
  expect(useIds).toHaveLength(2)
  expect(result).toEqual({ granted: true, value: useIds[1] })
  expect(alarms).toEqual([{ kind: 'stale-slot', bucket: BUCKET, purpose: 'effect' }])
  expect((await ledger.facts(BUCKET)).used).toBe(1)
})

test('a ledger that answers too late grants a slot that is not used', async () => {
  let slow = true
  const { gate, advance } = await gateWorld({}, (inner) => ({
    ...inner,
    reserve: async (request) => {
      const reply = await inner.reserve(request)
      if (slow) advance(11_000)
      slow = false
      return reply
    },
  }))
  let used = 0
  await gate.withSlot(slotRequest(), (slot) => {
    used += 1
    return answered(slot)
  })
  expect(used).toBe(1)
  expect((await gate.facts(BUCKET)).used).toBe(1)
})

test('a worker that freezes each time hands its request back to the plan', async () => {
  const { gate, clock, advance, alarms } = await gateWorld()
  const result = await gate.withSlot(slotRequest(), (slot) => {
    advance(10_000)
    return answered(slot)
  })
  expect(result).toEqual({ granted: false, nextFreeAtMs: clock.now() + 1_000, waitMs: 1_000 })
  expect(alarms.map(({ kind }) => kind)).toEqual(Array(3).fill('stale-slot'))
  expect((await gate.facts(BUCKET)).used).toBe(0)
})

test('a request that left although its slot was stale is sent, and not once more', async () => {
  const { gate, ledger, advance } = await gateWorld()
  const result = await gate.withSlot(slotRequest(), async (slot) => {
    advance(10_000)
    return { ending: slot.maySend() ? 'never-sent' : 'answered', value: 'sent' }
  })
  expect(result).toEqual({ granted: true, value: 'sent' })
  expect((await ledger.uses(BUCKET)).map(({ state }) => state)).toEqual(['answered'])
})

test('a second 429 sets a pace, and one that the ledger was away for is told as such', async () => {
  let away = false
  const { gate, advance, alarms } = await gateWorld({}, (inner) => ({
    ...inner,
    throttled: async (name, answer) => {
      if (away) throw new Error('database down')
      return inner.throttled(name, answer)
    },
  }))
  for (const nextMs of [2 * HOLD_MS, 2 * HOLD_MS, 0]) {
    await gate.withSlot(slotRequest(), async () => ({
      ending: 'answered',
      throttled: { retryAfterMs: 7 },
      value: undefined,
    }))
    advance(nextMs)
    away = alarms.length === 2
  }
  const { paceMs } = await gate.facts(BUCKET)
  const told = { kind: 'throttled', bucket: BUCKET, retryAfterMs: 7 }
  expect(paceMs).toBeGreaterThan(0)
  expect(alarms).toEqual([
    { ...told, throttles: 1 },
    { ...told, throttles: 2, paceMs },
    { kind: 'throttle-unrecorded', bucket: BUCKET },
  ])
})

test('Retry-After holds everything, but an absurd one at most a day', async () => {
  const { gate, alarms } = await gateWorld()
  await gate.withSlot(slotRequest(), async () => ({
    ending: 'answered',
    throttled: { retryAfterMs: 1e12 },
    value: undefined,
  }))
  expect(await gate.withSlot(slotRequest(), answered)).toMatchObject({ waitMs: DAY_MS })
  expect(alarms).toMatchObject([{ kind: 'throttled', retryAfterMs: DAY_MS }])
})

test('an answer reaches its caller although the ledger is away, and is settled later', async () => {
  let failures = 2
  const { gate, ledger, clock, advance, alarms } = await gateWorld({}, (inner) => ({
    ...inner,
    settle: async (useId, ending) => {
      if (failures-- > 0) throw new Error('database down')
      return inner.settle(useId, ending)
    },
  }))
  expect((await gate.withSlot(slotRequest(), answered)).granted).toBe(true)
  expect(alarms).toMatchObject([{ kind: 'settle-failed' }])
  for (let tries = 0; tries < 2; tries += 1) {
    await clock.asleep()
    advance((clock.nextDueMs() ?? 0) - clock.uptime())
  }
  await gate.close()
  expect((await ledger.uses(BUCKET))[0]?.state).toBe('answered')
})

test('an ending is told four times more, a second later and then twice as late each time', async () => {
  let tries = 0
  const { gate, clock, advance } = await gateWorld({}, (inner) => ({
    ...inner,
    settle: async () => {
      tries += 1
      throw new Error('database down')
    },
  }))
  await gate.withSlot(slotRequest(), answered)
  const waitsMs: number[] = []
  for (let later = 0; later < 4; later += 1) {
    await clock.asleep()
    const waitMs = (clock.nextDueMs() ?? 0) - clock.uptime()
    waitsMs.push(waitMs)
    advance(waitMs)
  }
  await gate.close()
  expect([waitsMs, tries, clock.nextDueMs()]).toEqual([[1_000, 2_000, 4_000, 8_000], 5, undefined])
})

test('closing waits until endings are told, without their pauses, and lost slots given back', async () => {
  let away = true
  const { gate, ledger } = await gateWorld({}, (inner) => ({
    ...inner,
    reserve: async (request) => {
      const reply = await inner.reserve(request)
      if (request.purpose === 'lost') throw new Error('connection lost')
      return reply
    },
    settle: async (useId, ending) => {
      const failed = away && ending === 'answered'
      away = false
      await new Promise((resolve) => setImmediate(resolve))
      if (failed) throw new Error('database down')
      return inner.settle(useId, ending)
    },
  }))
  await gate.withSlot(slotRequest(), answered)
  await expect(gate.withSlot(slotRequest({ purpose: 'lost' }), answered)).rejects.toThrow('lost')
  await gate.close()
  expect((await ledger.uses(BUCKET)).map(({ state }) => state)).toEqual(['answered'])
})

test('a shared signal is never listened to, so that it keeps nothing alive', async () => {
  const { gate } = await gateWorld()
  const { signal } = new AbortController()
  const wire = onTheWire()
  const running = gate.withSlot(slotRequest({ signal }), wire.use)
  await wire.left
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  wire.end({ ending: 'answered' })
  await running
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
