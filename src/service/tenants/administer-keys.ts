/** Operators issue, list and revoke API keys here; the key itself is never stored. */
import { instant } from '../../clock.ts'
import { API_KEY_PREFIX } from '../../contract/headers.ts'
import { Failure } from '../../failure.ts'
import type { ServiceDb } from '../service-db.ts'
import { isUuid } from '../../contract/scalar.ts'
import { type AdministrationTools, readName } from './administration.ts'
import { findBrand } from './find-brand.ts'
import { SHOWN_CHARACTERS } from '../keys/create-api-key.ts'
import { FILE_KEY_NAME } from '../keys/pepper-status.ts'
import type { ServiceSecrets } from '../keys/service-secrets.ts'

export interface ListedKey {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly brand: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** Later than now for a key that was rotated and still works. */
  readonly revokedAt: Date | null
}

export type KeyTools = AdministrationTools & { readonly secrets: ServiceSecrets }

/**
 * Refuses a name that another live key of the brand has, so that people know which to revoke.
 * `beside`: number of other live keys of the brand.
 */
export async function issueKey(
  tools: KeyTools,
  given: { brand: string; name: string; apiKey: string },
): Promise<ListedKey & { beside: number }> {
  const name = readName(given.name)
  if (name === FILE_KEY_NAME) throw nameReserved()
  return await tools.db.transaction().execute(async (tx) => {
    const brand = await findBrand(tx, given.brand, { lock: true })
    const live = (await keysOf(tx, brand.id)).filter((key) => key.revokedAt === null)
    const same = live.find((key) => key.name === name)
    if (same !== undefined) throw nameTaken(same)
    return { ...(await insertKey(tx, tools, brand, { ...given, name })), beside: live.length }
  })
}

/**
 * A new key of the same brand and name; the old one works for `overlapMs` more, so that its callers
 * can change. Throws the Failure 'usage' when no live key is meant, or several are.
 */
export async function rotateKey(
  tools: KeyTools,
  given: { named: string; overlapMs: number; apiKey: string },
): Promise<{ key: ListedKey; former: ListedKey }> {
  const meant = oneOf(await keysOf(tools.db), given.named)
  if (meant.name === FILE_KEY_NAME) throw ofSecretFile(meant)
  return await tools.db.transaction().execute(async (tx) => {
    const brand = await findBrand(tx, meant.brand, { lock: true })
    const live = (await keysOf(tx, brand.id)).filter((key) => key.revokedAt === null)
    const former = live.find(({ id }) => id === meant.id)
    if (former === undefined) throw notLive(meant)
    const revokedAt = new Date(tools.clock.now() + given.overlapMs)
    await setRevoked(tx, former, revokedAt)
    const key = await insertKey(tx, tools, brand, { name: former.name, apiKey: given.apiKey })
    return { key, former: { ...former, revokedAt } }
  })
}

async function insertKey(
  tx: ServiceDb,
  { clock, random, secrets }: KeyTools,
  brand: { readonly id: string; readonly name: string },
  { name, apiKey }: { name: string; apiKey: string },
): Promise<ListedKey> {
  const nowMs = clock.now()
  const id = random.uuid()
  const prefix = apiKey.slice(0, SHOWN_CHARACTERS)
  const key_hash = secrets.hashKey(apiKey)
  await tx
    .insertInto('service.api_key')
    .values({ id, brand_id: brand.id, name, prefix, key_hash, created_at: instant(nowMs) })
    .execute()
  const dates = { createdAt: new Date(nowMs), lastUsedAt: null, revokedAt: null }
  return { id, prefix, name, brand: brand.name, ...dates }
}

async function setRevoked(tx: ServiceDb, key: ListedKey, at: Date): Promise<void> {
  await tx
    .updateTable('service.api_key')
    .set({ revoked_at: at.toISOString() })
    .where('id', '=', key.id)
    .execute()
}

/** All keys, revoked ones too; newest first within a brand. */
export async function listKeys(
  db: ServiceDb,
  only: { brand?: string | undefined } = {},
): Promise<ListedKey[]> {
  const brand = only.brand === undefined ? undefined : await findBrand(db, only.brand)
  return await keysOf(db, brand?.id)
}

/**
 * The key fails at its next call, in any process. `named`: the prefix as listed, more or fewer
 * characters of it, or the id. Safe to repeat. Throws the Failure 'usage' when none or several are
 * meant, and for a brand's last live key without `force`.
 */
export async function revokeKey(
  { db, clock }: Pick<AdministrationTools, 'db' | 'clock'>,
  given: { named: string; force: boolean },
): Promise<{ key: ListedKey; changed: boolean }> {
  const meant = oneOf(await keysOf(db), given.named)
  return await db.transaction().execute(async (tx) => {
    const brand = await findBrand(tx, meant.brand, { lock: true })
    const keys = await keysOf(tx, brand.id)
    const key = keys.find(({ id }) => id === meant.id) ?? meant
    const now = new Date(clock.now())
    if (key.revokedAt !== null && key.revokedAt <= now) return { key, changed: false }
    const live = keys.filter((each) => each.revokedAt === null)
    const isLast = live.length === 1 && key.revokedAt === null
    if (isLast && !given.force) throw lastKey(key)
    await setRevoked(tx, key, now)
    return { key: { ...key, revokedAt: now }, changed: true }
  })
}

async function keysOf(db: ServiceDb, brandId?: string): Promise<ListedKey[]> {
  let found = db
    .selectFrom('service.api_key as key')
    .innerJoin('service.brand as brand', 'brand.id', 'key.brand_id')
    .select(['key.id', 'key.prefix', 'key.name', 'brand.name as brand'])
    .select(['key.created_at as createdAt', 'key.last_used_at as lastUsedAt'])
    .select('key.revoked_at as revokedAt')
  if (brandId !== undefined) found = found.where('key.brand_id', '=', brandId)
  return await found
    .orderBy('brand.name')
    .orderBy('key.created_at', 'desc')
    .orderBy('key.id')
    .execute()
}

/** Pure. Includes revoked keys, so that a repeated command cannot match another key. */
function oneOf(keys: readonly ListedKey[], given: string): ListedKey {
  const named = given.trim()
  // A whole key does not belong on a command line, where history and process lists keep it.
  if (named.startsWith(API_KEY_PREFIX) && named.length > SHOWN_CHARACTERS) throw wholeKey()
  const matching = isUuid(named)
    ? keys.filter(({ id }) => id === named.toLowerCase())
    : keys.filter(({ prefix }) => named !== '' && prefix.startsWith(named))
  const [found, ...others] = matching
  if (found === undefined) {
    throw new Failure('usage', {
      pt: `Nenhuma chave começa com "${named.slice(0, 40)}"; veja frota service keys list.`,
      en: `No key begins with "${named.slice(0, 40)}"; see frota service keys list.`,
    })
  }
  if (others.length === 0) return found
  const ids = matching.slice(0, AMBIGUOUS_SHOWN_MAX)
  const shown = ids.map((key) => `${key.id} (${key.brand}, ${key.name})`).join(', ')
  throw new Failure('usage', {
    pt: `Mais de uma chave começa com "${named}"; dê o id: ${shown}.`,
    en: `More than one key begins with "${named}"; give the id: ${shown}.`,
  })
}

const AMBIGUOUS_SHOWN_MAX = 5

function wholeKey(): Failure {
  return new Failure('usage', {
    pt:
      `Dê o prefixo (${SHOWN_CHARACTERS} caracteres) ou o id, nunca a chave inteira: ` +
      'uma linha de comando fica no histórico.',
    en:
      `Give the prefix (${SHOWN_CHARACTERS} characters) or the id, never the whole key: ` +
      'a command line stays in the history.',
  })
}

function nameReserved(): Failure {
  return new Failure('usage', {
    pt: `"${FILE_KEY_NAME}" é o nome da chave do arquivo de segredos; escolha outro.`,
    en: `"${FILE_KEY_NAME}" is the name of the secret file's own key; choose another one.`,
  })
}

function ofSecretFile(key: ListedKey): Failure {
  return new Failure('usage', {
    pt:
      `${key.prefix} vem do arquivo de segredos e não tem sucessora. Crie outra com frota service ` +
      'keys create, e revogue esta.',
    en:
      `${key.prefix} comes from the secret file and has no successor. Make another one with frota ` +
      'service keys create, and revoke this one.',
  })
}

function nameTaken(key: ListedKey): Failure {
  return new Failure('usage', {
    pt:
      `A marca "${key.brand}" já tem uma chave ativa "${key.name}" (${key.prefix}); ` +
      'escolha outro nome.',
    en:
      `The brand "${key.brand}" has a live key "${key.name}" (${key.prefix}) already; ` +
      'choose another name.',
  })
}

function notLive(key: ListedKey): Failure {
  return new Failure('usage', {
    pt: `${key.prefix} já foi trocada ou revogada; veja frota service keys list.`,
    en: `${key.prefix} was rotated or revoked before; see frota service keys list.`,
  })
}

function lastKey(key: ListedKey): Failure {
  return new Failure('usage', {
    pt:
      `${key.prefix} é a última chave ativa da marca "${key.brand}": sem ela todas as chamadas ` +
      'falham com 401. Crie outra antes, ou repita com --force.',
    en:
      `${key.prefix} is the last live key of the brand "${key.brand}": without it all its calls ` +
      'will fail with 401. Make another one first, or repeat with --force.',
  })
}
