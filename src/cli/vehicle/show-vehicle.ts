/** `frota vehicle show`: what the ledger knows of a vehicle; sends nothing. */
import { plainDay, wallClock } from '../../clock.ts'
import { displayCents } from '../../fleet/money.ts'
import { similarPlates } from '../../fleet/similar-plates.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { Consultation } from '../../ledger/consultations/consultations.ts'
import type { VehicleChange } from '../../ledger/vehicles/vehicle-changes.ts'
import type { VehicleDetails } from '../../ledger/vehicles/vehicle-details.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { owedTotals } from '../../reconciliation/debts/owed-totals.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import type { CommandContext } from '../context.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { shortTime } from '../../app/short-time.ts'
import { namedOn, noVehicle, sayHowFound } from './named-vehicle.ts'
import { changeLine, holdWord } from '../../app/vehicles/vehicle-words.ts'
import { vehicleObject } from './vehicle-words.ts'

interface Shown {
  readonly vehicle: VehicleFacts
  readonly details: VehicleDetails
  readonly changes: readonly VehicleChange[]
  readonly answer: Consultation | null
  readonly owedCents: bigint
}

const LABEL_CHARACTERS = 18

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  const today = plainDay(wallClock.now(), config.FROTA_TIME_ZONE)
  const name = namedOn(context, 'vehicle show')
  await withFleet(context, async ({ stores }, fleet) => {
    const { vehicles, consultations, debts } = stores
    const found = await vehicles.named(fleet.id, name)
    if (found.vehicles.length === 0) {
      throw noVehicle(fleet.name, name, similarPlates(name, await vehicles.plates(fleet.id)))
    }
    sayHowFound(output, { ...found, name })
    const objects: object[] = []
    for (const vehicle of found.vehicles) {
      const details = await vehicles.details(vehicle.id)
      const changes = await vehicles.changes(vehicle.id)
      const [answer = null] = await consultations.ofVehicle(vehicle.id)
      const known = await debts.ofVehicle(vehicle.id)
      const { owedCents } = owedTotals(known, { today, prefer: 'single' })
      const shown = { vehicle, details, changes, answer, owedCents }
      sayVehicle(context, shown)
      objects.push(asObject(shown))
    }
    output.object({ fleet: fleet.name, by: found.by, vehicles: objects })
  })
}

function sayVehicle(context: CommandContext, shown: Shown): void {
  const { output } = context
  const { say } = output
  const { vehicle, details, changes } = shown
  const line = (pt: string, en: string, text: string): void => {
    if (text !== '') output.line(`  ${`${say(pt, en)}:`.padEnd(LABEL_CHARACTERS)} ${text}`)
  }
  output.line(`${vehicle.plate} · RENAVAM ${vehicle.renavam} · ${vehicle.uf}`)
  line('Apelido', 'Nickname', veilDocuments(vehicle.nickname))
  line('Centro de custo', 'Cost centre', veilDocuments(vehicle.costCentre))
  for (const [header, value] of Object.entries(details.extras)) {
    line(header, header, veilDocuments(value))
  }
  line('Proprietário', 'Owner', ownerWords(vehicle, say))
  line('Cadastro', 'Registration', stateWords(context, shown))
  line('Recusa', 'Refusal', veilDocuments(vehicle.refusal ?? ''))
  line('Remoção', 'Removal', removalWords(context, shown))
  line('Planilha', 'File', fileWords(context, shown))
  line('Última resposta', 'Latest answer', answerWords(context, shown))
  if (changes.length > 0) output.line(`  ${say('Histórico', 'History')}:`)
  const zone = context.config.FROTA_TIME_ZONE
  for (const change of changes) output.line(`    ${changeLine(change, output, zone)}`)
}

function ownerWords({ ownerMasked, ownerKept, state }: VehicleFacts, say: Say): string {
  const isUntold = ownerKept && state === 'registered'
  return isUntold
    ? `${ownerMasked} ${say('(ainda não contado ao serviço)', '(not told to the service yet)')}`
    : ownerMasked
}

function stateWords({ output, config }: CommandContext, { vehicle, details }: Shown): string {
  const state = messagesOf(output.locale).vehicleStates[vehicle.state]
  const { registeredAt } = details
  if (registeredAt === null || vehicle.serviceId === null) return state
  const since = shortTime(registeredAt, output, config.FROTA_TIME_ZONE)
  return `${state} ${output.say('desde', 'since')} ${since} · ${vehicle.serviceId}`
}

function removalWords({ output, config }: CommandContext, { vehicle, details }: Shown): string {
  const { removalAskedAt, removalHolds } = details
  if (removalAskedAt === null || vehicle.state !== 'registered') return ''
  const since = shortTime(removalAskedAt, output, config.FROTA_TIME_ZONE)
  const holds = removalHolds.map((hold) => holdWord(hold, output.locale)).join('; ')
  const asked = `${output.say('pedida em', 'asked for on')} ${since}`
  return holds === '' ? asked : `${asked}, ${output.say('espera', 'waits')}: ${holds}`
}

function fileWords({ output }: CommandContext, { vehicle, details }: Shown): string {
  const { lastFile } = details
  if (lastFile === null) return ''
  const place = output.say(`linha ${lastFile.line}`, `line ${lastFile.line}`)
  const gone = output.say(' · não está na mais nova', ' · not in the newest one')
  return `${lastFile.name}, ${place}${vehicle.inFleet || vehicle.state === 'removed' ? '' : gone}`
}

function answerWords(
  { output, config }: CommandContext,
  { answer, vehicle, owedCents }: Shown,
): string {
  if (answer === null && (vehicle.identitySince !== null || !vehicle.identityTold)) {
    return output.say(
      'nenhuma desde a mudança da placa ou da UF',
      'none since its plate or state changed',
    )
  }
  if (answer === null) return output.say('nunca consultado', 'never asked about')
  const at = shortTime(answer.answeredAt ?? answer.askedAt, output, config.FROTA_TIME_ZONE)
  const status = messagesOf(output.locale).consultationStates[answer.status]
  if (answer.status !== 'ready') return `${at} · ${status}`
  const owed = displayCents(owedCents, output.locale)
  return `${at} · ${status} · ${owed} ${output.say('a pagar', 'owed')}`
}

type Say = CommandContext['output']['say']

function asObject({ vehicle, details, changes, answer, owedCents }: Shown): object {
  const { extras, ...facts } = details
  const veiled = Object.entries(extras).map(([header, value]) => [header, veilDocuments(value)])
  return {
    ...vehicleObject(vehicle),
    extras: Object.fromEntries(veiled),
    ...facts,
    latestAnswer:
      answer === null
        ? null
        : {
            status: answer.status,
            askedAt: answer.askedAt,
            answeredAt: answer.answeredAt,
            totalCents: answer.totalCents,
          },
    owedCents,
    history: changes,
  }
}
