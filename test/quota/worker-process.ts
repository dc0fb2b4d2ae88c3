/**
 * A worker of its own: the shipped gate and real requests, over a database that it opens itself or,
 * since PGlite has one process only, over a ledger that its parent keeps.
 */
import { wallClock, type Clock } from '../../src/clock.ts'
import type { Wire } from '../../src/client/exchange.ts'
import { clientLimits } from '../../src/client/limits.ts'
import { openOnce } from '../../src/client/once.ts'
import { openServer } from '../../src/database/open-server.ts'
import { openQuotaLedger } from '../../src/ledger/quota/quota-sql.ts'
import type { BucketSettings, QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { GateAlarm, Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { systemRandom } from '../../src/random.ts'

/** The first message of the parent. */
export interface WorkerTask {
  readonly url: string
  readonly bucket: BucketSettings
  readonly databaseUrl: string | undefined
  /** How wrong this worker's wall clock is. */
  readonly skewMs: number
}

/** What a worker says: it has a slot and waits for leave, an alarm, or a call of the ledger. */
export type WorkerMessage =
  | { readonly kind: 'granted'; readonly useId: string }
  | { readonly kind: 'alarm'; readonly alarm: GateAlarm['kind'] }
  | {
      readonly kind: 'call'
      readonly id: number
      readonly method: keyof QuotaLedger
      readonly parameters: readonly unknown[]
    }

export type ParentMessage =
  | { readonly kind: 'go'; readonly useId: string }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: string }

/** The body of a request. */
export interface Arrived {
  readonly pid: number
  readonly useId: string
  readonly purpose: string
}

const LOOPS = 4
/** The ledger is away: it is asked again soon. */
const AWAY_MS = 100

const calls = new Map<number, PromiseWithResolvers<unknown>>()
const leaves = new Map<string, PromiseWithResolvers<void>>()
let lastId = 0

function say(message: WorkerMessage): void {
  process.send?.(message)
}

function hear(message: ParentMessage): void {
  if (message.kind === 'go') return leaves.get(message.useId)?.resolve()
  const answer = calls.get(message.id)
  calls.delete(message.id)
  if (message.kind === 'error') answer?.reject(new Error(message.error))
  else answer?.resolve(message.value)
}

function call(method: keyof QuotaLedger, parameters: readonly unknown[]): Promise<unknown> {
  const id = ++lastId
  const answer = Promise.withResolvers<unknown>()
  calls.set(id, answer)
  say({ kind: 'call', id, method, parameters })
  return answer.promise
}

/** The parent answers with what the ledger returned: the types are the ledger's. */
function asLedger(proxy: unknown): QuotaLedger {
  return proxy as QuotaLedger
}

function parentsLedger(): QuotaLedger {
  const get =
    (_: object, method: keyof QuotaLedger) =>
    (...parameters: unknown[]) =>
      call(method, parameters)
  return asLedger(new Proxy({}, { get }))
}

/** Leave is where the parent kills and freezes: between a slot and its first byte. */
async function leave(useId: string): Promise<void> {
  const answer = Promise.withResolvers<void>()
  leaves.set(useId, answer)
  say({ kind: 'granted', useId })
  await answer.promise
  leaves.delete(useId)
}

/** By the wire of the product, which asks a last time before the first byte. */
async function post(
  { url, bucket }: WorkerTask,
  wire: Wire,
  slot: Slot,
  purpose: string,
): Promise<Used<void>> {
  await leave(slot.useId)
  const arrived: Arrived = { pid: process.pid, useId: slot.useId, purpose }
  const { got } = await wire.exchange({
    method: 'POST',
    path: new URL(url).pathname,
    headers: {},
    body: JSON.stringify(arrived),
    signal: AbortSignal.timeout(bucket.abortMs),
    mayLeave: () => slot.maySend(),
  })
  const endings = {
    answer: 'answered',
    'no-answer': 'in-doubt',
    'nothing-sent': 'never-sent',
  } as const
  return { ending: endings[got], value: undefined }
}

async function work(task: WorkerTask): Promise<void> {
  const { databaseUrl, bucket, skewMs } = task
  const database = databaseUrl === undefined ? undefined : await openServer(databaseUrl)
  const clock: Clock = { ...wallClock, now: () => wallClock.now() + skewMs }
  const wire = openOnce(new URL(task.url).origin, clientLimits)
  const gate = await openGate({
    ledger: database ? openQuotaLedger(database.pool) : parentsLedger(),
    clock,
    random: systemRandom,
    holder: `process ${process.pid}`,
    machine: 'this machine',
    alarm: ({ kind }) => say({ kind: 'alarm', alarm: kind }),
    buckets: [bucket],
  })
  async function loop(): Promise<never> {
    for (;;) {
      const purpose = systemRandom.uuid()
      const request = { bucket: bucket.name, purpose }
      const asking = gate.withSlot(request, (slot) => post(task, wire, slot, purpose))
      const told = await asking.catch(() => ({ granted: false, waitMs: AWAY_MS }) as const)
      if (!told.granted) await clock.sleep(Math.min(told.waitMs, AWAY_MS))
    }
  }
  await Promise.all(Array.from({ length: LOOPS }, loop))
}

process.on('disconnect', () => process.exit())
process.once('message', (task: WorkerTask) => {
  process.on('message', (message: ParentMessage) => hear(message))
  void work(task)
})
