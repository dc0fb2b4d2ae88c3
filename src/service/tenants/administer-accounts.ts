/** The accounts of end customers as the operator makes, lists and changes them. */
import { instant } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { ServiceDb } from '../service-db.ts'
import { isUuid } from '../../contract/scalar.ts'
import { type AdministrationTools, listed, readName } from './administration.ts'
import { findBrand } from './find-brand.ts'

export interface ListedAccount {
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly isActive: boolean
  readonly createdAt: Date
  /** Days after a vehicle's deactivation until its owner's document is erased. */
  readonly personalDataDays: number
}

export const PERSONAL_DATA_DAYS_MAX = 3650

/** An account's id, or its name where only one account bears it, which `brand` may narrow. */
export interface AccountNamed {
  readonly account: string
  readonly brand?: string | undefined
}

/** Safe to repeat: account names are unique in a brand; `created` is false for an existing one. */
export async function createAccount(
  { db, clock, random }: AdministrationTools,
  given: { brand: string; name: string },
): Promise<{ id: string; name: string; brand: string; isActive: boolean; created: boolean }> {
  const name = readName(given.name)
  return await db.transaction().execute(async (tx) => {
    // The lock keeps another transaction from making an account of the same name.
    const brand = await findBrand(tx, given.brand, { lock: true })
    const existing = await tx
      .selectFrom('service.account')
      .select(['id', 'is_active'])
      .where('brand_id', '=', brand.id)
      .where('name', '=', name)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    const common = { name, brand: brand.name }
    if (existing !== undefined) {
      return { ...common, id: existing.id, isActive: existing.is_active, created: false }
    }
    const id = random.uuid()
    await tx
      .insertInto('service.account')
      .values({ id, brand_id: brand.id, name, created_at: instant(clock.now()) })
      .execute()
    return { ...common, id, isActive: true, created: true }
  })
}

/** Accounts of one brand, or of all. */
export async function listAccounts(
  db: ServiceDb,
  only: { brand?: string | undefined } = {},
): Promise<ListedAccount[]> {
  const brand = only.brand === undefined ? undefined : await findBrand(db, only.brand)
  let found = db
    .selectFrom('service.account as account')
    .innerJoin('service.brand as brand', 'brand.id', 'account.brand_id')
    .select(['account.id', 'account.name', 'brand.name as brand', 'account.is_active as isActive'])
    .select(['account.created_at as createdAt', 'account.personal_data_days as personalDataDays'])
  if (brand !== undefined) found = found.where('account.brand_id', '=', brand.id)
  return await found.orderBy('brand.name').orderBy('account.name').execute()
}

/** Holds from the next call on. Safe to repeat. Throws the Failure 'usage'. */
export async function setAccountActive(
  db: ServiceDb,
  given: AccountNamed & { isActive: boolean },
): Promise<{ id: string; name: string; brand: string; changed: boolean }> {
  const found = await findAccount(db, given)
  const changed = await db
    .updateTable('service.account')
    .set({ is_active: given.isActive })
    .where('id', '=', found.id)
    .where('is_active', '!=', given.isActive)
    .returning('id')
    .executeTakeFirst()
  return { id: found.id, name: found.name, brand: found.brand, changed: changed !== undefined }
}

/** Throws the Failure 'usage' for days outside 1 to `PERSONAL_DATA_DAYS_MAX`. */
export async function setPersonalDataDays(
  db: ServiceDb,
  given: AccountNamed & { days: number },
): Promise<{ id: string; name: string; brand: string }> {
  const { days } = given
  if (!Number.isInteger(days) || days < 1 || days > PERSONAL_DATA_DAYS_MAX) {
    throw new Failure('usage', {
      pt: `O prazo vai de 1 a ${PERSONAL_DATA_DAYS_MAX} dias.`,
      en: `The retention is 1 to ${PERSONAL_DATA_DAYS_MAX} days.`,
    })
  }
  const { id, name, brand } = await findAccount(db, given)
  await db
    .updateTable('service.account')
    .set({ personal_data_days: days })
    .where('id', '=', id)
    .execute()
  return { id, name, brand }
}

/** Throws the Failure 'usage' where no account or several are meant. */
export async function findAccount(db: ServiceDb, given: AccountNamed): Promise<ListedAccount> {
  const all = await listAccounts(db, { brand: given.brand })
  const named = given.account.trim()
  const field = isUuid(named) ? 'id' : 'name'
  const [found, ...others] = all.filter(
    (each) => each[field] === (field === 'id' ? named.toLowerCase() : named),
  )
  if (found === undefined) {
    const known = listed(all.map(({ name }) => name))
    const typed = named.slice(0, 40)
    throw new Failure('usage', {
      pt: `A conta "${typed}" não existe. Há: ${known || 'nenhuma'}.`,
      en: `There is no account "${typed}". There are: ${known || 'none'}.`,
    })
  }
  if (others.length === 0) return found
  const ids = [found, ...others].map(({ id, brand }) => `${id} (${brand})`).join(', ')
  throw new Failure('usage', {
    pt: `Há mais de uma conta "${found.name}"; dê o id: ${ids}.`,
    en: `More than one account is called "${found.name}"; give the id: ${ids}.`,
  })
}
