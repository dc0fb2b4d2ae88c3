/** `frota vehicle edit`: corrects one vehicle, notes it in the history, tells the service. */
import { Failure } from '../../failure.ts'
import { cnpjOf, maskDocument } from '../../fleet/document.ts'
import { ownerContext } from '../../secret.ts'
import type { CommandContext } from '../context.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { editFlags } from './edit-flags.ts'
import { namedOn, onlyVehicle, sayHowFound } from './named-vehicle.ts'
import { ownerGiven } from './owner-given.ts'
import { editOne } from '../../app/vehicles/change-vehicle.ts'
import { changeLine, editedWords } from '../../app/vehicles/vehicle-words.ts'
import { vehicleObject } from './vehicle-words.ts'
import { ledgerSecret } from '../../app/ledger/ledger-secret.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  const name = namedOn(context, 'vehicle edit')
  const said = editFlags(context.flags)
  const document = await ownerGiven(context)
  if (Object.keys(said).length === 0 && document === undefined)
    throw new Failure('usage', NOTHING_TO_EDIT)
  await withFleet(context, async (ledger, fleet) => {
    const { vehicles } = ledger.stores
    const known = onlyVehicle(fleet.name, { name, ...(await vehicles.named(fleet.id, name)) })
    if (known.state === 'removed') throw isRemoved(known.plate)
    const secret = await ledgerSecret(config, ledger)
    const { name: person } = decidingPerson(config)
    const { id, accountId, renavam } = known
    const owner = document !== undefined && {
      sealed: secret.seal(document, ownerContext(accountId, renavam)),
      hash: secret.blindIndex(document),
      masked: maskDocument(document),
      cnpj: cnpjOf(document),
    }
    const edit = { person, ...said, ...(owner ? { owner } : {}) }
    const about = { ledger, fleet, secret }
    const edited = await editOne(context, about, id, edit)
    const { vehicle, asksAnew, told } = edited
    for (const change of edited.news.toReversed()) {
      output.line(changeLine(change, output, config.FROTA_TIME_ZONE))
    }
    if (said.plate !== undefined) {
      sayHowFound(output, { name: said.plate, ...(await vehicles.named(fleet.id, said.plate)) })
    }
    for (const line of editedWords(edited, output)) output.line(line)
    output.object({ ...vehicleObject(vehicle), person, asksAnew, ...told })
  })
}

const NOTHING_TO_EDIT = {
  pt:
    'Diga o que corrigir: --nickname, --cost-centre, --plate, --uf, --owner-file ou ' +
    '--ask-owner.',
  en: 'Say what to edit: --nickname, --cost-centre, --plate, --uf, --owner-file or --ask-owner.',
}

function isRemoved(plate: string): Failure {
  return new Failure('usage', {
    pt: `${plate} foi removido; a próxima planilha que o trouxer o cadastra de novo.`,
    en: `${plate} was removed; the next file that names it registers it again.`,
  })
}
