import { describe, expect, test } from 'vitest'
import type { Gate, Slot, SlotRequest, SlotResult, Used } from '../../src/quota/gate.ts'
import { pairGate } from '../../src/quota/pair-slot.ts'

const request: SlotRequest = {
  bucket: 'orders',
  units: 1,
  rank: 0,
  purpose: 'effect',
  waitMsMax: 0,
}

/** A gate of one slot that notes what was asked of it and how it ended. */
class OneSlotGate implements Pick<Gate, 'withSlot'> {
  readonly asked: number[] = []
  readonly mayBeSent: number[] = []
  readonly endings: Used<unknown>[] = []
  granted = true
  /** Calls again as the real one does after a stale slot. */
  staleTurns = 0

  async withSlot<T>(
    { units }: SlotRequest,
    use: (slot: Slot) => Promise<Used<T>>,
  ): Promise<SlotResult<T>> {
    this.asked.push(units)
    if (!this.granted) return { granted: false, nextFreeAtMs: 5, waitMs: 5 }
    const maySend = (which = 0): boolean => {
      this.mayBeSent.push(which)
      return true
    }
    let used = await use({ useId: 'use', bucket: 'orders', maySend })
    for (; this.staleTurns > 0; this.staleTurns -= 1) {
      used = await use({ useId: 'another', bucket: 'orders', maySend })
    }
    this.endings.push(used)
    return { granted: true, value: used.value }
  }
}

const sending =
  <T>(ending: Used<unknown>['ending'], value: T, more: Partial<Used<T>> = {}) =>
  async (slot: Slot): Promise<Used<T>> => {
    if (ending !== 'never-sent') slot.maySend()
    return { ending, value, ...more }
  }

describe('two requests in one reservation', () => {
  test('reserve two units at once, and are settled together when both are over', async () => {
    const gate = new OneSlotGate()
    const pair = pairGate(gate)
    const order = await pair.withSlot(request, sending('answered', 'order'))
    expect(order).toEqual({ granted: true, value: 'order' })
    expect(gate.endings).toEqual([])
    const payment = await pair.withSlot(request, sending('answered', 'payment'))
    expect(payment).toEqual({ granted: true, value: 'payment' })
    await pair.end()
    expect(gate.asked).toEqual([2])
    expect(gate.mayBeSent).toEqual([0, 1])
    expect(gate.endings).toMatchObject([{ ending: 'answered' }])
  })

  test('are settled when the payment is not wanted any more', async () => {
    const gate = new OneSlotGate()
    const pair = pairGate(gate)
    await pair.withSlot(request, sending('answered', 'order'))
    await pair.end()
    expect(gate.endings).toMatchObject([{ ending: 'answered' }])
    await pair.end()
  })

  test.each([
    ['in-doubt', 'answered', 'in-doubt'],
    ['answered', 'in-doubt', 'in-doubt'],
    ['answered', 'never-sent', 'answered'],
  ] as const)('%s and %s end %s', async (first, second, whole) => {
    const gate = new OneSlotGate()
    const pair = pairGate(gate)
    await pair.withSlot(request, sending(first, 1))
    await pair.withSlot(request, sending(second, 2))
    await pair.end()
    expect(gate.endings.map(({ ending }) => ending)).toEqual([whole])
  })

  test('tell the gate of a 429 of either', async () => {
    const gate = new OneSlotGate()
    const pair = pairGate(gate)
    await pair.withSlot(request, sending('answered', 1))
    const throttled = { retryAfterMs: 7 }
    await pair.withSlot(request, sending('answered', 2, { throttled }))
    await pair.end()
    expect(gate.endings).toMatchObject([{ throttled }])
  })

  test('give both units back when the order never left, and may be granted others', async () => {
    const gate = new OneSlotGate()
    gate.staleTurns = 1
    const pair = pairGate(gate)
    const turns: string[] = []
    const use = async (slot: Slot): Promise<Used<number>> => {
      turns.push(slot.useId)
      return { ending: 'never-sent', value: turns.length }
    }
    expect(await pair.withSlot(request, use)).toEqual({ granted: true, value: 2 })
    expect(turns).toEqual(['use', 'another'])
    // The next one is a first request again.
    await pair.withSlot(request, sending('answered', 3))
    await pair.end()
    expect(gate.asked).toEqual([2, 2])
  })

  test('that no quota is free for wait like any other', async () => {
    const gate = new OneSlotGate()
    gate.granted = false
    const pair = pairGate(gate)
    expect(await pair.withSlot(request, sending('answered', 1))).toMatchObject({ granted: false })
    await pair.end()
  })

  test('that throw are the caller’s to hear, and leave the units in doubt', async () => {
    const gate = new OneSlotGate()
    const pair = pairGate(gate)
    const failing = (): Promise<Used<number>> => Promise.reject(new Error('bug'))
    await expect(pair.withSlot(request, failing)).rejects.toThrow('bug')
    await pair.end()
    const other = pairGate(gate)
    await other.withSlot(request, sending('answered', 1))
    await expect(other.withSlot(request, failing)).rejects.toThrow('bug')
    await other.end()
    expect(gate.endings.map(({ ending }) => ending)).toEqual(['in-doubt'])
  })
})
