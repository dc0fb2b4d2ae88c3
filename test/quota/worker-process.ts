/** A worker of its own: the shipped gate over a ledger that its parent keeps, and real requests. */
import { wallClock } from '../../src/clock.ts'
import type { BucketSettings, QuotaLedger } from '../../src/ledger/quota.ts'
import type { Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { systemRandom } from '../../src/random.ts'

/** What a worker asks of its parent's ledger, and what it hears. */
export interface LedgerCall {
  readonly id: number
  readonly method: keyof QuotaLedger
  readonly parameters: readonly unknown[]
}
export type LedgerReply = { readonly id: number } & ({ value: unknown } | { error: string })

/** The first message of the parent. */
export interface WorkerTask {
  readonly url: string
  readonly bucket: BucketSettings
}

const calls = new Map<number, PromiseWithResolvers<unknown>>()
let lastId = 0

function call(method: keyof QuotaLedger, parameters: readonly unknown[]): Promise<unknown> {
  const id = ++lastId
  const answer = Promise.withResolvers<unknown>()
  calls.set(id, answer)
  process.send?.({ id, method, parameters } satisfies LedgerCall)
  return answer.promise
}

function hear(reply: LedgerReply): void {
  const answer = calls.get(reply.id)
  calls.delete(reply.id)
  if ('error' in reply) answer?.reject(new Error(reply.error))
  else answer?.resolve(reply.value)
}

/** The parent answers with what the ledger returned: the types are the ledger's. */
function asLedger(proxy: unknown): QuotaLedger {
  return proxy as QuotaLedger
}

const ledger = asLedger(
  new Proxy(
    {},
    {
      get:
        (_, method: keyof QuotaLedger) =>
        (...parameters: unknown[]) =>
          call(method, parameters),
    },
  ),
)

async function work({ url, bucket }: WorkerTask): Promise<void> {
  const gate = await openGate({
    ledger,
    clock: wallClock,
    random: systemRandom,
    holder: `process ${process.pid}`,
    alarm: () => {},
    buckets: [bucket],
  })
  const post = async (slot: Slot): Promise<Used<void>> => {
    // Time to be frozen between a slot and its first byte.
    await wallClock.sleep(50 + systemRandom.next() * 100)
    if (!slot.maySend()) return { ending: 'never-sent', value: undefined }
    try {
      const signal = AbortSignal.timeout(bucket.abortMs)
      const body = JSON.stringify({ useId: slot.useId, pid: process.pid })
      const answer = await fetch(url, { method: 'POST', body, signal })
      await answer.arrayBuffer()
      return { ending: 'answered', value: undefined }
    } catch {
      return { ending: 'in-doubt', value: undefined }
    }
  }
  const request = { bucket: bucket.name, units: 1, rank: 1, purpose: 'test', waitMsMax: 600_000 }
  const loops = Array.from({ length: 4 }, async () => {
    for (;;) await gate.withSlot(request, post)
  })
  await Promise.all(loops)
}

process.on('disconnect', () => process.exit())
process.once('message', (task: WorkerTask) => {
  process.on('message', (reply: LedgerReply) => hear(reply))
  void work(task)
})
