/** Pure. What changed about a vehicle and what holds it, in the reader's words. */
import { inLocale, type Bilingual, type Locale } from '../../bilingual.ts'
import { fieldsOf } from '../../fields.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { VehicleChange } from '../../ledger/vehicles/vehicle-changes.ts'
import type { RemovalHold } from '../../ledger/vehicles/vehicle-removals.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'
import type { Output } from '../output.ts'
import type { editOne } from './change-vehicle.ts'
import type { Told } from './tell-service.ts'

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

type Saying = Pick<Output, 'say' | 'locale'>
type Edited = Awaited<ReturnType<typeof editOne>>

/** Whether the service knows a change of one vehicle. */
export function toldWords(told: Told, { say }: Pick<Output, 'say'>): string {
  if (told.told) return say('O serviço já sabe.', 'The service knows it, too.')
  const why = told.why.replace(/\.$/, '')
  return say(
    `O serviço ainda não sabe (${why}); a próxima execução conta a ele.`,
    `The service does not know it yet (${why}); the next run tells it.`,
  )
}

/** What a person's edit came to, beside the changes themselves. */
export function editedWords(
  { news, asksAnew, told, vehicle: { state } }: Edited,
  { say }: Pick<Output, 'say'>,
): string[] {
  const known = told === undefined ? [] : [toldWords(told, { say })]
  if (news.length === 0) return [say('Já está assim.', 'It is so already.'), ...known]
  if (state !== 'registered') {
    const pt = 'O veículo ainda não está no serviço: a próxima execução o cadastra assim.'
    const en = 'The vehicle is not at the service yet: the next run registers it so.'
    return [say(pt, en)]
  }
  const anew = say(
    'As respostas e propostas de antes não valem mais: a próxima execução consulta o veículo de ' +
      'novo.',
    'The answers and proposals of before hold no more: the next run asks about the vehicle again.',
  )
  return [...(asksAnew ? [anew] : []), ...known]
}

/** `21/11/2026 09:15  placa: ABC1234 → ABC1C34  (frota.csv)` */
export function changeLine(change: VehicleChange, saying: Saying, zone: string): string {
  const { name, before, after, by } = changeParts(change, saying)
  const at = displayFor(saying.locale, zone).instant(change.changedAt.toISOString())
  return `${at}  ${name}: ${before} → ${after}  (${by})`
}

export function changeParts(change: VehicleChange, saying: Saying) {
  const { field, fileName, person } = change
  const word = (value: string | null): string => valueWord(field, value, saying)
  return {
    name: inLocale(FIELDS[field], saying.locale),
    before: word(change.before),
    after: word(change.after),
    by: person ?? fileName ?? 'frota',
  }
}

function valueWord(field: VehicleChange['field'], value: string | null, to: Saying): string {
  if (value === null || value === '') return '—'
  if (field === 'state') return wordFor(messagesOf(to.locale).vehicleStates, value)
  if (field === 'in_fleet') return value === 'true' ? to.say('sim', 'yes') : to.say('não', 'no')
  return veilDocuments(field === 'extras' ? extrasWords(value) : value)
}

/** `Contrato: C-1, Valor: 1.234,50` of the JSON in which other columns are noted. */
function extrasWords(noted: string): string {
  try {
    const cells = Object.entries(fieldsOf(JSON.parse(noted)))
    return cells.map(([header, cell]) => `${header}: ${String(cell)}`).join(', ')
  } catch {
    // A document that was hidden in it may have cut an escape sequence.
    return noted
  }
}
