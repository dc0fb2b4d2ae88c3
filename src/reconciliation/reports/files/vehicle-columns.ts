/** The columns of vehicles.csv: one row per vehicle of the fleet or the campaign. */
import type { ReportColumn } from './columns.ts'
import { wordFor } from '../words/messages.ts'
import type { VehicleLine } from '../reports-of-vehicle.ts'
import type { ColumnKey } from '../words/columns.pt.ts'

/** A vehicle of a run: `expectedAt` is when the campaign's last open vehicle should be answered. */
export type VehicleRow = VehicleLine & { expectedAt: string | null }

export const vehicleColumns = [
  { key: 'plate', kind: 'text', cell: ({ vehicle }) => vehicle.plate },
  { key: 'renavam', kind: 'code', cell: ({ vehicle }) => vehicle.renavam },
  { key: 'uf', kind: 'text', cell: ({ vehicle }) => vehicle.uf },
  { key: 'nickname', kind: 'words', cell: ({ vehicle }) => vehicle.nickname },
  { key: 'costCentre', kind: 'words', cell: ({ vehicle }) => vehicle.costCentre },
  { key: 'owner', kind: 'words', cell: ({ vehicle }) => vehicle.ownerMasked },
  { key: 'inFleet', kind: 'flag', cell: ({ vehicle }) => vehicle.inFleet },
  {
    key: 'registration',
    kind: 'text',
    cell: ({ vehicle }, texts) => texts.vehicleStates[vehicle.state],
  },
  { key: 'refusal', kind: 'words', cell: ({ vehicle }) => vehicle.refusal },
  {
    key: 'member',
    kind: 'text',
    cell: ({ vehicle }, texts) => texts.memberStates[vehicle.member?.state ?? 'none'],
  },
  {
    key: 'memberReason',
    kind: 'words',
    cell: ({ vehicle }, texts) => wordFor(texts.reasons, vehicle.member?.reason ?? ''),
  },
  {
    key: 'consultation',
    kind: 'text',
    cell: ({ vehicle: { consultation } }, texts) =>
      consultation === null ? null : texts.consultationStates[consultation.status],
  },
  { key: 'askedAt', kind: 'instant', cell: ({ vehicle }) => vehicle.consultation?.askedAt ?? null },
  { key: 'answeredAt', kind: 'instant', cell: ({ vehicle }) => vehicle.answeredAt },
  { key: 'expectedAt', kind: 'instant', cell: ({ expectedAt }) => expectedAt },
  { key: 'rank', kind: 'integer', cell: ({ vehicle }) => vehicle.member?.rank ?? null },
  { key: 'owedDebts', kind: 'integer', cell: ({ owedDebts }) => owedDebts },
  { key: 'owed', kind: 'money', cell: ({ owedCents }) => owedCents },
  { key: 'overdue', kind: 'money', cell: ({ overdueCents }) => overdueCents },
  { key: 'single', kind: 'money', cell: ({ singleCents }) => singleCents },
  { key: 'instalments', kind: 'money', cell: ({ instalmentsCents }) => instalmentsCents },
  { key: 'alternative', kind: 'money', cell: ({ alternativeCents }) => alternativeCents },
  { key: 'awaiting', kind: 'money', cell: ({ awaitingCents }) => awaitingCents },
  {
    key: 'consultationId',
    kind: 'text',
    cell: ({ vehicle }) => vehicle.consultation?.id ?? null,
  },
] as const satisfies readonly ReportColumn<VehicleRow, ColumnKey<'vehicles.csv'>>[]
