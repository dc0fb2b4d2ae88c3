/** What the pages are given by whoever starts them: the ledger, uploads, time. */
import type { TriedService } from '../../app/access/connect-service.ts'
import type { AppContext } from '../../app/context.ts'
import type { DraftStore } from '../../app/intake/drafts.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Clock } from '../../clock.ts'
import type { Random } from '../../random.ts'
import type { Secret } from '../../secret.ts'

export interface ConsoleTools {
  readonly context: AppContext
  readonly secret: Secret
  readonly drafts: DraftStore
  readonly ledger: LedgerUse
  /** Does what was asked for, where this process is the one that works. */
  readonly ownRuns: { poke(): void }
  /** Uses a service from now on; returns the folder of a simulated ledger that was set aside. */
  readonly connect: (
    tried: TriedService,
    ledger: 'stays' | 'set-aside',
  ) => Promise<string | undefined>
  readonly clock: Clock
  readonly random: Random
}

/** Reads and writes the ledger, through its owner if it has one. */
export interface LedgerUse {
  /** True before the first import on an embedded database, which a mere look must not create. */
  isNew(): boolean
  /** May throw a Failure. `work` may be called twice: what it writes must bear that. */
  use<T>(work: (ledger: OpenLedger) => Promise<T>): Promise<T>
  /** The same where there is a ledger; undefined where it is new. */
  look<T>(work: (ledger: OpenLedger) => Promise<T>): Promise<T | undefined>
}
