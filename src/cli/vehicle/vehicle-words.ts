/** Pure. What is known of one vehicle, in the reader's words. */
import { inBoth, inLocale } from '../../bilingual.ts'
import type { Bilingual, Locale } from '../../bilingual.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { VehicleChange } from '../../ledger/vehicles/vehicle-changes.ts'
import type { RemovalHold } from '../../ledger/vehicles/vehicle-removals.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { messagesOf } from '../../reconciliation/reports/words/locales.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'
import type { Output } from '../../app/output.ts'

const FIELDS: Readonly<Record<VehicleChange['field'], Bilingual>> = {
  plate: { pt: 'placa', en: 'plate' },
  uf: { pt: 'UF', en: 'UF' },
  nickname: { pt: 'apelido', en: 'nickname' },
  cost_centre: { pt: 'centro de custo', en: 'cost centre' },
  extras: { pt: 'outras colunas', en: 'other columns' },
  owner: { pt: 'proprietário', en: 'owner' },
  owner_cnpj: { pt: 'CNPJ do proprietário', en: "owner's CNPJ" },
  fleet: { pt: 'frota', en: 'fleet' },
  in_fleet: { pt: 'na frota', en: 'in the fleet' },
  state: { pt: 'cadastro', en: 'registration' },
}

export function holdWord(hold: RemovalHold, locale: Locale): string {
  return wordFor(messagesOf(locale).reasons, hold)
}

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

type Saying = Pick<Output, 'say' | 'locale'>

/** `21/11/2026 09:15  placa: ABC1234 → ABC1C34  (frota.csv)` */
export function changeLine(change: VehicleChange, { say, locale }: Saying, zone: string): string {
  const { field, before, after, changedAt, fileName, person } = change
  const name = inLocale(FIELDS[field], locale)
  const word = (value: string | null): string => valueWord(field, value, { say, locale })
  const by = person ?? fileName ?? 'frota'
  const at = displayFor(locale, zone).instant(changedAt.toISOString())
  return `${at}  ${name}: ${word(before)} → ${word(after)}  (${by})`
}

function valueWord(field: VehicleChange['field'], value: string | null, to: Saying): string {
  if (value === null || value === '') return '—'
  if (field === 'state') return wordFor(messagesOf(to.locale).vehicleStates, value)
  if (field === 'in_fleet') return value === 'true' ? to.say('sim', 'yes') : to.say('não', 'no')
  return veilDocuments(value)
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
