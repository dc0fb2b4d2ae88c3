/** The secret of an installation, as a command that works on its ledger opens it. */
import type { Config } from '../../config.ts'
import type { FleetStore } from '../../ledger/fleets/fleets.ts'
import { systemRandom } from '../../random.ts'
import { openSecret } from '../../secret.ts'
import type { Secret } from '../../secret.ts'
import { secretPath } from './open-ledger.ts'

/** Made when there is none, unless the ledger has fleets: their documents were sealed with it. */
export function ledgerSecret(config: Config, fleets: Pick<FleetStore, 'all'>): Promise<Secret> {
  const isFirstStart = async (): Promise<boolean> => (await fleets.all()).length === 0
  return openSecret(secretPath(config), systemRandom, isFirstStart)
}
