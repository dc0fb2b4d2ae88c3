/** Brands as their operator makes, lists and changes them. */
import { sql, type Updateable } from 'kysely'
import { instant } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { formatCents } from '../../fleet/money.ts'
import type { ServiceDb } from '../service-db.ts'
import type { ServiceTables } from '../tables.ts'
import { type AdministrationTools, readName } from './administration.ts'
import { findBrand } from './find-brand.ts'

/** A million reais: with it the total of an order still has the digits that the interface gives. */
const FEE_CENTS_MAX = 100_000_000n

export interface ListedBrand {
  readonly id: string
  readonly name: string
  readonly serviceFeeCents: bigint
  readonly isActive: boolean
  readonly createdAt: Date
  readonly accounts: number
  /** Number of keys that are not revoked. */
  readonly liveKeys: number
}

/** Safe to repeat with the same fee; `created` is false then. */
export async function createBrand(
  { db, clock, random }: AdministrationTools,
  given: { name: string; serviceFeeCents: bigint },
): Promise<{ id: string; name: string; isActive: boolean; created: boolean }> {
  const name = readName(given.name)
  refuseFee(given.serviceFeeCents)
  const made = await db
    .insertInto('service.brand')
    .values({
      id: random.uuid(),
      name,
      service_fee_cents: given.serviceFeeCents,
      created_at: instant(clock.now()),
    })
    .onConflict((on) => on.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) return { id: made.id, name, isActive: true, created: true }
  const existing = await findBrand(db, name)
  const fee = formatCents(existing.service_fee_cents)
  if (existing.service_fee_cents !== given.serviceFeeCents) {
    throw new Failure('usage', {
      pt: `A marca "${name}" já existe, com a tarifa ${fee}. Mude-a com: frota service brands fee`,
      en: `The brand "${name}" exists with the fee ${fee}. Change it with: frota service brands fee`,
    })
  }
  return { id: existing.id, name, isActive: existing.is_active, created: false }
}

export async function listBrands(db: ServiceDb): Promise<ListedBrand[]> {
  const accounts = sql<number>`(select count(*)::integer from service.account a
    where a.brand_id = brand.id)`
  const liveKeys = sql<number>`(select count(*)::integer from service.api_key k
    where k.brand_id = brand.id and k.revoked_at is null)`
  return await db
    .selectFrom('service.brand as brand')
    .select(['brand.id', 'brand.name', 'brand.service_fee_cents as serviceFeeCents'])
    .select(['brand.is_active as isActive', 'brand.created_at as createdAt'])
    .select([accounts.as('accounts'), liveKeys.as('liveKeys')])
    .orderBy('brand.name')
    .execute()
}

function refuseFee(cents: bigint): void {
  if (cents <= FEE_CENTS_MAX) return
  const most = formatCents(FEE_CENTS_MAX)
  throw new Failure('usage', {
    pt: `Uma tarifa é de no máximo ${most}.`,
    en: `A fee is at most ${most}.`,
  })
}

/** New orders get the new fee; existing ones keep theirs. */
export async function setBrandFee(
  db: ServiceDb,
  given: { brand: string; serviceFeeCents: bigint },
): Promise<{ id: string; name: string; before: bigint }> {
  refuseFee(given.serviceFeeCents)
  const before = await changeBrand(db, given.brand, { service_fee_cents: given.serviceFeeCents })
  return { id: before.id, name: before.name, before: before.service_fee_cents }
}

/** Takes effect at the next call, because every call asks the database. Safe to repeat. */
export async function setBrandActive(
  db: ServiceDb,
  given: { brand: string; isActive: boolean },
): Promise<{ id: string; name: string; changed: boolean }> {
  const before = await changeBrand(db, given.brand, { is_active: given.isActive })
  return { id: before.id, name: before.name, changed: before.is_active !== given.isActive }
}

/** The brand as it was before. */
async function changeBrand(
  db: ServiceDb,
  name: string,
  change: Updateable<ServiceTables['service.brand']>,
) {
  return await db.transaction().execute(async (tx) => {
    const brand = await findBrand(tx, name, { lock: true })
    await tx.updateTable('service.brand').set(change).where('id', '=', brand.id).execute()
    return brand
  })
}
