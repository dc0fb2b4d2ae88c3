/** How a command enters the ledger: seen by whoever else works on it, or only looking on. */
import { hostname } from 'node:os'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open.ts'
import { lonePresence, onlooker, openPresence } from '../../database/presence.ts'
import type { Presence } from '../../database/presence.ts'
import type { ExecutorStore } from '../../ledger/executors.ts'

export interface Entering {
  readonly mode: 'execute' | 'read'
  readonly command: string
  readonly clock: Clock
  readonly executors: ExecutorStore
}

export async function enterLedger(
  { engine, pool }: Database,
  { mode, command, clock, executors }: Entering,
): Promise<Presence> {
  if (mode === 'read') return engine === 'pglite' ? lonePresence('') : onlooker(pool)
  const holder = holderName(clock.now())
  if (engine === 'pglite') return lonePresence(holder)
  const presence = await openPresence(pool, { holder, label: `frota ${command}`, clock })
  await executors.arrive({ holder, command, at: new Date(clock.now()) })
  return {
    ...presence,
    [Symbol.asyncDispose]: async () => {
      // Whoever cannot say goodbye is forgotten by those who find it gone.
      await executors.leave([holder]).catch(() => undefined)
      await presence[Symbol.asyncDispose]()
    },
  }
}

/** Host, process and start, so that a process id that comes round again is another holder. */
function holderName(startedAtMs: number): string {
  return `${hostname()}/${process.pid}/${startedAtMs}`
}
