/** The ledger's clock steps between two processes of one machine: the later one sees it. */
import { expect, test } from 'vitest'
import { openMemoryQuotaLedger } from '../support/ledger/quota-memory.ts'
import type { QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { Gate, GateAlarm } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { seededRandom } from '../../src/random.ts'
import { bucket, HOLD_MS, START_MS } from '../ledger/quota/quota-worlds.ts'
import { answered, BUCKET, slotRequest } from './gate-world.ts'
import { virtualClock } from './virtual-clock.ts'

const HOUR_MS = 3_600_000
const NIGHT_MS = 12 * HOUR_MS

/** One machine and one ledger, and as many processes after each other as the test wants. */
function machine(wrap: (ledger: QuotaLedger) => QuotaLedger = (ledger) => ledger) {
  let clock = virtualClock(START_MS)
  const ledgerClock = virtualClock(START_MS)
  const ledger = openMemoryQuotaLedger({ clock: ledgerClock, random: seededRandom(2) })
  const alarms: GateAlarm[] = []
  let processes = 0
  return {
    alarms,
    restart: () => {
      clock = virtualClock(ledgerClock.now())
    },
    stepDatabase: (ms: number) => ledgerClock.stepWall(ms),
    pass: (ms: number) => {
      ledgerClock.advance(ms)
      clock.advance(ms)
    },
    startProcess: (named = 'boot-1'): Promise<Gate> =>
      openGate({
        ledger: wrap(ledger),
        clock,
        random: seededRandom(100 + (processes += 1)),
        holder: 'test',
        machine: named === '' ? undefined : named,
        alarm: (alarm) => alarms.push(alarm),
        buckets: [bucket()],
      }),
  }
}

async function sendAll(gate: Gate): Promise<void> {
  for (let sent = 0; sent < 20; sent += 1) await gate.withSlot(slotRequest(), answered)
}

test('a step while no process ran frees nothing before its time', async () => {
  const { startProcess, stepDatabase, pass, alarms } = machine()
  const first = await startProcess()
  await sendAll(first)
  await first.close()
  pass(60_000)
  stepDatabase(2 * HOUR_MS)
  const second = await startProcess()
  expect(alarms).toEqual([{ kind: 'clock-step', bucket: BUCKET, stepMs: 2 * HOUR_MS }])
  expect(await second.withSlot(slotRequest(), answered)).toMatchObject({
    granted: false,
    waitMs: HOLD_MS - 60_000,
  })
  await second.close()
  await startProcess()
  expect(alarms).toHaveLength(1)
  stepDatabase(HOUR_MS)
  await startProcess()
  expect(alarms).toHaveLength(2)
})

test('a process that was killed leaves its look, ten minutes old at most', async () => {
  const { startProcess, stepDatabase, pass, alarms } = machine()
  const killed = await startProcess()
  for (let minutes = 0; minutes < 600; minutes += 10) {
    await killed.withSlot(slotRequest(), answered)
    pass(600_000)
  }
  stepDatabase(10_000)
  await startProcess()
  expect(alarms).toEqual([{ kind: 'clock-step', bucket: BUCKET, stepMs: 10_000 }])
})

test('nights, drift, a clock set back and another start of the machine are no step', async () => {
  const { startProcess, stepDatabase, pass, alarms } = machine()
  const nights: [number, string][] = [
    [0, 'boot-1'],
    [20_000, 'boot-1'],
    [-HOUR_MS, 'boot-1'],
    [5 * HOUR_MS, 'boot-2'],
    [5 * HOUR_MS, ''],
  ]
  for (const [stepMs, named] of nights) {
    stepDatabase(stepMs)
    const gate = await startProcess(named)
    expect(await gate.withSlot(slotRequest(), answered)).toMatchObject({ granted: true })
    await gate.close()
    pass(NIGHT_MS)
  }
  expect(alarms).toEqual([])
})

/** A machine whose ledger cannot be told of a step while it is away. */
function machineWithLedgerAway(isAway: () => boolean) {
  return machine((ledger) => ({
    ...ledger,
    shift: async (name, seen) => {
      if (isAway()) throw new Error('database down')
      return ledger.shift(name, seen)
    },
  }))
}

test('a step that the ledger could not be told of is told by the next request', async () => {
  let away = false
  const { startProcess, stepDatabase, alarms } = machineWithLedgerAway(() => away)
  const gate = await startProcess()
  await sendAll(gate)
  stepDatabase(2 * HOUR_MS)
  away = true
  await expect(gate.withSlot(slotRequest(), answered)).rejects.toThrow('database down')
  stepDatabase(HOUR_MS)
  await expect(gate.withSlot(slotRequest(), answered)).rejects.toThrow('database down')
  away = false
  expect(await gate.withSlot(slotRequest(), answered)).toMatchObject({
    granted: false,
    waitMs: HOLD_MS,
  })
  expect(alarms.filter(({ kind }) => kind === 'clock-step')).toMatchObject([
    { stepMs: 3 * HOUR_MS },
  ])
})

test('a step that the ledger was never told of is seen by the next process', async () => {
  let away = false
  const { startProcess, stepDatabase, alarms } = machineWithLedgerAway(() => away)
  const first = await startProcess()
  stepDatabase(HOUR_MS)
  away = true
  await expect(first.withSlot(slotRequest(), answered)).rejects.toThrow('database down')
  await first.close()
  away = false
  await startProcess()
  expect(alarms).toEqual([{ kind: 'clock-step', bucket: BUCKET, stepMs: HOUR_MS }])
})

test.each([
  ['boot-1', [1, 1, 2, 2, 3, 4]],
  ['', [0, 0, 0, 0, 0, 0]],
])(
  'a process of %j keeps a look at its start, each ten minutes and at its end',
  async (named, looks) => {
    let kept = 0
    const count = (): void => void (kept += 1)
    const { startProcess, pass } = machine((ledger) => ({
      ...ledger,
      lastLook: (...asked) => {
        if (named === '') count()
        return ledger.lastLook(...asked)
      },
      keepLook: (...given) => {
        count()
        return ledger.keepLook(...given)
      },
    }))
    const gate = await startProcess(named)
    const seen = [kept]
    for (const ms of [599_999, 1, 300_000, 300_000]) {
      pass(ms)
      await gate.withSlot(slotRequest(), answered)
      seen.push(kept)
    }
    await gate.close()
    expect([...seen, kept]).toEqual(looks)
  },
)

test('an uptime that began anew under the same name is no step', async () => {
  const { startProcess, pass, restart, alarms } = machine()
  pass(HOUR_MS)
  await (await startProcess()).close()
  restart()
  await startProcess()
  expect(alarms).toEqual([])
})
