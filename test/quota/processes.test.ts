/** Real workers under kill -9 and SIGSTOP, and a server that counts what reaches it. */
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { openQuotaLedger } from '../../src/ledger/quota-sql.ts'
import type { QuotaLedger } from '../../src/ledger/quota.ts'
import { bucket, openQuotaDatabase } from '../ledger/quota-worlds.ts'
import type { LedgerCall, LedgerReply, WorkerTask } from './worker-process.ts'

const MAX = 5
const WINDOW_MS = 1_000
/** Longer than the lease and the window: whoever sends on the old slot then is seen. */
const FROZEN_MS = 4_500
const ARRIVALS = 50
const WORKERS = 2

/** An hour in a second. The linger covers how late this process may notice an arrival. */
const scaled = bucket({
  unitsMax: MAX,
  windowMs: WINDOW_MS,
  marginMs: 50,
  sendMs: 400,
  abortMs: 800,
  lingerMs: 1_000,
})

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** What is done to a worker when the grant or the arrival of this number is its own. */
const faults: Record<string, 'kill' | 'freeze'> = {
  'grant 7': 'freeze',
  'arrival 12': 'kill',
  'grant 25': 'kill',
  'arrival 30': 'freeze',
  'grant 36': 'freeze',
  'arrival 40': 'kill',
}

test('under kill -9 and SIGSTOP no rolling window at the server has more than the maximum', async () => {
  const database = await openQuotaDatabase()
  cleanups.push(() => database.close())
  const ledger = openQuotaLedger(database.pool)
  const workers = new Map<number, ChildProcess>()
  const arrivals: number[] = []
  const endings: unknown[] = []
  const struck = new Set<string>()
  const sent = new Set<string>()
  const done = Promise.withResolvers<void>()
  let grants = 0
  let closing = false

  function strike(moment: string, pid: number): boolean {
    const worker = workers.get(pid)
    const fault = faults[moment]
    if (!worker || !fault) return false
    worker.kill(fault === 'kill' ? 'SIGKILL' : 'SIGSTOP')
    if (fault === 'freeze') void wallClock.sleep(FROZEN_MS).then(() => worker.kill('SIGCONT'))
    return true
  }

  const server = createServer((request, response) => {
    arrivals.push(wallClock.uptime())
    const count = arrivals.length
    if (count >= ARRIVALS) done.resolve()
    void json(request).then(async (body) => {
      const { pid, useId } = body as { pid: number; useId: string }
      sent.add(useId)
      strike(`arrival ${count}`, pid)
      await wallClock.sleep((count % 5) * 40)
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  cleanups.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  function startWorker(): void {
    const worker = fork(new URL('worker-process.ts', import.meta.url))
    const pid = worker.pid ?? 0
    workers.set(pid, worker)
    worker.on('exit', () => {
      workers.delete(pid)
      if (!closing) startWorker()
    })
    worker.on('message', (call: LedgerCall) => void serve(worker, pid, call))
    worker.send({ url, bucket: scaled } satisfies WorkerTask)
  }

  async function serve(worker: ChildProcess, pid: number, call: LedgerCall): Promise<void> {
    const reply = await answer(ledger, call)
    if (call.method === 'settle') endings.push(call.parameters[1])
    if ('value' in reply && call.method === 'reserve') {
      const { granted, useId } = reply.value as { granted: boolean; useId: string }
      // Before it hears of its slot, so that it certainly does not get to use it in time.
      if (granted && strike(`grant ${++grants}`, pid)) struck.add(useId)
    }
    if (worker.connected) worker.send(reply)
  }

  cleanups.push(async () => {
    closing = true
    const gone = [...workers.values()].map(
      (worker) => new Promise((resolve) => worker.once('exit', resolve)),
    )
    for (const worker of workers.values()) worker.kill('SIGKILL')
    await Promise.all(gone)
  })
  for (let count = 0; count < WORKERS; count += 1) startWorker()
  await done.promise

  const most = arrivals.map(
    (fromMs) => arrivals.filter((atMs) => atMs >= fromMs && atMs < fromMs + WINDOW_MS).length,
  )
  expect(Math.max(...most)).toBeLessThanOrEqual(MAX)
  expect(struck.size).toBe(3)
  expect(sent.isDisjointFrom(struck)).toBe(true)
  expect(endings).toContain('answered')
  expect(endings).toContain('never-sent')
})

async function answer(ledger: QuotaLedger, call: LedgerCall): Promise<LedgerReply> {
  try {
    const act = ledger[call.method] as (...parameters: readonly unknown[]) => Promise<unknown>
    return { id: call.id, value: await act(...call.parameters) }
  } catch (error) {
    return { id: call.id, error: String(error) }
  }
}
