/** The secret of an installation, as a command that works on its ledger opens it. */
import type { Config } from '../../config.ts'
import type { FleetStore } from '../../ledger/fleets/fleets.ts'
import { systemRandom } from '../../random.ts'
import { openSecret } from '../../secret.ts'
import type { Secret } from '../../secret.ts'
import { secretPath } from './open-ledger.ts'

/** Creates a missing secret, unless the ledger has fleets: their documents need the lost one. */
export function ledgerSecret(config: Config, fleets: Pick<FleetStore, 'all'>): Promise<Secret> {
  const isFirstStart = async (): Promise<boolean> => (await fleets.all()).length === 0
  return openSecret(secretPath(config), systemRandom, isFirstStart)
}
