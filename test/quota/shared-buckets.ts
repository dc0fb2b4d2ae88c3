/** A gate over several buckets, in virtual time, that notes what its ledger was asked for. */
import { openMemoryQuotaLedger } from '../support/ledger/quota-memory.ts'
import type { QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { Gate, Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { seededRandom } from '../../src/random.ts'
import { bucket } from '../ledger/quota/quota-worlds.ts'
import { virtualTime, type VirtualTime } from '../support/virtual-time.ts'

export const NAMES = ['consultations/a', 'consultations/b', 'consultations/c', 'consultations/d']

export interface Shared {
  readonly time: VirtualTime
  readonly gate: Gate
  readonly ledger: QuotaLedger
  readonly names: readonly string[]
  /** Every reserve that the ledger was asked for. */
  readonly reserves: { bucket: string; purpose: string; granted: boolean }[]
}

export async function shared(
  counts: readonly number[],
  wrap: (ledger: QuotaLedger) => QuotaLedger = (ledger) => ledger,
): Promise<Shared> {
  const time = virtualTime(0)
  const { clock } = time
  const random = seededRandom(5)
  const memory = wrap(openMemoryQuotaLedger({ clock, random }))
  const reserves: Shared['reserves'] = []
  const ledger: QuotaLedger = {
    ...memory,
    reserve: async (request) => {
      const reply = await memory.reserve(request)
      reserves.push({ bucket: request.bucket, purpose: request.purpose, granted: reply.granted })
      return reply
    },
  }
  const names = NAMES.slice(0, counts.length)
  const buckets = names.map((name, at) => bucket({ name, unitsMax: counts[at] ?? 0 }))
  const gate = await openGate({ ledger, clock, random, holder: 'test', alarm: () => {}, buckets })
  return { time, gate, ledger, names, reserves }
}

export const asking = (bucket_: readonly string[], purpose: string) => ({
  bucket: bucket_,
  purpose,
})

export const answered = async (slot: Slot): Promise<Used<string>> => ({
  ending: slot.maySend() ? 'answered' : 'never-sent',
  value: slot.bucket,
})

export function id(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
}
