/** The vehicles that a word on the command line means, with a message when it is ambiguous. */
import { Failure } from '../../failure.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import type { CommandContext } from '../context.ts'
import type { Output } from '../../app/output.ts'

const NAME_CHARACTERS_SHOWN = 14

type Named = Pick<VehicleFacts, 'plate' | 'renavam' | 'inFleet'>

interface HowFound {
  readonly by: 'plate' | 'former-plate' | 'renavam'
  readonly name: string
  readonly vehicles: readonly Named[]
}

/** The word that names a vehicle on the command line of `frota ${command}`. */
export function namedOn({ words }: Pick<CommandContext, 'words'>, command: string): string {
  const [name = ''] = words
  if (name.trim() !== '') return name
  throw new Failure('usage', {
    pt: `Diga a placa ou o RENAVAM: frota ${command} ABC1D23`,
    en: `Name the plate or the RENAVAM: frota ${command} ABC1D23`,
  })
}

/** Prints nothing when the word is the present plate of a single vehicle. */
export function sayHowFound(output: Output, { by, name, vehicles }: HowFound): void {
  const { say } = output
  const typed = name.slice(0, NAME_CHARACTERS_SHOWN)
  if (by === 'former-plate') {
    const now = vehicles.map(({ plate }) => plate).join(', ')
    output.tell(`A placa ${typed} hoje é ${now}.`, `The plate ${typed} is ${now} today.`)
  }
  if (vehicles.length < 2) return
  const those = list(vehicles, say)
  output.tell(
    `Há ${vehicles.length} veículos com a placa ${typed}: ${those}. O RENAVAM diz qual.`,
    `${vehicles.length} vehicles have the plate ${typed}: ${those}. The RENAVAM says which.`,
  )
}

/** For commands on one vehicle. Throws `usage` when the word means none, or several. */
export function onlyVehicle<Vehicle extends Named>(
  fleet: string,
  { name, vehicles }: { readonly name: string; readonly vehicles: readonly Vehicle[] },
): Vehicle {
  const [one, ...others] = vehicles
  if (one === undefined) throw noVehicle(fleet, name)
  if (others.length === 0) return one
  const typed = name.slice(0, NAME_CHARACTERS_SHOWN)
  throw new Failure('usage', {
    pt:
      `Há ${vehicles.length} veículos com a placa ${typed}: ` +
      `${list(vehicles, (pt) => pt)}. Repita com o RENAVAM no lugar da placa.`,
    en:
      `${vehicles.length} vehicles have the plate ${typed}: ` +
      `${list(vehicles, (_, en) => en)}. Repeat with the RENAVAM in place of the plate.`,
  })
}

export function noVehicle(fleet: string, name: string, similar: readonly string[] = []): Failure {
  const typed = name.slice(0, NAME_CHARACTERS_SHOWN)
  const plates = similar.join(', ')
  const pt = plates === '' ? '' : ` Placas parecidas: ${plates}.`
  const en = plates === '' ? '' : ` Similar plates: ${plates}.`
  return new Failure('usage', {
    pt: `Nenhum veículo da frota "${fleet}" tem a placa ou o RENAVAM ${typed}.${pt}`,
    en: `No vehicle of the fleet "${fleet}" has the plate or RENAVAM ${typed}.${en}`,
  })
}

function list(vehicles: readonly Named[], say: (pt: string, en: string) => string): string {
  const left = say(' (fora da frota)', ' (left the fleet)')
  return vehicles
    .map(({ renavam, inFleet }) => `RENAVAM ${renavam}${inFleet ? '' : left}`)
    .join(', ')
}
