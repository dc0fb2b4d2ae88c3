/** The gate over the ledger in SQL: wrong clocks, refusals of the service, and many who ask at once. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BucketSettings } from '../../src/ledger/quota/quota.ts'
import type { Gate, GateAlarm, Slot, SlotResult, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { seededRandom } from '../../src/random.ts'
import { bucket, HOLD_MS, sqlWorld, START_MS } from '../ledger/quota/quota-worlds.ts'
import { answered, slotRequest } from './gate-world.ts'
import { virtualClock } from './virtual-clock.ts'
import { forFile } from '../support/for-file.ts'

const HOUR_MS = 3_600_000
const MAX = 20

const world = await forFile(sqlWorld())

/** Workers over one bucket of their own; `pass` moves them and the database together. */
async function fleet(count = 1, changes: Partial<BucketSettings> = {}) {
  const settings = bucket({ name: `consultations/${randomUUID()}`, ...changes })
  const clock = virtualClock(START_MS)
  const alarms: GateAlarm[] = []
  let stepMs = 0
  const show = (): Promise<void> => world.setNow(START_MS + clock.uptime() + stepMs)
  await show()
  const gates: Gate[] = []
  for (let place = 0; place < count; place += 1) {
    const random = { ...seededRandom(place), uuid: randomUUID }
    const tools = { ledger: world.ledger, clock, random, holder: `worker ${place}` }
    gates.push(
      await openGate({ ...tools, alarm: (alarm) => alarms.push(alarm), buckets: [settings] }),
    )
  }
  const ask = (turn = 0, use: (slot: Slot) => Promise<Used<string>> = answered) =>
    gateAt(gates, turn).withSlot(slotRequest({ bucket: settings.name }), use)
  return {
    ask,
    clock,
    alarms,
    facts: () => world.ledger.facts(settings.name),
    pass: (ms: number) => {
      clock.advance(ms)
      return show()
    },
    stepDatabase: (ms: number) => {
      stepMs += ms
      return show()
    },
  }
}

function gateAt(gates: readonly Gate[], turn: number): Gate {
  const gate = gates[turn % gates.length]
  if (!gate) throw new Error('a fleet has at least one worker')
  return gate
}

const refusedBy429 = async (): Promise<Used<string>> => ({
  ending: 'answered',
  throttled: {},
  value: '',
})

const granted = (results: readonly SlotResult<string>[]): number =>
  results.filter((result) => result.granted).length

test('200 requests at once, of twelve workers, get exactly twenty slots', async () => {
  const { ask, facts } = await fleet(12)
  const results = await Promise.all(Array.from({ length: 200 }, (_, turn) => ask(turn)))
  expect(granted(results)).toBe(MAX)
  expect((await facts()).used).toBe(MAX)
})

test("each worker's wall clock may be wrong by an hour, forward or back", async () => {
  const { ask, clock, pass } = await fleet(3)
  for (let turn = 0; turn < MAX; turn += 1) {
    clock.stepWall(turn % 2 ? HOUR_MS : -2 * HOUR_MS)
    expect(await ask(turn)).toMatchObject({ granted: true })
  }
  expect(await ask()).toMatchObject({ granted: false, waitMs: HOLD_MS })
  await pass(HOLD_MS - 1)
  expect(await ask()).toMatchObject({ granted: false, waitMs: 1 })
  await pass(1)
  expect(await ask()).toMatchObject({ granted: true })
})

test("the database's clock steps forward: one worker tells it, all wait as long as before", async () => {
  const { ask, pass, stepDatabase, alarms, facts } = await fleet(2)
  for (let turn = 0; turn < MAX; turn += 1) await ask(turn)
  await stepDatabase(2 * HOUR_MS)
  for (const turn of [0, 1, 0, 1]) {
    expect(await ask(turn)).toMatchObject({ granted: false, waitMs: HOLD_MS })
  }
  expect(alarms.map(({ kind }) => kind)).toEqual(['clock-step', 'clock-step'])
  expect((await facts()).used).toBe(MAX)
  await pass(HOLD_MS - 1)
  expect(await ask()).toMatchObject({ granted: false })
  await pass(1)
  expect(await ask()).toMatchObject({ granted: true })
})

test("the database's clock steps back: nothing frees early, and the bucket opens again", async () => {
  const { ask, stepDatabase, pass } = await fleet(2)
  for (let turn = 0; turn < MAX; turn += 1) await ask(turn)
  await stepDatabase(-HOUR_MS)
  expect(await ask()).toMatchObject({ granted: false, nextFreeAtMs: START_MS + HOLD_MS })
  await pass(HOLD_MS)
  expect(await ask()).toMatchObject({ granted: false })
  // It stood still until the clock had caught up: later than it had to be, never sooner.
  await pass(HOUR_MS)
  expect(await ask()).toMatchObject({ granted: true })
})

test('a second unexpected 429 teaches a pace, tells it, and spaces every later unit', async () => {
  const { ask, pass, alarms } = await fleet(2)
  await ask(0, refusedBy429)
  expect(await ask(1)).toMatchObject({ granted: false, waitMs: HOLD_MS })
  await pass(HOLD_MS)
  await ask(1, refusedBy429)
  const paceMs = HOLD_MS / MAX + 500
  expect(alarms).toEqual([
    expect.objectContaining({ kind: 'throttled', throttles: 1 }),
    expect.objectContaining({ kind: 'throttled', throttles: 2, paceMs }),
  ])
  expect(alarms[0]).not.toHaveProperty('paceMs')
  await pass(HOLD_MS)
  for (const turn of [0, 1, 0]) {
    expect(await ask(turn)).toMatchObject({ granted: true })
    expect(await ask(turn)).toMatchObject({ granted: false, waitMs: paceMs })
    await pass(paceMs)
  }
})
