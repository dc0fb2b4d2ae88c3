/** The shipped gate over the ledger in memory, on clocks that the test owns. */
import type { QuotaLedger, BucketSettings } from '../../src/ledger/quota/quota.ts'
import { openMemoryQuotaLedger } from '../support/ledger/quota-memory.ts'
import type { GateAlarm, Slot, SlotRequest, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { seededRandom } from '../../src/random.ts'
import { bucket, START_MS } from '../ledger/quota/quota-worlds.ts'
import { virtualClock } from './virtual-clock.ts'

export const { name: BUCKET } = bucket()

/** `wrap` puts faults between the gate and its ledger. */
export async function gateWorld(
  settings: Partial<BucketSettings> = {},
  wrap: (ledger: QuotaLedger) => QuotaLedger = (ledger) => ledger,
) {
  /** The worker's; the ledger has its own, which moves with it. */
  const clock = virtualClock(START_MS)
  const ledgerClock = virtualClock(START_MS)
  const ledger = openMemoryQuotaLedger({ clock: ledgerClock, random: seededRandom(2) })
  const alarms: GateAlarm[] = []
  const gate = await openGate({
    ledger: wrap(ledger),
    clock,
    random: seededRandom(1),
    holder: 'test',
    alarm: (alarm) => alarms.push(alarm),
    buckets: [bucket(settings)],
  })
  const advance = (ms: number): void => {
    ledgerClock.advance(ms)
    clock.advance(ms)
  }
  return { gate, ledger, clock, ledgerClock, alarms, advance }
}

export function slotRequest(changes: Partial<SlotRequest> = {}): SlotRequest {
  return { bucket: BUCKET, purpose: 'effect', ...changes }
}

export const DAY_MS = 86_400_000

/** Answers at once. */
export const answered = async (slot: Slot): Promise<Used<string>> => ({
  ending: slot.maySend() ? 'answered' : 'never-sent',
  value: slot.useId,
})

/** A request on the wire that the test ends. */
export function onTheWire(): {
  use: (slot: Slot) => Promise<Used<string>>
  left: Promise<Slot>
  end: (used: Omit<Used<string>, 'value'>) => void
} {
  const leaving = Promise.withResolvers<Slot>()
  const ending = Promise.withResolvers<Used<string>>()
  return {
    use: (slot) => {
      leaving.resolve(slot)
      return ending.promise
    },
    left: leaving.promise,
    end: (used) => ending.resolve({ ...used, value: 'used' }),
  }
}
