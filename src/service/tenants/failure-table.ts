/** Counts recent failures by address, in memory and bounded in size. */

export interface FailureTable {
  /** Milliseconds until the address may try again; 0 when it may now. */
  waitMs(address: string, nowMs: number): number
  note(address: string, nowMs: number): void
}

export interface FailureLimits {
  readonly failuresMax: number
  /** Length of a window, which begins with an address's first failure. */
  readonly windowMs: number
  /** Addresses that are kept; beyond it the one with the oldest window is dropped. */
  readonly addressesMax: number
}

export function openFailureTable(limits: FailureLimits): FailureTable {
  // A Map keeps the order of insertion, and each window is inserted when it begins.
  const windows = new Map<string, { beganMs: number; failures: number }>()
  const current = (address: string, nowMs: number) => {
    const window = windows.get(address)
    return window === undefined || nowMs - window.beganMs >= limits.windowMs ? undefined : window
  }
  return {
    waitMs: (address, nowMs) => {
      const window = current(address, nowMs)
      if (window === undefined || window.failures < limits.failuresMax) return 0
      return window.beganMs + limits.windowMs - nowMs
    },
    note: (address, nowMs) => {
      const window = current(address, nowMs)
      if (window !== undefined) {
        window.failures += 1
        return
      }
      windows.delete(address)
      windows.set(address, { beganMs: nowMs, failures: 1 })
      const [oldest] = windows.keys()
      if (windows.size > limits.addressesMax && oldest !== undefined) windows.delete(oldest)
    },
  }
}
