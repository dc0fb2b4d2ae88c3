/** Whether the running service can recognize keys that are hashed with a given secret file. */
import { instant, type Clock } from '../../clock.ts'
import type { ServiceDb } from '../service-db.ts'
import type { ServiceSecrets } from './service-secrets.ts'

/** Name of a secret file's own key: the embedded service's and a demo's; operators may not use it. */
export const FILE_KEY_NAME = 'default'

/** True when no service has started on this database. */
export async function isUnusedService(db: ServiceDb): Promise<boolean> {
  const files = db.selectFrom('service.secret_file').select('first_at').limit(1)
  return (await files.executeTakeFirst()) === undefined
}

/**
 * `ownKey`: the key of this secret file. `known`: a service has started with this file. `foreign`:
 * only with others, so it would refuse keys hashed with this one. `unused`: none has started.
 */
export async function pepperStatus(
  db: ServiceDb,
  secrets: ServiceSecrets,
  ownKey: string,
): Promise<'known' | 'foreign' | 'unused'> {
  const own = await db
    .selectFrom('service.secret_file')
    .select('first_at')
    .where('own_key_hash', '=', secrets.hashKey(ownKey))
    .executeTakeFirst()
  if (own !== undefined) return 'known'
  return (await isUnusedService(db)) ? 'unused' : 'foreign'
}

/** Every start notes the file that it works with. */
export async function noteSecretFile(
  { db, clock }: { readonly db: ServiceDb; readonly clock: Clock },
  secrets: ServiceSecrets,
  ownKey: string,
): Promise<void> {
  await db
    .insertInto('service.secret_file')
    .values({ own_key_hash: secrets.hashKey(ownKey), first_at: instant(clock.now()) })
    .onConflict((on) => on.column('own_key_hash').doNothing())
    .execute()
}

/** Whether the key was ever made here, be it revoked by now. */
export async function holdsKey(
  db: ServiceDb,
  secrets: ServiceSecrets,
  apiKey: string,
): Promise<boolean> {
  const keys = db.selectFrom('service.api_key').select('id')
  const hash = secrets.hashKey(apiKey)
  return (await keys.where('key_hash', '=', hash).executeTakeFirst()) !== undefined
}
