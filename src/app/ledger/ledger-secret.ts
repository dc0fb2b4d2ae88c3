/** The secret of an installation, as a command that works on its ledger opens it. */
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { FleetStore } from '../../ledger/fleets/fleets.ts'
import type { UpkeepStore } from '../../ledger/runs/upkeep.ts'
import { systemRandom } from '../../random.ts'
import { openSecret, secretMark, type Secret } from '../../secret.ts'
import { secretPath } from './open-ledger.ts'

interface Marked {
  readonly fleets: Pick<FleetStore, 'all'>
  readonly upkeep: Pick<UpkeepStore, 'read' | 'markSecret'>
}

/**
 * Creates a missing secret, unless the ledger has fleets or the mark of the lost one: what is
 * sealed there needs it. Throws a Failure when the file holds another installation's secret.
 */
export async function ledgerSecret(config: Config, { fleets, upkeep }: Marked): Promise<Secret> {
  const known = (await upkeep.read()).secretMark
  const isFirstStart = async (): Promise<boolean> =>
    known === null && (await fleets.all()).length === 0
  const path = secretPath(config)
  const secret = await openSecret(path, systemRandom, isFirstStart)
  const mark = secretMark(secret)
  if ((known ?? (await upkeep.markSecret(mark))) !== mark) throw otherSecret(path)
  return secret
}

export function otherSecret(path: string): Failure {
  return new Failure('configuration', {
    pt:
      `O arquivo de segredos ${path} não é o desta instalação, e os documentos do livro-razão ` +
      'não abririam. Ponha ali o secret.json original (FROTA_SECRET_FILE), de uma cópia ou da ' +
      'primeira máquina.',
    en:
      `The secret file ${path} is not this installation's, and the ledger's documents would not ` +
      'open. Put the original secret.json there (FROTA_SECRET_FILE), from a backup or from the ' +
      'first machine.',
  })
}
