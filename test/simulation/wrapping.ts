/** How a planted bug changes a process: by wrapping what the real code is given, part by part. */
import type { Journal } from '../../src/database/journal.ts'
import type { Client } from '../../src/client/client.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import type { QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { AnyStage } from './duties.ts'
import type { SimulatedStores } from './ledger/ledger.ts'
import type { NetworkTools } from './send-request.ts'

export type ProcessJournal = Pick<Journal, 'append' | 'readAll'>

export interface Wrapping {
  readonly stores?: (stores: SimulatedStores) => SimulatedStores
  readonly quota?: (ledger: QuotaLedger) => QuotaLedger
  readonly journal?: (journal: ProcessJournal) => ProcessJournal
  readonly client?: (client: Client, network: NetworkTools) => Client
  readonly effects?: (tools: EffectTools) => EffectTools
  readonly stage?: (stage: AnyStage, parts: StageParts) => AnyStage
}

/** What the bug of a stage may need beside the stage itself. */
export interface StageParts {
  readonly stores: SimulatedStores
  readonly client: Client
  readonly effects: EffectTools
}

export const noWrapping: Wrapping = {}
