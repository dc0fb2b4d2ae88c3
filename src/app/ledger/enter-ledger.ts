/** How a command enters the ledger: seen by whoever else works on it, or only looking on. */
import { hostname } from 'node:os'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open.ts'
import { lonePresence, onlooker, openPresence } from '../../database/presence.ts'
import type { Presence } from '../../database/presence.ts'
import type { ExecutorStore } from '../../ledger/effects/executors.ts'

export interface Entering {
  readonly mode: 'execute' | 'read'
  readonly command: string
  readonly clock: Clock
  readonly executors: ExecutorStore
  /** The connection to a server broke, and there is another. */
  readonly onBack: (holder: string) => void
}

export async function enterLedger(
  { engine, pool, ownerPid }: Database,
  { mode, command, clock, executors, onBack }: Entering,
): Promise<Presence> {
  if (mode === 'read') {
    if (engine === 'postgresql') return onlooker(pool)
    // Who reads through an owner sees its work; who owns the directory alone knows that nobody works.
    const isOwner = (holder: string): boolean => pidOf(holder) === ownerPid
    return { ...lonePresence(''), gone: async (holders) => holders.filter((one) => !isOwner(one)) }
  }
  const holder = holderName(clock.now())
  if (engine === 'pglite') return lonePresence(holder)
  const who = { holder, label: `frota ${command}`, clock, onBack: () => onBack(holder) }
  const presence = await openPresence(pool, who)
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

function pidOf(holder: string): number {
  return Number(holder.split('/').at(-2))
}

/** Host, process and start, so that a process id that comes round again is another holder. */
function holderName(startedAtMs: number): string {
  return `${hostname()}/${process.pid}/${startedAtMs}`
}
