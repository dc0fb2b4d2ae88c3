/** `frota vehicle remove`: takes it out of the fleet at once and deactivates it at the service. */
import { Failure } from '../../failure.ts'
import { removeOne } from '../../app/vehicles/change-vehicle.ts'
import { toldWords } from '../../app/vehicles/vehicle-words.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { namedOn, onlyVehicle } from './named-vehicle.ts'
import { holdsSentence } from './vehicle-words.ts'
import { ledgerSecret } from '../../app/ledger/ledger-secret.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  const name = namedOn(context, 'vehicle remove')
  await withFleet(context, async (ledger, fleet) => {
    const { vehicles } = ledger.stores
    const vehicle = onlyVehicle(fleet.name, { name, ...(await vehicles.named(fleet.id, name)) })
    const { id, plate, renavam, state } = vehicle
    if (state === 'removed') throw removedBefore(plate)
    output.tell(
      `${plate} · RENAVAM ${renavam} sai do plano e é desativado no serviço.`,
      `${plate} · RENAVAM ${renavam} leaves the plan and is deactivated at the service.`,
    )
    await confirm(context)
    const { name: person } = decidingPerson(config)
    const secret = await ledgerSecret(config, ledger)
    const removed = await removeOne(context, { ledger, fleet, secret }, id, person)
    if (!removed.removed) throw new Failure('usage', holdsSentence(plate, removed.holds))
    const { wasRegistered, told } = removed
    output.tell(`Removido, por ${person}.`, `Removed, by ${person}.`)
    if (wasRegistered) output.line(toldWords(told, output))
    output.object({ plate, renavam, person, wasRegistered, ...told })
  })
}

function removedBefore(plate: string): Failure {
  return new Failure('usage', {
    pt: `${plate} já foi removido; a próxima planilha que o trouxer o cadastra de novo.`,
    en: `${plate} was removed before; the next file that names it registers it again.`,
  })
}
