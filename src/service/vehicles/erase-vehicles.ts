/**
 * Erases what vehicles tell of persons: the owner's document and the nickname. Plate, Renavam,
 * debts and orders stay, since the books refer to them (LGPD, art. 16, I).
 */
import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import { endingFields } from '../consultations/ending-fields.ts'
import { Failure } from '../../failure.ts'
import { forgetOldReplies, forgetRepliesOf } from '../receipts/idempotent-call.ts'
import type { ServiceDb, ServiceTransaction } from '../service-db.ts'
import { type AccountNamed, findAccount } from '../tenants/administer-accounts.ts'
import type { AdministrationTools } from '../tenants/administration.ts'

/** Each batch is a transaction, so that no caller waits long for a vehicle's row. */
const VEHICLES_AT_ONCE = 500

type Tools = Pick<AdministrationTools, 'db' | 'clock'>

/** Of vehicles that were deactivated longer ago than their account keeps them. Returns how many. */
export async function eraseUnusedVehicles({ db, clock }: Tools): Promise<number> {
  const now = instant(clock.now())
  await forgetOldReplies(db, clock.now())
  return await eraseBatches(db, now, (tx) =>
    tx
      .selectFrom('service.vehicle as vehicle')
      .innerJoin('service.account as account', 'account.id', 'vehicle.account_id')
      .select('vehicle.id')
      .where('vehicle.is_active', '=', false)
      .where('vehicle.erased_at', 'is', null)
      .where(
        sql<boolean>`vehicle.changed_at
          < ${now}::timestamptz - account.personal_data_days * interval '1 day'`,
      )
      .limit(VEHICLES_AT_ONCE)
      .forUpdate('vehicle')
      .skipLocked()
      .execute(),
  )
}

/** All vehicles of a deactivated account. Safe to repeat. Throws the Failure 'usage'. */
export async function eraseAccount(
  { db, clock }: Tools,
  given: AccountNamed,
): Promise<{ id: string; name: string; brand: string; erased: number }> {
  const { id, name, brand, isActive } = await findAccount(db, given)
  if (isActive) {
    throw new Failure('usage', {
      pt: `A conta ${name} está ativa. Antes: frota service accounts deactivate ${id}`,
      en: `The account ${name} is active. First: frota service accounts deactivate ${id}`,
    })
  }
  const erased = await eraseBatches(db, instant(clock.now()), (tx) =>
    tx
      .selectFrom('service.vehicle')
      .select('id')
      .where('account_id', '=', id)
      .where('erased_at', 'is', null)
      .limit(VEHICLES_AT_ONCE)
      .forUpdate()
      .execute(),
  )
  await forgetRepliesOf(db, id)
  return { id, name, brand, erased }
}

type FindBatch = (tx: ServiceTransaction) => Promise<readonly { readonly id: string }[]>

async function eraseBatches(db: ServiceDb, now: string, find: FindBatch): Promise<number> {
  for (let erased = 0; ;) {
    const batch = await db.transaction().execute(async (tx) => {
      const ids = (await find(tx)).map(({ id }) => id)
      if (ids.length > 0) await eraseThese(tx, ids, now)
      return ids.length
    })
    erased += batch
    if (batch < VEHICLES_AT_ONCE) return erased
  }
}

async function eraseThese(tx: ServiceTransaction, ids: string[], now: string): Promise<void> {
  // A live provider would be asked with the document.
  await tx
    .updateTable('service.consultation')
    .set({ ...endingFields(ERASED), finished_at: now })
    .where('vehicle_id', 'in', ids)
    .where('status', '=', 'pending')
    .execute()
  await tx
    .updateTable('service.vehicle')
    .set({
      is_active: false,
      owner_document_sealed: Buffer.alloc(0),
      owner_document_masked: '***',
      nickname: '',
      search: '',
      latest_consultation_status: (query) =>
        query.fn('replace', ['latest_consultation_status', sql`'pending'`, sql`'failed'`]),
      grams: [],
      erased_at: now,
    })
    .where('id', 'in', ids)
    .execute()
}

const ERASED = {
  state: 'failed',
  code: 'vehicle_changed',
  title: 'Dados apagados',
  message: 'Os dados do proprietário foram apagados antes da resposta.',
  action: 'Cadastre o veículo de novo e consulte.',
} as const
