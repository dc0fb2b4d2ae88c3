/** `frota vehicle edit`: corrects one vehicle, notes it in the history, tells the service. */
import { Failure } from '../../failure.ts'
import { cnpjOf, maskDocument } from '../../fleet/document.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { ownerContext } from '../../secret.ts'
import type { CommandContext } from '../context.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { editFlags } from './edit-flags.ts'
import { namedOn, onlyVehicle, sayHowFound } from './named-vehicle.ts'
import { ownerGiven } from './owner-given.ts'
import { editOne } from '../../app/vehicles/change-vehicle.ts'
import { changeLine } from '../../app/vehicles/vehicle-words.ts'
import { sayTold } from './say-told.ts'
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
    const { vehicle: edited, news, asksAnew, told } = await editOne(context, about, id, edit)
    for (const change of news.toReversed()) {
      output.line(changeLine(change, output, config.FROTA_TIME_ZONE))
    }
    if (news.length === 0) output.tell('Já está assim.', 'It is so already.')
    if (said.plate !== undefined) {
      sayHowFound(output, { name: said.plate, ...(await vehicles.named(fleet.id, said.plate)) })
    }
    if (asksAnew && edited.state === 'registered') output.line(asksAnewWords(output.say))
    if (told !== undefined) sayTold(context, told)
    else if (news.length > 0) sayLater(context, edited)
    output.object({ ...vehicleObject(edited), person, asksAnew, ...told })
  })
}

function asksAnewWords(say: CommandContext['output']['say']): string {
  return say(
    'As respostas e propostas de antes não valem mais: a próxima execução consulta o veículo de ' +
      'novo.',
    'The answers and proposals of before hold no more: the next run asks about the vehicle again.',
  )
}

function sayLater({ output }: CommandContext, { state }: VehicleFacts): void {
  if (state === 'registered') return
  output.tell(
    'O veículo ainda não está no serviço: a próxima execução o cadastra assim.',
    'The vehicle is not at the service yet: the next run registers it so.',
  )
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
