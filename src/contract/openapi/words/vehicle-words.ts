/** Descriptions of vehicles and of consultations. */
import type { Consultation, ConsultationStage, ConsultationStatus } from '../../consultation.ts'
import type { DebtGroup, DebtItem, DebtKind } from '../../debt-item.ts'
import { NICKNAME_CHARACTERS_MAX } from '../../limits.ts'
import type { VehicleSummary } from '../../summary.ts'
import type { NewVehicle, Vehicle } from '../../vehicle.ts'
import { type FieldWords, type SchemaWords, words } from './schema-words-shape.ts'
import { wordList } from './word-list.ts'

const writable: FieldWords<NewVehicle> = {
  plate: 'Old style (ABC1234) or Mercosul (ABC1C34). Case, hyphen and spaces do not matter.',
  renavam: '9 to 11 digits; padded with zeros on the left to 11. The check digit is not checked.',
  uf: 'The abbreviation of the state of licensing.',
  owner_document: 'CPF or CNPJ (alphanumeric too), with or without punctuation. Never returned.',
  nickname: `An internal name of at most ${NICKNAME_CHARACTERS_MAX} characters.`,
}

const counts: FieldWords<Omit<VehicleSummary, 'by_uf'>> = {
  total: 'Active vehicles; the five counts that follow add up to it.',
  with_debts: 'Whose last answer holds a debt that is not settled.',
  clear: 'Whose last answer holds none.',
  never_consulted: 'Without any consultation.',
  pending: 'Whose latest consultation is not finished.',
  failed: 'Whose latest consultation failed.',
  open_debts_count: 'Debts that are not settled.',
  open_debts_amount: 'What they come to.',
}

const statuses: Record<ConsultationStatus, string> = {
  pending: 'being looked up. Moves to `ready` or `failed`.',
  ready: 'the debts stand in `items`. Final.',
  failed: 'the four `error_` fields say why. Final; ask again with a new consultation.',
}

const stages: Record<ConsultationStage, string> = {
  queued: 'not begun.',
  searching: 'the vehicle is being looked for.',
  collecting: 'its debts are being collected.',
  ready: 'finished with an answer.',
  failed: 'finished without one.',
}

const kinds: Record<DebtKind, string> = {
  ipva: 'the yearly tax of an earlier year.',
  ipva_unique:
    "this year's tax in one payment. An alternative to the instalments of the same year: order " +
    'one or the other, nothing else keeps you from paying twice.',
  ipva_installment: "one instalment of this year's tax; see `ipva_unique`.",
  licensing: 'the yearly licensing fee.',
  ticket: 'a fine of the own state.',
  renainf_ticket: 'a fine of another state.',
  insurance: 'the compulsory insurance of years up to 2020.',
  service: 'a fee for a service.',
  other: 'anything else.',
}

const groups: Record<DebtGroup, string> = {
  ipva: '`ipva`, `ipva_unique` and `ipva_installment`.',
  licensing: '`licensing`.',
  ticket: '`ticket` and `renainf_ticket`.',
  insurance: '`insurance`.',
  service: '`service`.',
  other: '`other`.',
}

const WAIT = 'go on waiting, within a limit of yours.'
const SHOW = 'show it and leave it to a person.'

export const vehicleWords = {
  Vehicle: words<Vehicle>(
    'A registered vehicle with its latest consultation and its open debts in short. The clear ' +
      'document of its owner stands in no reply.',
    {
      id: 'Stays for the life of the record.',
      plate: 'Upper case, without hyphen; the old style or the Mercosul one, as it was given.',
      renavam: 'Always eleven digits.',
      uf: 'The state of licensing.',
      nickname: 'An internal name; empty when not set.',
      owner_document_masked: "The owner's CPF or CNPJ with most digits hidden.",
      is_active: 'False after DELETE: the vehicle refuses consultations and leaves the lists.',
      created_at: 'When it was registered.',
      latest_consultation_id: 'The consultation that was asked last; null when there was none.',
      latest_consultation_status: 'Its status; null when there was none.',
      latest_consultation_at: 'When it was asked; null when there was none.',
      open_debts_count: 'How many debts of the last ready consultation are not settled yet.',
      open_debts_amount: 'What those debts come to.',
      consultations_count: 'How many consultations there were.',
    },
  ),
  NewVehicle: {
    description: 'What registers a vehicle. An unknown field is refused.',
    fields: writable,
    writeOnly: ['owner_document'],
  },
  VehicleChange: {
    description: 'Any of the fields that register a vehicle; what is absent stays as it is.',
    fields: writable,
    writeOnly: ['owner_document'],
  },
  VehicleSummary: {
    description: 'Totals of the active vehicles of the account, whole and for each state.',
    fields: { ...counts, by_uf: 'The same counts for each state that has a vehicle.' },
  },
  VehicleSummaryByUf: {
    description: 'Totals of the active vehicles of one state.',
    fields: { uf: 'The state.', ...counts },
  },
  Consultation: words<Consultation>('One question about the debts of a vehicle, and its answer.', {
    id: 'Under this id the consultation is read until it is finished.',
    vehicle_id: 'Whose debts were asked for.',
    plate: 'The plate at the time of asking.',
    status: 'Read again while it is `pending`.',
    stage: 'How far the lookup is; for showing to people.',
    found_new_debts: 'True when a debt was found that the consultation before did not have.',
    error_message: 'What happened, in Portuguese; empty unless `failed`.',
    error_code: 'For programs; empty unless `failed`.',
    error_title: 'A short title in Portuguese; empty unless `failed`.',
    error_action: 'What to do about it, in Portuguese; empty unless `failed`.',
    total_amount: 'The plain sum of the items; 0.00 until `ready`.',
    items: 'The debts; empty until `ready`, and then empty when there are none.',
    created_at: 'When it was asked.',
    finished_at: 'When it became `ready` or `failed`; null before.',
  }),
  DebtItem: words<DebtItem>('One debt as a consultation found it.', {
    id: 'Goes into `debt_item_ids`. New in every consultation: it does not identify a debt.',
    kind: 'What the debt is.',
    group: 'The family of the kind.',
    description: 'As the authority words it, in Portuguese.',
    amount: 'What it costs when it is ordered from this consultation.',
    due_date: 'Null or absent when the authority does not say.',
    year: 'The year that the debt belongs to.',
    depends_on: 'The id of another item that must be in the same order, or be settled before.',
    depends_on_description: 'That item in words; empty when there is none.',
    is_payable: 'False keeps the item out of an order and of a preview.',
  }),
  ConsultationStatus: {
    description: wordList('Where a consultation stands.', statuses, WAIT),
  },
  ConsultationStage: {
    description: wordList('How far a lookup is.', stages, 'decide by `status`, not by the stage.'),
  },
  DebtKind: { description: wordList('What a debt is.', kinds, SHOW) },
  DebtGroup: { description: wordList('The family of a kind of debt.', groups, SHOW) },
} as const satisfies Record<string, SchemaWords>
