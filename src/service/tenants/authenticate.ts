/** Finds the brand and the account of a call (part 5 of the interface). */
import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { ACCOUNT_HEADER, API_KEY_HEADER, BEARER_PREFIX } from '../../contract/headers.ts'
import { detail } from '../../contract/problem.ts'
import { isUuid } from '../../contract/scalar.ts'
import { isApiKey } from '../keys/create-api-key.ts'
import type { ServiceSecrets } from '../keys/service-secrets.ts'
import { refuse } from '../http/refusal.ts'
import { FILE_KEY_NAME } from '../keys/pepper-status.ts'
import type { ServiceDb } from '../service-db.ts'
import { inTurns } from './in-turns.ts'

/** A call with a key. */
export interface BrandScope {
  readonly brandId: string
  readonly credentialId: string
  /** The first characters of the key, which lists show. */
  readonly keyPrefix: string
  readonly serviceFeeCents: bigint
}

/** A call with a key and an account of the same brand. */
export interface AccountScope extends BrandScope {
  readonly accountId: string
}

/** Null where the operation needs no account. */
export type Caller = BrandScope & { readonly accountId: string | null }

export type CallHeaders = Readonly<Record<string, string | string[] | undefined>>

interface KeyTools {
  readonly db: ServiceDb
  readonly secrets: ServiceSecrets
  readonly clock: Clock
  readonly acceptsDemoKey: boolean
}

/** Whether a header for a key was sent, whatever is in it. */
export function presentsKey(headers: CallHeaders): boolean {
  return headers[API_KEY_HEADER] !== undefined || headers['authorization'] !== undefined
}

/** Undefined without a well-formed key, so that a malformed one costs no database query. */
export function presentedHash(secrets: ServiceSecrets, headers: CallHeaders): Buffer | undefined {
  const apiKey = keyOf(headers)
  return apiKey === undefined || !isApiKey(apiKey) ? undefined : secrets.hashKey(apiKey)
}

/**
 * Asks the database on every call, so that a revoked key fails at its next call whichever process
 * revoked it. The statement and the 401 are the same for an unknown key, a revoked one and one of
 * an inactive brand. The returned function throws a Refusal 401, 400 or 403.
 */
export function authentication(
  tools: KeyTools,
): (arrived: { headers: CallHeaders; needsAccount: boolean }) => Promise<Caller> {
  const find = inTurns((asked: Asked) => findCaller(tools, asked))
  return async ({ headers, needsAccount }) => {
    const hash = presentedHash(tools.secrets, headers)
    if (hash === undefined) throw refuse(401, detail.keyInvalid)
    const header = headers[ACCOUNT_HEADER]
    const accountId = needsAccount && typeof header === 'string' && isUuid(header) ? header : null
    const found = await find(`${hash.toString('base64url')} ${accountId}`, { hash, accountId })
    if (found === undefined || !timingSafeEqual(found.hash, hash)) {
      throw refuse(401, detail.keyInvalid)
    }
    if (needsAccount && accountId === null) throw refuse(400, detail.accountMissing)
    if (needsAccount && found.accountId === null) throw refuse(403, detail.accountDenied)
    const { brandId, credentialId, keyPrefix, serviceFeeCents } = found
    return { brandId, credentialId, keyPrefix, serviceFeeCents, accountId: found.accountId }
  }
}

interface Asked {
  readonly hash: Buffer
  readonly accountId: string | null
}

async function findCaller({ db, clock, acceptsDemoKey }: KeyTools, { hash, accountId }: Asked) {
  return await db
    .selectFrom('service.api_key as key')
    .innerJoin('service.brand as brand', 'brand.id', 'key.brand_id')
    .leftJoin('service.account as account', (join) =>
      join
        .onRef('account.brand_id', '=', 'brand.id')
        .on('account.id', '=', accountId)
        .on('account.is_active', '=', true),
    )
    .select(['key.id as credentialId', 'key.key_hash as hash', 'brand.id as brandId'])
    .select('key.prefix as keyPrefix')
    .select(['brand.service_fee_cents as serviceFeeCents', 'account.id as accountId'])
    .where('key.key_hash', '=', hash)
    .where((row) =>
      row.or([
        row('key.revoked_at', 'is', null),
        row('key.revoked_at', '>', new Date(clock.now())),
      ]),
    )
    .$if(!acceptsDemoKey, (query) => query.where('key.name', '!=', FILE_KEY_NAME))
    .where('brand.is_active', '=', true)
    .executeTakeFirst()
}

/** The key of either header; undefined when both are sent and differ. */
function keyOf(headers: CallHeaders): string | undefined {
  const plain = headers[API_KEY_HEADER]
  const { authorization } = headers
  const isBearer =
    typeof authorization === 'string' &&
    authorization.slice(0, BEARER_PREFIX.length).toLowerCase() === BEARER_PREFIX.toLowerCase()
  const bearer = isBearer ? authorization.slice(BEARER_PREFIX.length).trim() : undefined
  if (typeof plain !== 'string') return plain === undefined ? bearer : undefined
  if (authorization !== undefined && bearer !== plain) return undefined
  return plain
}
