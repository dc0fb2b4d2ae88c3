/** What the journal of an embedded ledger knows, where no run has put it into the ledger. */
import type { Config } from '../../config.ts'
import { readIntents } from '../../database/journal.ts'
import { latestIntents } from '../../effects/recover-effects.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

/** By effect id, the highest epoch with an intent. */
export async function journaledEpochs(
  { FROTA_DATA_DIR: dataDir }: Pick<Config, 'FROTA_DATA_DIR'>,
  { database }: Pick<OpenLedger, 'database'>,
): Promise<ReadonlyMap<string, number>> {
  // A server's commit is durable, so it has no journal.
  const intents = database.engine === 'pglite' ? await readIntents(dataDir) : []
  return new Map(latestIntents(intents).map(({ effectId, epoch }) => [effectId, epoch]))
}
