/** The vehicle of the examples: as it is sent, and as it is answered before and after a lookup. */
import type { VehicleSummary } from '../../summary.ts'
import type { NewVehicle, Vehicle, VehicleChange } from '../../vehicle.ts'
import { exampleIds } from './example-ids.ts'

/** Plate, Renavam and document pass their check digits and belong to nobody. */
export const newVehicle: NewVehicle = {
  plate: 'ABC-1C34',
  renavam: '639884962',
  uf: 'SP',
  owner_document: '529.982.247-25',
  nickname: 'Caminhão 12',
}

export const vehicleChange: VehicleChange = { nickname: 'Caminhão 12 - Filial Campinas' }

export const registeredVehicle: Vehicle = {
  id: exampleIds.vehicle_id,
  plate: 'ABC1C34',
  renavam: '00639884962',
  uf: 'SP',
  nickname: 'Caminhão 12',
  owner_document_masked: '***.982.247-**',
  is_active: true,
  created_at: '2026-11-23T12:00:00.000Z',
  latest_consultation_id: null,
  latest_consultation_status: null,
  latest_consultation_at: null,
  open_debts_count: 0,
  open_debts_amount: '0.00',
  consultations_count: 0,
}

export const consultedVehicle: Vehicle = {
  ...registeredVehicle,
  latest_consultation_id: exampleIds.consultation_id,
  latest_consultation_status: 'ready',
  latest_consultation_at: '2026-11-23T12:01:00.000Z',
  open_debts_count: 4,
  open_debts_amount: '2009.44',
  consultations_count: 1,
}

export const renamedVehicle: Vehicle = { ...consultedVehicle, ...vehicleChange }

export const inactiveVehicle: Vehicle = { ...renamedVehicle, is_active: false }

const oneWithDebts = {
  total: 1,
  with_debts: 1,
  clear: 0,
  never_consulted: 0,
  pending: 0,
  failed: 0,
  open_debts_count: 4,
  open_debts_amount: '2009.44',
}

export const vehicleSummary: VehicleSummary = {
  ...oneWithDebts,
  by_uf: [{ uf: 'SP', ...oneWithDebts }],
}
