/** Vehicles and consultations as the simulated service shows them. */
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { Vehicle } from '../../../src/contract/vehicle.ts'
import { formatCents } from '../../../src/fleet/money.ts'
import type { RemoteConsultation, RemoteVehicle, ServiceState } from './state.ts'

export function consultationStatus(
  consultation: RemoteConsultation,
  nowMs: number,
): 'pending' | 'ready' | 'failed' {
  if (nowMs < consultation.readyAtMs) return 'pending'
  return consultation.fails ? 'failed' : 'ready'
}

export function latestOf(
  { consultations }: ServiceState,
  vehicle: RemoteVehicle,
): RemoteConsultation | undefined {
  return consultations.findLast((each) => each.vehicle === vehicle)
}

/** `latest`: what the vehicle's own summary shows, which may lag behind. */
export function vehicleBody(
  vehicle: RemoteVehicle,
  latest: RemoteConsultation | undefined,
  nowMs: number,
): Vehicle {
  const { id, plate, renavam, uf, nickname } = vehicle
  return {
    id,
    plate,
    renavam,
    uf,
    nickname,
    owner_document_masked: '***.982.247-**',
    is_active: true,
    created_at: new Date(vehicle.madeAtMs).toISOString(),
    latest_consultation_id: latest?.id ?? null,
    latest_consultation_status: latest === undefined ? null : consultationStatus(latest, nowMs),
    latest_consultation_at: latest === undefined ? null : new Date(latest.madeAtMs).toISOString(),
    open_debts_count: 0,
    open_debts_amount: '0.00',
    consultations_count: 0,
  }
}

export function consultationBody(consultation: RemoteConsultation, nowMs: number): Consultation {
  const status = consultationStatus(consultation, nowMs)
  const items = status === 'ready' ? (consultation.items ?? []) : []
  const total = items.reduce((sum, item) => sum + item.amountCents, 0n)
  return {
    id: consultation.id,
    vehicle_id: consultation.vehicle.id,
    plate: consultation.vehicle.plate,
    status,
    stage: status === 'pending' ? 'queued' : status,
    found_new_debts: false,
    error_message: '',
    error_code: status === 'failed' ? 'authority_down' : '',
    error_title: '',
    error_action: '',
    total_amount: formatCents(total),
    items: items.map(({ id, debt, amountCents, dependsOn }) => ({
      id,
      kind: debt.kind,
      group: debt.group,
      description: debt.description,
      amount: formatCents(amountCents),
      due_date: debt.dueDate,
      year: debt.year,
      depends_on: dependsOn,
      depends_on_description: debt.dependsOn?.description ?? '',
      is_payable: debt.isPayable,
    })),
  }
}
