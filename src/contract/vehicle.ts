/** Vehicles: the resource, what creates and changes it, and what the list filters by. */
import { Type, type Static } from 'typebox'
import { CONSULTATION_STATUSES } from './consultation.ts'
import { NICKNAME_CHARACTERS_MAX, QUERY_CHARACTERS_MAX } from './limits.ts'
import { pageQuery } from './page.ts'
import { Amount, closedWord, openWord, Timestamp, Uuid } from './scalar.ts'

/** Part 2, Vehicle. The owner's clear document is write-only and stands in no reply. */
export const Vehicle = Type.Object({
  id: Uuid,
  plate: Type.String({ examples: ['ABC1D23'] }),
  renavam: Type.String({ examples: ['00639884962'] }),
  uf: Type.String({ examples: ['SP'] }),
  nickname: Type.String(),
  owner_document_masked: Type.String({ examples: ['***.982.247-**'] }),
  is_active: Type.Boolean(),
  created_at: Timestamp,
  latest_consultation_id: Type.Union([Uuid, Type.Null()]),
  latest_consultation_status: Type.Union([openWord(CONSULTATION_STATUSES), Type.Null()]),
  latest_consultation_at: Type.Union([Timestamp, Type.Null()]),
  open_debts_count: Type.Integer({ minimum: 0 }),
  open_debts_amount: Amount,
  consultations_count: Type.Integer({ minimum: 0 }),
})
export type Vehicle = Static<typeof Vehicle>

// The schema checks type and length (400); read-vehicle-input.ts checks the meaning (422).
export const NewVehicle = Type.Object(
  {
    plate: Type.String({ minLength: 1, maxLength: 16 }),
    renavam: Type.String({ minLength: 1, maxLength: 16 }),
    uf: Type.String({ minLength: 1, maxLength: 4 }),
    owner_document: Type.String({ minLength: 1, maxLength: 24 }),
    nickname: Type.Optional(Type.String({ maxLength: NICKNAME_CHARACTERS_MAX })),
  },
  { additionalProperties: false },
)
export type NewVehicle = Static<typeof NewVehicle>

export const VehicleChange = Type.Partial(NewVehicle, { additionalProperties: false })
export type VehicleChange = Static<typeof VehicleChange>

/** Every vehicle has exactly one of these, by its latest consultation and its open debts. */
const VEHICLE_STATUSES = ['with_debts', 'clear', 'never_consulted', 'pending', 'failed'] as const
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number]

export const VehicleQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: QUERY_CHARACTERS_MAX })),
    uf: Type.Optional(Type.String({ maxLength: 4 })),
    status: Type.Optional(closedWord(VEHICLE_STATUSES)),
    ...pageQuery,
  },
  { additionalProperties: false },
)
export type VehicleQuery = Static<typeof VehicleQuery>
