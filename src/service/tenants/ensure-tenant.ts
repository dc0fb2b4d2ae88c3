/** Makes sure that one brand, account and API key exist: the embedded default's, and a demo's. */
import { instant, type Clock } from '../../clock.ts'
import type { Pool } from '../../database/pool.ts'
import type { Random } from '../../random.ts'
import { SHOWN_CHARACTERS } from '../keys/create-api-key.ts'
import { FILE_KEY_NAME } from '../keys/pepper-status.ts'
import { deriveSecrets } from '../keys/service-secrets.ts'
import { openServiceDb } from '../service-db.ts'

export interface TenantTools {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** The same that `startService` gets. */
  readonly pepper: string | Uint8Array
}

export interface Tenant {
  readonly brandName: string
  readonly serviceFeeCents: bigint
  readonly accountId: string
  readonly accountName: string
  readonly apiKey: string
  readonly keyName?: string
}

/** Safe to repeat: it keeps an operator's later changes, above all a revoked key. */
export async function ensureTenant(
  tools: TenantTools,
  tenant: Tenant,
): Promise<{ brandId: string }> {
  const db = openServiceDb(tools.pool)
  const created_at = instant(tools.clock.now())
  const secrets = deriveSecrets(tools.pepper)
  return await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('service.brand')
      .values({
        id: tools.random.uuid(),
        name: tenant.brandName,
        service_fee_cents: tenant.serviceFeeCents,
        created_at,
      })
      .onConflict((on) => on.column('name').doNothing())
      .execute()
    const brand = await tx
      .selectFrom('service.brand')
      .select('id')
      .where('name', '=', tenant.brandName)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('service.account')
      .values({ id: tenant.accountId, brand_id: brand.id, name: tenant.accountName, created_at })
      .onConflict((on) => on.column('id').doNothing())
      .execute()
    await tx
      .insertInto('service.api_key')
      .values({
        id: tools.random.uuid(),
        brand_id: brand.id,
        name: tenant.keyName ?? FILE_KEY_NAME,
        prefix: tenant.apiKey.slice(0, SHOWN_CHARACTERS),
        key_hash: secrets.hashKey(tenant.apiKey),
        created_at,
      })
      .onConflict((on) => on.column('key_hash').doNothing())
      .execute()
    return { brandId: brand.id }
  })
}
