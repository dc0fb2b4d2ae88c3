/** A fleet with vehicles on a fresh database, and the stores of campaigns, consultations, debts. */
import { openCampaignStore } from '../../../src/ledger/consultations/campaigns-sql.ts'
import type { AskedConsultation } from '../../../src/ledger/consultations/consultations.ts'
import { openConsultationStore } from '../../../src/ledger/consultations/consultations-sql.ts'
import { openDebtStore } from '../../../src/ledger/debts/debts-sql.ts'
import type { VehicleState } from '../../../src/ledger/schema/tables.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { seededRandom } from '../../../src/random.ts'
import { openTestLedger } from '../../support/database.ts'

export const START = new Date('2026-03-10T12:00:00Z')
const ACCOUNT = '00000000-0000-4000-8000-00000000acc0'
const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

export function later(ms: number): Date {
  return new Date(START.getTime() + ms)
}

interface VehicleGiven {
  readonly state?: VehicleState
  readonly latestAnswerAt?: Date
  readonly inFleet?: boolean
  readonly serviceId?: string
  readonly renavam?: string
  readonly plate?: string
  readonly uf?: string
}

type Row = Readonly<Record<string, unknown>>

export async function openCampaignWorld() {
  const database = await openTestLedger()
  const db = openLedgerDb(database.pool)
  const random = seededRandom(20_260_310)
  const uuid = (): string => random.uuid()
  const consultations = openConsultationStore(db)
  let made = 0
  return {
    database,
    db,
    campaigns: openCampaignStore(db),
    consultations,
    debts: openDebtStore(db),
    uuid,
    /** The row of a consultation, or of a vehicle's newest, with what no store tells. */
    consultation: async (of: string) => {
      const { rows } = await database.pool.query<Row>(
        'select * from frota.consultation where $1 in (id, vehicle_id) order by asked_at desc',
        [of],
      )
      return rows[0]
    },
    /** A fleet of its own, so that tests of one file do not meet. */
    fleet: async () => {
      const id = uuid()
      const row = { id, name: `fleet ${id}`, account_id: ACCOUNT, created_at: START }
      await db.insertInto('frota.fleet').values(row).execute()
      return id
    },
    vehicle: async (fleetId: string, given: VehicleGiven = {}) => {
      made += 1
      const id = uuid()
      const state = given.state ?? 'registered'
      await db
        .insertInto('frota.vehicle')
        .values({
          id,
          fleet_id: fleetId,
          account_id: ACCOUNT,
          renavam: given.renavam ?? made.toString().padStart(11, '0'),
          plate: given.plate ?? `ABC1D${(made % 100).toString().padStart(2, '0')}`,
          uf: given.uf ?? 'SP',
          extras: null,
          owner_sealed: null,
          owner_hash: 'hash',
          owner_masked: '***.982.247-**',
          in_fleet: given.inFleet ?? true,
          state,
          refusal: state === 'refused' ? 'RENAVAM unknown' : null,
          service_id: state === 'registered' ? (given.serviceId ?? uuid()) : null,
          remote_plate: null,
          remote_uf: null,
          remote_nickname: null,
          last_import_id: null,
          last_import_line: null,
          latest_answer_at: given.latestAnswerAt ?? null,
          created_at: START,
          updated_at: START,
        })
        .execute()
      return id
    },
    change: async (
      vehicleId: string,
      change: Pick<VehicleGiven, 'inFleet' | 'state' | 'latestAnswerAt'>,
    ) => {
      await db
        .updateTable('frota.vehicle')
        .set({
          ...(change.inFleet === undefined ? {} : { in_fleet: change.inFleet }),
          ...(change.state === undefined ? {} : { state: change.state }),
          ...(change.latestAnswerAt === undefined
            ? {}
            : { latest_answer_at: change.latestAnswerAt }),
        })
        .where('id', '=', vehicleId)
        .execute()
    },
    /** A consultation of the vehicle that is due at `START` and pending until an hour later. */
    asked: async (campaignId: string, vehicleId: string): Promise<AskedConsultation> => {
      const key = `${vehicleId}:${campaignId}:1`
      const effect = await db
        .selectFrom('frota.effect')
        .select('id')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      const consultation = {
        id: uuid(),
        vehicleId,
        campaignId,
        effectId: effect.id,
        credential: 'principal',
        origin: 'asked',
        stage: 'queued',
        askedAt: START,
        nextReadAt: START,
        deadlineAt: later(60 * MINUTE_MS),
      } as const
      await consultations.record(consultation)
      return consultation
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
