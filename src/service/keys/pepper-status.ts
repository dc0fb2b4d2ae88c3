/** Whether the running service can recognize keys that are hashed with a given secret file. */
import type { ServiceDb } from '../service-db.ts'
import type { ServiceSecrets } from './service-secrets.ts'

/** Name of a secret file's own key: every start records it, and operators may not use the name. */
export const FILE_KEY_NAME = 'default'

/** True when no service has started on this database. */
export async function isUnusedService(db: ServiceDb): Promise<boolean> {
  const keys = db.selectFrom('service.api_key').select('id').limit(1)
  return (await keys.where('name', '=', FILE_KEY_NAME).executeTakeFirst()) === undefined
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
  const keys = db.selectFrom('service.api_key').select('id').limit(1)
  const own = await keys.where('key_hash', '=', secrets.hashKey(ownKey)).executeTakeFirst()
  if (own !== undefined) return 'known'
  return (await isUnusedService(db)) ? 'unused' : 'foreign'
}
