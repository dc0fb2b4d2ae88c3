/** How a command opens the ledger: as one of the processes that work on it, or as a reader. */
import { hostname } from 'node:os'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open.ts'
import { openLeaseStore } from '../../ledger/runs/leases.ts'
import type { Log } from '../../log.ts'
import type { LedgerDb } from '../../ledger/schema/tx.ts'
import { keepLeases, LEASE_MS, type Leases } from './keep-leases.ts'

export interface Entering {
  readonly mode: 'execute' | 'read'
  readonly command: string
  readonly clock: Clock
  readonly log: Log
  /** Called when the connection to a server broke and was made again. */
  readonly onBack: (holder: string) => void
}

export async function enterLedger(
  { engine, pool, ownerPid }: Database,
  db: LedgerDb,
  { mode, command, clock, log, onBack }: Entering,
): Promise<Leases> {
  const isServer = engine === 'postgresql'
  const store = openLeaseStore(db, isServer ? LEASE_MS : null)
  if (mode === 'read') {
    // If this process owns the directory, nobody works in it: leases there are of killed processes.
    const isAlone = !isServer && ownerPid === undefined
    // Deleted, so that whoever reads through this process sees them gone, too.
    if (isAlone) await store.clear().catch(() => undefined)
    return onlooker({
      gone: isAlone ? async (holders) => [...holders] : store.gone,
      executors: isServer ? store.executors : async () => [],
    })
  }
  const who = { holder: holderName(clock.now()), command }
  // Whoever has the lock of an embedded directory is alone, so the holders of all leases are gone.
  await (isServer ? store.forgetOld() : store.clear())
  return keepLeases({
    store,
    who,
    clock,
    log,
    renews: isServer,
    onBroken: (tell) => void pool.on('error', tell),
    onBack: () => onBack(who.holder),
  })
}

/** The leases of a reader: it takes none, but can tell which processes work. */
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

/** Host, process id and start, since the system gives process ids again. */
function holderName(startedAtMs: number): string {
  return `${hostname()}/${process.pid}/${startedAtMs}`
}
