/**
 * Pure. The simulated service's delays under FROTA_TEST_SCALE: it shortens the runner's time
 * limits, so a provider with the ordinary delays would exceed them.
 */
const PROVIDER_MS = { min: 300, max: 2_000 }
const SETTLEMENT_MS = { min: 500, max: 3_000 }

interface Delay {
  readonly minMs: number
  readonly maxMs: number
}

/** Empty at scale 1: the service's own delays apply. */
export function scaledDelays(scale: number): { providerDelay?: Delay; settlementDelay?: Delay } {
  if (scale === 1) return {}
  const scaled = ({ min, max }: { min: number; max: number }): Delay => ({
    minMs: Math.floor(min / scale),
    maxMs: Math.ceil(max / scale),
  })
  return { providerDelay: scaled(PROVIDER_MS), settlementDelay: scaled(SETTLEMENT_MS) }
}
