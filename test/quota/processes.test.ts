/**
 * Real workers under kill -9 and SIGSTOP, their database restarted, their wall clocks an hour wrong,
 * and a server that counts what reaches it: an hour lasts a second.
 */
import { expect, test } from 'vitest'
import { openQuotaLedger } from '../../src/ledger/quota/quota-sql.ts'
import type { GateAlarm } from '../../src/quota/gate.ts'
import { bucket } from '../ledger/quota/quota-worlds.ts'
import { testEngine } from '../support/database.ts'
import { openCountingServer, type Arrival } from './counting-server.ts'
import { openRestartable } from './restartable-database.ts'
import { startWorkers, type Fault } from './workers.ts'

const MAX = 5
const WINDOW_MS = 1_000
/** Longer than the lease and the window: whoever sends on the old slot then is seen. */
const FROZEN_MS = 3_600
const ARRIVALS = testEngine() === 'postgresql' ? 90 : 45
const RESTARTS = new Set([20, 60])
const WORKERS = 3

/** The linger covers how late this process may notice an arrival. */
const scaled = bucket({
  unitsMax: MAX,
  windowMs: WINDOW_MS,
  marginMs: 50,
  sendMs: 400,
  abortMs: 800,
  lingerMs: 1_000,
})

/** Every so many grants or arrivals strike the worker whose they are. */
function faultAt(count: number, every: number): Fault | undefined {
  if (count % every !== 0) return undefined
  return (count / every) % 2 ? 'freeze' : 'kill'
}

test('under kills, freezes, restarts and wrong clocks a rolling server would have refused nothing', async ({
  annotate,
}) => {
  await using database = await openRestartable()
  const ledger = openQuotaLedger(database.pool)
  const done = Promise.withResolvers<void>()
  const struck = new Set<string>()
  const faults = { kill: 0, freeze: 0 }
  const alarms = new Set<GateAlarm['kind']>()
  let restarts = 0
  let grants = 0

  async function restart(): Promise<void> {
    await database.stop()
    await database.start()
    restarts += 1
  }

  function strike(pid: number, fault: Fault | undefined): boolean {
    const hit = fault !== undefined && workers.strike(pid, fault)
    if (hit) faults[fault] += 1
    return hit
  }

  await using server = await openCountingServer((arrival, count) => {
    if (count >= ARRIVALS) done.resolve()
    if (RESTARTS.has(count)) void restart().catch(done.reject)
    strike(arrival.pid, faultAt(count, 11))
  })
  await using workers = startWorkers({
    count: WORKERS,
    task: { url: server.url, bucket: scaled, databaseUrl: database.url },
    ledger,
    frozenMs: FROZEN_MS,
    onGrant: (useId, pid) => {
      grants += 1
      if (strike(pid, faultAt(grants, 9))) struck.add(useId)
    },
    onAlarm: (kind) => alarms.add(kind),
  })
  await done.promise

  const instants = server.arrivals.map(({ atMs }) => atMs)
  expect(surelyTooMany(server.arrivals)).toEqual([])
  expect(restarts).toBeGreaterThan(0)
  expect(Math.min(faults.kill, faults.freeze)).toBeGreaterThan(2)
  // No death, freeze or restart may look like a step of the database's clock.
  expect(alarms).toContain('stale-slot')
  expect(alarms).not.toContain('clock-step')
  // Who was killed or frozen between its slot and its first byte did not send on that slot.
  expect(server.arrivals.filter(({ useId }) => struck.has(useId))).toEqual([])
  expectOneSlotEach(server.arrivals)
  await expectReserved(database.pool, server.arrivals)
  const optimumMs = (Math.ceil(instants.length / MAX) - 1) * WINDOW_MS
  const share = optimumMs / ((instants.at(-1) ?? 0) - (instants[0] ?? 0))
  const told = `${faults.kill} kills, ${faults.freeze} freezes, ${restarts} restarts`
  await annotate(`${told}: ${(share * 100).toFixed(1)} % of the optimum`)
})

/**
 * Arrivals that a rolling server would have refused, whenever within their bounds they came: a busy
 * machine notices late, and several at once.
 */
function surelyTooMany(arrivals: readonly Arrival[]): Arrival[] {
  const sorted = arrivals.toSorted((one, other) => one.atMs - other.atMs)
  return sorted.filter(({ atMs }, at) => {
    const together = sorted.slice(Math.max(0, at - MAX), at + 1)
    const earliestMs = Math.min(...together.map(({ afterMs }) => afterMs))
    return together.length > MAX && atMs - earliestMs < WINDOW_MS
  })
}

function expectOneSlotEach(arrivals: readonly Arrival[]): void {
  expect(new Set(arrivals.map(({ useId }) => useId)).size).toBe(arrivals.length)
  expect(new Set(arrivals.map(({ purpose }) => purpose)).size).toBe(arrivals.length)
}

/** Each request had a slot, reserved for it and not given back. */
async function expectReserved(
  pool: Parameters<typeof openQuotaLedger>[0],
  arrivals: readonly Arrival[],
): Promise<void> {
  const { rows } = await pool.query(
    `select id::text as id, purpose from frota.quota_use where state <> 'never-sent'`,
  )
  const uses = new Map(rows.map((row) => [row['id'], row['purpose']]))
  expect(arrivals.filter(({ useId, purpose }) => uses.get(useId) !== purpose)).toEqual([])
}
