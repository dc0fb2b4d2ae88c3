/** How much of the credential's hour the probe may use, and has used. */
import type { Words } from './finding.ts'
import { GENTLE, MALFORMED_ORDERS_MAX, THOROUGH } from './limits.ts'

export type Counted = 'consultations' | 'orders'
/** `malformed`: an order or a card payment whose form is wrong, which few services count. */
export type Cost = Counted | 'malformed'

/** The counted requests by what became of them, for the statements about the hour's end. */
export interface Tally {
  /** 2xx, and those without an answer, which may have been processed. */
  readonly accepted: number
  /** 400: refused for their form. */
  readonly malformed: number
  /** Any other refusal but a 429. */
  readonly refused: number
  readonly limited: number
  /** Of the first that was not limited; null when there was none. */
  readonly firstAtMs: number | null
}

export interface Budget {
  /** Null when the request may be sent, which counts it. */
  take(cost: Cost | undefined): Words | null
  used(cost: Cost): number
  /** What became of a request that was counted, and when it was sent (Clock.now). */
  note(cost: Cost | undefined, status: number | null, atMs: number): void
  /** Why a 429 says nothing of what was asked; null where it is what was looked for. */
  excuse(cost: Cost | undefined, status: number | null): Words | null
  tally(kind: Counted): Tally
  /** For the last statements, whose purpose is to reach the end of the hour's budget. */
  release(): void
}

const TOO_MANY = 429
const NOTHING: { -readonly [Key in keyof Tally]: Tally[Key] } = {
  accepted: 0,
  malformed: 0,
  refused: 0,
  limited: 0,
  firstAtMs: null,
}

function fateOf(status: number | null): 'accepted' | 'malformed' | 'refused' | 'limited' {
  if (status === TOO_MANY) return 'limited'
  if (status === null || status < 400 || status >= 500) return 'accepted'
  return status === 400 ? 'malformed' : 'refused'
}

export function openBudget(limits: boolean): Budget {
  const max = { ...(limits ? THOROUGH : GENTLE), malformed: MALFORMED_ORDERS_MAX }
  const used = { consultations: 0, orders: 0, malformed: 0 }
  const tallies = { consultations: { ...NOTHING }, orders: { ...NOTHING } }
  let isReleased = false
  return {
    take: (kind) => {
      if (kind === undefined) return null
      if (!isReleased && used[kind] >= max[kind]) return spent(kind, max[kind])
      used[kind] += 1
      return null
    },
    used: (kind) => used[kind],
    note: (cost, status, atMs) => {
      if (cost === undefined) return
      const kind = cost === 'malformed' ? 'orders' : cost
      const tally = tallies[kind]
      const fate = fateOf(status)
      tally[fate] += 1
      // What the service took in spite of its form is an order like any other.
      if (cost === 'malformed' && fate === 'accepted') used.orders += 1
      if (status !== TOO_MANY) tally.firstAtMs ??= atMs
    },
    excuse: (cost, status) =>
      cost === undefined || status !== TOO_MANY || isReleased ? null : usedUp,
    tally: (kind) => tallies[kind],
    release: () => {
      isReleased = true
    },
  }
}

/** By this probe or by somebody before it. */
export const usedUp: Words = {
  pt: '429: a hora da credencial já foi usada; tente mais tarde',
  en: "429: the credential's hour is used up; try later",
}

function spent(cost: Cost, max: number): Words {
  return cost !== 'consultations'
    ? {
        pt: `os ${max} pedidos da sondagem foram usados (veja --limits)`,
        en: `the ${max} order requests of the probe are used (see --limits)`,
      }
    : {
        pt: `as ${max} consultas da sondagem foram usadas (veja --limits)`,
        en: `the ${max} consultations of the probe are used (see --limits)`,
      }
}
