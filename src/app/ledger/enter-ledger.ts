/** How a command enters the ledger: as one of those that work on it, or only looking on. */
import { hostname } from 'node:os'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open.ts'
import { openLeaseStore } from '../../ledger/runs/leases.ts'
import type { LedgerDb } from '../../ledger/schema/tx.ts'
import { keepLeases, LEASE_MS } from './keep-leases.ts'
import type { Leases } from './keep-leases.ts'

export interface Entering {
  readonly mode: 'execute' | 'read'
  readonly command: string
  readonly clock: Clock
  /** The connection to a server broke, and there is another. */
  readonly onBack: (holder: string) => void
}

export async function enterLedger(
  { engine, pool, ownerPid }: Database,
  db: LedgerDb,
  { mode, command, clock, onBack }: Entering,
): Promise<Leases> {
  const isServer = engine === 'postgresql'
  const store = openLeaseStore(db, isServer ? LEASE_MS : null)
  if (mode === 'read') {
    // Who has the directory alone knows that nobody works in it, whatever a killed process left.
    const isAlone = !isServer && ownerPid === undefined
    return onlooker({
      gone: isAlone ? async (holders) => [...holders] : store.gone,
      executors: isServer ? store.executors : async () => [],
    })
  }
  const who = { holder: holderName(clock.now()), command }
  // The directory's lock says that whoever is still listed is gone.
  if (!isServer) await store.clear()
  return keepLeases({
    store,
    who,
    clock,
    renews: isServer,
    onBroken: (tell) => void pool.on('error', tell),
    onBack: () => onBack(who.holder),
  })
}

/** Who only reads holds nothing, and can tell who works. */
function onlooker(reading: Pick<Leases, 'gone' | 'executors'>): Leases {
  const refuse = async (): Promise<never> => {
    throw new Error('A command that only reads takes no lease.')
  }
  return {
    holder: '',
    ...reading,
    take: refuse,
    tryTake: refuse,
    processes: refuse,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Host, process and start, so that a process id that comes round again is another holder. */
function holderName(startedAtMs: number): string {
  return `${hostname()}/${process.pid}/${startedAtMs}`
}
