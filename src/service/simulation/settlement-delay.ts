/** How long an authority takes to settle what was paid: each state in its third of the range. */
import { draw } from './draw.ts'
import { rulesOf } from './state-rules.ts'
import type { WorldVehicle } from './world-debt.ts'

const THIRD = { quick: 0, usual: 1, slow: 2 } as const

/**
 * Milliseconds from `minMs` to `maxMs`; always the same for a seed, a vehicle and a range. Further
 * names (an order, an item of it) draw apart what belongs to one vehicle.
 */
export function settlementDelay(
  seed: number,
  vehicle: Pick<WorldVehicle, 'plate' | 'uf'>,
  range: { readonly minMs: number; readonly maxMs: number },
  ...names: readonly string[]
): number {
  const third = (range.maxMs - range.minMs) / 3
  const fromMs = range.minMs + Math.floor(third * THIRD[rulesOf(vehicle.uf).settlement])
  const toMs = Math.max(fromMs, Math.floor(fromMs + third))
  return draw(seed, vehicle.plate, vehicle.uf, 'settlement', ...names).integer(fromMs, toMs)
}
