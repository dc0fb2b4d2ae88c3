/** Who gets a slot, when and in which order. */
import { describe, expect, test } from 'vitest'
import { HOLD_MS, LEASE_MS } from '../ledger/quota/quota-worlds.ts'
import { answered, BUCKET, gateWorld, onTheWire, slotRequest } from './gate-world.ts'

/** So many of the event loop that whatever could leave has left. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

describe('slots', () => {
  test('nobody is kept waiting: who gets no unit is told when, and gets one then', async () => {
    const { gate, advance } = await gateWorld({ unitsMax: 1 })
    await gate.withSlot(slotRequest(), answered)
    const refused = await gate.withSlot(slotRequest(), answered)
    expect(refused).toMatchObject({ granted: false, waitMs: HOLD_MS })
    advance(HOLD_MS - 1)
    expect(await gate.withSlot(slotRequest(), answered)).toMatchObject({ waitMs: 1 })
    advance(1)
    expect((await gate.withSlot(slotRequest(), answered)).granted).toBe(true)
  })

  test('at most four requests are on the wire at once', async () => {
    const { gate } = await gateWorld()
    const wires = Array.from({ length: 6 }, onTheWire)
    let left = 0
    for (const wire of wires) void wire.left.then(() => (left += 1))
    const results = wires.map((wire) => gate.withSlot(slotRequest(), wire.use))
    await Promise.all(wires.slice(0, 4).map((wire) => wire.left))
    await turns()
    expect([left, (await gate.facts(BUCKET)).used]).toEqual([4, 4])
    wires[0]?.end({ ending: 'answered' })
    await wires[4]?.left
    await turns()
    expect([left, (await gate.facts(BUCKET)).used]).toEqual([5, 5])
    for (const wire of wires) wire.end({ ending: 'answered' })
    expect((await Promise.all(results)).every((result) => result.granted)).toBe(true)
  })

  test('slots go out in the order of arrival, which is the plan that the queue holds', async () => {
    const { gate } = await gateWorld()
    const wires = Array.from({ length: 4 }, onTheWire)
    const first = wires.map((wire) => gate.withSlot(slotRequest(), wire.use))
    await Promise.all(wires.map((wire) => wire.left))
    const order: number[] = []
    const ranks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    const rest = ranks.map((rank) =>
      gate.withSlot(slotRequest(), async (slot) => {
        order.push(rank)
        return answered(slot)
      }),
    )
    wires[0]?.end({ ending: 'answered' })
    await Promise.all(rest)
    expect(order).toEqual(ranks)
    for (const wire of wires) wire.end({ ending: 'answered' })
    await Promise.all(first)
  })

  test('a unit that comes back is free at once', async () => {
    const { gate } = await gateWorld({ unitsMax: 1 })
    const wire = onTheWire()
    const first = gate.withSlot(slotRequest(), wire.use)
    await wire.left
    const worst = LEASE_MS + HOLD_MS
    expect(await gate.withSlot(slotRequest(), answered)).toMatchObject({ waitMs: worst })
    wire.end({ ending: 'never-sent' })
    expect((await first).granted).toBe(true)
    expect((await gate.withSlot(slotRequest(), answered)).granted).toBe(true)
  })
})

describe('leaving', () => {
  test('who stopped while it waited for a place on the wire gets no slot and costs none', async () => {
    let reserves = 0
    const { gate, ledger } = await gateWorld({}, (inner) => ({
      ...inner,
      reserve: (request) => {
        reserves += 1
        return inner.reserve(request)
      },
    }))
    const wires = Array.from({ length: 4 }, onTheWire)
    const first = wires.map((wire) => gate.withSlot(slotRequest(), wire.use))
    await Promise.all(wires.map((wire) => wire.left))
    const abort = new AbortController()
    const request = slotRequest({ signal: abort.signal })
    const waiting = gate.withSlot(request, answered)
    abort.abort()
    for (const wire of wires) wire.end({ ending: 'never-sent' })
    await Promise.all(first)
    expect((await waiting).granted).toBe(false)
    expect((await gate.withSlot(request, answered)).granted).toBe(false)
    expect([reserves, (await ledger.facts(BUCKET)).used]).toEqual([4, 0])
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
    answer.resolve()
    expect((await gone).granted).toBe(false)
    await gate.close()
    expect((await ledger.facts(BUCKET)).used).toBe(0)
  })

  test('closing grants nothing more and lets requests on the wire end', async () => {
    const { gate, ledger } = await gateWorld()
    const wire = onTheWire()
    const first = gate.withSlot(slotRequest(), wire.use)
    await wire.left
    let closed = false
    const closing = gate.close().then(() => (closed = true))
    expect((await gate.withSlot(slotRequest(), answered)).granted).toBe(false)
    await turns()
    expect(closed).toBe(false)
    wire.end({ ending: 'answered' })
    await closing
    expect(await first).toEqual({ granted: true, value: 'used' })
    const [use] = await ledger.uses(BUCKET)
    expect(use?.state).toBe('answered')
  })
})
