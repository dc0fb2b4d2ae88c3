/**
 * The cells of the POST that is no effect: another Pix code. The real verb and its real pace meet
 * one fault and one crash; asking twice is harmless there, so what counts is that it ends.
 */
import type { Client } from '../../src/client/client.ts'
import type { CallResult } from '../../src/client/answer.ts'
import { seededRandom } from '../../src/random.ts'
import { renewPix } from '../../src/reconciliation/orders/paying/renew-pix.ts'
import { renewInMs } from '../../src/reconciliation/orders/paying/renew-when.ts'
import { openFakeService, type Fault } from '../effects/fake-service.ts'

export const RENEWAL_CRASHES = [
  'no crash',
  'before the claim',
  'after the claim',
  'sent, no answer yet',
] as const
export type RenewalCrash = (typeof RENEWAL_CRASHES)[number]

export interface RenewalEnding {
  /** Whether the order shows a code in the end; what counts is the latest. */
  readonly hasCode: boolean
  readonly sent: number
}

class Died extends Error {}

const ORDER = 'order'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const READ_EVERY_MS = 5 * MINUTE_MS
const READS_MAX = 50

/** An order that nobody paid yet, whose code never came. */
const MISSING = {
  method: 'pix',
  standing: 'open',
  pixCode: '',
  pixExpiresAt: null,
  gateReason: 'pix-missing',
  planState: 'ordered',
  inFleet: true,
} as const

export async function runRenewalCell(fault: Fault, crash: RenewalCrash): Promise<RenewalEnding> {
  let nowMs = 1_700_000_000_000
  const createdAt = new Date(nowMs - HOUR_MS)
  const service = openFakeService(seededRandom(1), () => nowMs)
  const row = { renewals: 0, renewedAt: null as Date | null, untilMs: 0 }
  let next = fault
  let isOver = false
  const at = (point: RenewalCrash): void => {
    if (isOver || point !== crash) return
    isOver = true
    throw new Died()
  }
  const tools = {
    clock: { now: () => nowMs, uptime: () => nowMs, sleep: () => Promise.resolve() },
    orders: {
      // The rule of the ledger's own statement.
      claimRenewal: async (_id: string, claim: { renewals: number; at: Date; until: Date }) => {
        at('before the claim')
        if (row.renewals !== claim.renewals || row.untilMs > nowMs) return false
        row.renewals += 1
        row.renewedAt = claim.at
        row.untilMs = claim.until.getTime()
        at('after the claim')
        return true
      },
    },
    client: {
      call: (async (): Promise<CallResult<unknown>> => {
        const result = service.post(ORDER, next)
        next = 'created'
        at('sent, no answer yet')
        return result
      }) as unknown as Client['call'],
    },
  }
  for (let read = 0; read < READS_MAX && service.list(ORDER).length === 0; read += 1) {
    const { renewals, renewedAt } = row
    const waitMs = renewInMs({ ...MISSING, renewals, renewedAt, createdAt, nowMs })
    if (waitMs === 0) {
      await renewPix(tools, { id: ORDER, renewals }).catch((error: unknown) => {
        if (!(error instanceof Died)) throw error
      })
    }
    // The order is read again soon, whatever became of the request.
    nowMs += READ_EVERY_MS
  }
  return { hasCode: service.list(ORDER).length > 0, sent: service.requests.length }
}
