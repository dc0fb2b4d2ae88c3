/** What may become of a request, drawn by the seed, each with a name that is counted. */
import type { Random } from '../../src/random.ts'

export const SEND_FAULTS = [
  'none',
  'refused connection',
  'request lost',
  'answer lost',
  'processed late',
  '500 before commit',
  '500 after commit',
  '503 before commit',
  '429',
  '429 later',
  '401',
  '422',
  '408 after commit',
  '425 before commit',
  '409',
  '302 after commit',
  'cut 201',
  'unfit 201',
  'delivered twice',
  'other amount',
] as const
export type SendFault = (typeof SEND_FAULTS)[number]

/** Whatever else they meet, most requests go well. */
export function drawSendFault(random: Random, share: number): SendFault {
  if (random.next() >= share) return 'none'
  return SEND_FAULTS[1 + Math.floor(random.next() * (SEND_FAULTS.length - 1))] ?? 'none'
}

export const READ_FAULTS = ['none', 'unreachable', '503', 'page elsewhere', 'unreadable'] as const
export type ReadFault = (typeof READ_FAULTS)[number]

export function drawReadFault(random: Random, share: number): ReadFault {
  if (random.next() >= share) return 'none'
  return READ_FAULTS[1 + Math.floor(random.next() * (READ_FAULTS.length - 1))] ?? 'none'
}

/** Before the last look-up, the lag of lists included, or nothing could tell. */
export const LATE_MS_MAX = 12 * 60_000
/** Beyond every look-up: what comes of it is undecidable, and the page says so. */
export const TOO_LATE_MS_MIN = 8 * 3_600_000
