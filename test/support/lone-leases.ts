/** The leases of a process that is alone: it gets whatever it takes, and everybody else is gone. */
import type { Lease, Leases } from '../../src/app/ledger/keep-leases.ts'

export function loneLeases(holder: string): Leases {
  const lease = async (): Promise<Lease> => ({
    epoch: 1n,
    lost: new AbortController().signal,
    [Symbol.asyncDispose]: async () => undefined,
  })
  return {
    holder,
    take: lease,
    tryTake: lease,
    gone: async (holders) => holders.filter((other) => other !== holder),
    executors: async () => [],
    apartMs: async () => 0,
    processes: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
