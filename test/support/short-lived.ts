/** How a process of the tests is started. */
import { setFlagsFromString } from 'node:v8'

/**
 * A test's embedded database lives for seconds: optimizing its code would cost half of the time of a
 * short command, and be thrown away before it paid.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const

const OPTIMIZED = ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'] as const
const AS_BEFORE = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up', ...SHORT_LIVED] as const

/** For one that lives for minutes: until it is disposed of, databases that are opened are optimized. */
export function longLived(): Disposable {
  for (const flag of OPTIMIZED) setFlagsFromString(flag)
  return {
    [Symbol.dispose]: () => {
      for (const flag of AS_BEFORE) setFlagsFromString(flag)
    },
  }
}
