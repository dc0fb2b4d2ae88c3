/** Pure. What is known of one vehicle, in the words of the command line. */
import { inBoth, type Bilingual } from '../../bilingual.ts'
import { holdWord } from '../../app/vehicles/vehicle-words.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { RemovalHold } from '../../ledger/vehicles/vehicle-removals.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'

/** Why a vehicle stays, with the cure. */
export function holdsSentence(plate: string, holds: readonly RemovalHold[]): Bilingual {
  const { pt, en } = inBoth((locale) => holds.map((hold) => holdWord(hold, locale)).join('; '))
  return {
    pt:
      `${plate} não pode ser removido: ${pt}. ` +
      'Espere terminar, ou resolva com frota orders, e repita.',
    en:
      `${plate} cannot be removed: ${en}. ` +
      'Wait until it is over, or settle it with frota orders, and repeat.',
  }
}

/** For `--json`: free text of a sheet with its documents masked. */
export function vehicleObject(vehicle: VehicleFacts): object {
  const { plate, renavam, uf, nickname, costCentre, ownerMasked, state, inFleet } = vehicle
  return {
    plate,
    renavam,
    uf,
    nickname: veilDocuments(nickname),
    costCentre: veilDocuments(costCentre),
    owner: ownerMasked,
    ownerToTell: vehicle.state === 'registered' && vehicle.ownerKept,
    state,
    inFleet,
    refusal: vehicle.refusal,
    serviceId: vehicle.serviceId,
  }
}
