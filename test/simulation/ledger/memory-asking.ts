/** Vehicles, campaign members and consultations in memory: what registering and asking need. */
import type { CampaignStore } from '../../../src/ledger/consultations/campaigns-sql.ts'
import type { AskedConsultation } from '../../../src/ledger/consultations/consultations.ts'
import type { ConsultationStore } from '../../../src/ledger/consultations/consultations-sql.ts'
import type { PlanningStore } from '../../support/ledger/planning-store.ts'
import type { RemoteVehicle, VehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { dueChunks } from './due-chunks.ts'
import { FLEET } from './ledger.ts'
import type { ConsultationRow, MemberRow, Rows } from './rows.ts'
import { partOf, type Tables } from './tables.ts'

export function memoryVehicles(
  { vehicles, members, consultations }: Rows,
  effects: Pick<PlanningStore, 'find'>,
): VehicleStore {
  const remote = ({ serviceId, plate, uf, nickname }: RemoteVehicle) => ({
    serviceId,
    remotePlate: plate,
    remoteUf: uf,
    remoteNickname: nickname,
  })
  return partOf<VehicleStore>('vehicles', {
    byId: async (id) => vehicles.get(id) ?? null,
    asked: async (effectIds) => {
      const found = await Promise.all(effectIds.map((id) => effects.find(id)))
      return found.flatMap((effect) => {
        const vehicle = vehicles.get(effect?.vehicleId ?? '')
        if (effect === null || vehicle === undefined) return []
        const member = members.get(memberKey(effect.campaignId ?? '', vehicle.id))
        const { state: memberState = null, rankReasons = null } = member ?? {}
        const before = consultations.get(member?.consultationId ?? '')
        const answeredBy = before?.status === 'ready' ? before.id : null
        return [{ ...vehicle, effectId: effect.id, memberState, rankReasons, answeredBy }]
      })
    },
    ownerSealed: async (id) => vehicles.get(id)?.ownerSealed ?? null,
    markRegistered: async (_tx, id, given) => {
      const gone = { refusal: null, ownerSealed: null, ownerKept: false }
      vehicles.patch(id, { state: 'registered', ...gone, ...remote(given) })
    },
    markRefused: async (_tx, id, refusal) => vehicles.patch(id, { state: 'refused', refusal }),
  })
}

export const memberKey = (campaignId: string, vehicleId: string): string =>
  `${campaignId} ${vehicleId}`

export function memoryCampaigns(rows: Rows, effects: PlanningStore): CampaignStore {
  return partOf<CampaignStore>('campaigns', {
    plan: async (campaignId) => {
      const askable = rows.members
        .where((member) => member.campaignId === campaignId && member.state === 'open')
        .filter((member) => rows.vehicles.get(member.vehicleId)?.state === 'registered')
      const planned = askable.map(({ vehicleId, ordinal, rank }) => {
        const key = `${vehicleId}:${campaignId}:${ordinal}`
        return { kind: 'consult', key, fleetId: FLEET, vehicleId, campaignId, rank } as const
      })
      return effects.plan(planned)
    },
    endMember: async ({ campaignId, vehicleId, state, reason, at }) =>
      endMember(rows, { campaignId, vehicleId }, { state, reason, closedAt: at }),
  })
}

function endMember(
  { members }: Rows,
  of: { campaignId: string; vehicleId: string },
  change: Partial<MemberRow>,
): boolean {
  const key = memberKey(of.campaignId, of.vehicleId)
  if (members.get(key)?.state !== 'open') return false
  members.patch(key, change)
  return true
}

export function memoryConsultations(tables: Tables, rows: Rows): ConsultationStore {
  const { consultations, vehicles } = rows
  const pending = (id: string): ConsultationRow | undefined => {
    const row = consultations.get(id)
    return row?.status === 'pending' ? row : undefined
  }
  const unread = (fleetId: string): ConsultationRow[] =>
    consultations
      .where((row) => row.status === 'pending')
      .filter((row) => vehicles.get(row.vehicleId)?.fleetId === fleetId)

  return partOf<ConsultationStore>('consultations', {
    transaction: (work) => tables.transaction(work),
    record: async (asked) => record(rows, asked),
    due: async (fleetId, at) => {
      const all = unread(fleetId)
      const later = all.map((row) => row.nextReadAt.getTime()).filter((ms) => ms > at.getTime())
      const due = all.filter((row) => row.nextReadAt <= at)
      return {
        chunks: dueChunks(due),
        nextReadAt: later.length === 0 ? null : new Date(Math.min(...later)),
      }
    },
    chunk: async (fleetId, _chunk, at) =>
      unread(fleetId)
        .filter((row) => row.nextReadAt <= at)
        .sort((a, b) => a.nextReadAt.getTime() - b.nextReadAt.getTime() || a.seq - b.seq)
        .map((row) => {
          const vehicle = vehicles.get(row.vehicleId)
          if (vehicle === undefined) throw new Error('A consultation without its vehicle.')
          const { plate, renavam, uf, serviceId: vehicleServiceId } = vehicle
          return { ...row, vehicleServiceId, plate, renavam, uf }
        }),
    nextRead: async (fleetId) => {
      const times = unread(fleetId).map((row) => row.nextReadAt.getTime())
      return times.length === 0 ? null : new Date(Math.min(...times))
    },
    postpone: async (id, next) => {
      const row = pending(id)
      if (row !== undefined) consultations.patch(id, { ...next, reads: row.reads + 1 })
    },
    ready: async (answers) => {
      const found = answers.filter(({ id, stage, flags, at }) => {
        const row = pending(id)
        if (row === undefined) return false
        const { reads } = row
        consultations.patch(id, { status: 'ready', stage, flags, problem: '', reads: reads + 1 })
        const ended = { state: 'answered', consultationId: id, closedAt: at, reason: null } as const
        endMember(rows, row, ended)
        return true
      })
      return new Set(found.map(({ id }) => id))
    },
    failed: async ({ id, stage, errorCode, errorTitle, at }) => {
      const words = [errorCode, errorTitle].filter((word) => word !== '').join(': ')
      const reason = words === '' ? 'failed without an error code' : words
      return end(rows, id, { status: 'failed', stage }, { state: 'failed', reason, closedAt: at })
    },
    stuck: async (id, { problem, at }) =>
      end(
        rows,
        id,
        { status: 'stuck', problem },
        { state: 'stuck', reason: problem, closedAt: at },
      ),
  })
}

function end(
  rows: Rows,
  id: string,
  change: Partial<ConsultationRow>,
  member: Partial<MemberRow>,
): boolean {
  const row = rows.consultations.get(id)
  if (row?.status !== 'pending') return false
  rows.consultations.patch(id, { ...change, reads: row.reads + 1 })
  endMember(rows, row, { ...member, consultationId: id })
  return true
}

function record(rows: Rows, asked: AskedConsultation): 'pending' | 'ended' {
  const { consultations } = rows
  const known = consultations.get(asked.id)
  const fresh = { status: 'pending', reads: 0, problem: '' } as const
  if (known === undefined) {
    const seq = rows.seq()
    consultations.put(asked.id, { ...asked, ...fresh, seq, flags: [], considered: false })
    return 'pending'
  }
  if (known.status !== 'ready' && known.vehicleId === asked.vehicleId) {
    const { campaignId, effectId, origin, stage, nextReadAt, deadlineAt } = asked
    const again = { campaignId, effectId, origin, stage, nextReadAt, deadlineAt }
    consultations.patch(asked.id, { ...fresh, ...again })
    return 'pending'
  }
  const isOwn = known.vehicleId === asked.vehicleId
  endMember(rows, asked, {
    closedAt: asked.nextReadAt,
    state: isOwn ? 'answered' : 'failed',
    consultationId: isOwn ? known.id : null,
    reason: isOwn ? 'fresh' : 'foreign-consultation',
  })
  return 'ended'
}
