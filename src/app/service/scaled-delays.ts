/**
 * Pure. The simulated service's delays under FROTA_TEST_SCALE: the runner's patience shrinks with
 * it, so a provider that kept its pace would be given up before it could answer.
 */
const PROVIDER_MS = { min: 300, max: 2_000 }
const SETTLEMENT_MS = { min: 500, max: 3_000 }

interface Delay {
  readonly minMs: number
  readonly maxMs: number
}

/** Nothing at scale 1: the service's own delays hold. */
export function scaledDelays(scale: number): { providerDelay?: Delay; settlementDelay?: Delay } {
  if (scale === 1) return {}
  const scaled = ({ min, max }: { min: number; max: number }): Delay => ({
    minMs: Math.floor(min / scale),
    maxMs: Math.ceil(max / scale),
  })
  return { providerDelay: scaled(PROVIDER_MS), settlementDelay: scaled(SETTLEMENT_MS) }
}
