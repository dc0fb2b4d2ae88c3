/** The operator's commands on the service's tables, whether or not the service is running. */
import { wallClock } from '../../clock.ts'
import { openDatabase } from '../../database/open.ts'
import { Failure } from '../../failure.ts'
import { systemRandom } from '../../random.ts'
import { openSecret } from '../../secret.ts'
import { createApiKey } from '../../service/keys/create-api-key.ts'
import { isUnusedService, pepperStatus } from '../../service/keys/pepper-status.ts'
import { deriveSecrets } from '../../service/keys/service-secrets.ts'
import { serviceMigrations } from '../../service/migrations.ts'
import { openServiceDb } from '../../service/service-db.ts'
import * as accounts from '../../service/tenants/administer-accounts.ts'
import * as brands from '../../service/tenants/administer-brands.ts'
import * as keys from '../../service/tenants/administer-keys.ts'
import type { AdministrationTools } from '../../service/tenants/administration.ts'
import { eraseAccount } from '../../service/vehicles/erase-vehicles.ts'
import type { AppContext } from '../context.ts'
import { migrateUnused } from '../ledger/enter-ledger.ts'
import { secretPath } from '../ledger/open-ledger.ts'
import { open, rm } from 'node:fs/promises'
import { errorCode } from '../../directory-failure.ts'

export type ServiceAdministration = ReturnType<typeof administration>
export type { ListedKey } from '../../service/tenants/administer-keys.ts'

/** An embedded database is reached through the owner of its directory, if there is one. */
export async function administer(
  { config, name }: Pick<AppContext, 'config' | 'name'>,
  act: (service: ServiceAdministration) => Promise<void>,
): Promise<void> {
  await using database = await openDatabase(
    config.DATABASE_URL === undefined
      ? { dataDir: config.FROTA_DATA_DIR, mode: 'read', command: `frota ${name}` }
      : { url: config.DATABASE_URL },
  )
  await migrateUnused(database, serviceMigrations)
  const db = openServiceDb(database.pool)
  await act(administration({ db, clock: wallClock, random: systemRandom }, secretPath(config)))
}

type Of<V extends (tools: never, of: never) => unknown> = Parameters<V>[1]

function administration(tools: AdministrationTools, secretFile: string) {
  const { db } = tools
  return {
    createBrand: (of: Of<typeof brands.createBrand>) => brands.createBrand(tools, of),
    listBrands: () => brands.listBrands(db),
    setBrandFee: (of: Of<typeof brands.setBrandFee>) => brands.setBrandFee(db, of),
    setBrandActive: (of: Of<typeof brands.setBrandActive>) => brands.setBrandActive(db, of),
    createAccount: (of: Of<typeof accounts.createAccount>) => accounts.createAccount(tools, of),
    listAccounts: (of: Of<typeof accounts.listAccounts>) => accounts.listAccounts(db, of),
    setAccountActive: (of: Of<typeof accounts.setAccountActive>) =>
      accounts.setAccountActive(db, of),
    setPersonalDataDays: (of: Of<typeof accounts.setPersonalDataDays>) =>
      accounts.setPersonalDataDays(db, of),
    eraseAccount: (of: Of<typeof eraseAccount>) => eraseAccount(tools, of),
    createKey: (of: NewKey) => createKey(tools, secretFile, of),
    listKeys: (of: Of<typeof keys.listKeys>) => keys.listKeys(db, of),
    rotateKey: (of: Rotation) => rotateKey(tools, secretFile, of),
    revokeKey: (of: Of<typeof keys.revokeKey>) => keys.revokeKey(tools, of),
  }
}

interface NewKey {
  readonly brand: string
  readonly name: string
  /** Path of the file to write the key to; undefined: the key is returned. */
  readonly out: string | undefined
}

/** Throws `configuration` where the service would refuse the key: its secret file is another. */
async function createKey(tools: AdministrationTools, secretFile: string, of: NewKey) {
  const { brand, name, out } = of
  return await withNewKey(tools, { secretFile, out }, async (all, apiKey) => {
    return { key: await keys.issueKey(all, { brand, name, apiKey }) }
  })
}

interface Rotation {
  /** Prefix or id of the key that is replaced. */
  readonly named: string
  readonly overlapMs: number
  readonly out: string | undefined
}

async function rotateKey(tools: AdministrationTools, secretFile: string, of: Rotation) {
  const { named, overlapMs, out } = of
  return await withNewKey(tools, { secretFile, out }, (all, apiKey) =>
    keys.rotateKey(all, { named, overlapMs, apiKey }),
  )
}

async function withNewKey<Made>(
  tools: AdministrationTools,
  { secretFile, out }: { secretFile: string; out: string | undefined },
  record: (all: keys.KeyTools, apiKey: string) => Promise<Made>,
): Promise<Made & { apiKey: string }> {
  const secret = await openSecret(secretFile, systemRandom, () => isUnusedService(tools.db))
  const secrets = deriveSecrets(secret.keyPepper)
  const status = await pepperStatus(tools.db, secrets, secret.embedded.apiKey)
  if (status === 'foreign') throw foreignSecret(secretFile)
  const apiKey = createApiKey(tools.random)
  // The file is written first: a key that only the service knows would be useless.
  await using removal = out === undefined ? undefined : await writeKeyFile(out, apiKey)
  const made = await record({ ...tools, secrets }, apiKey)
  // The key is registered: its file stays.
  removal?.move()
  return { ...made, apiKey }
}

function foreignSecret(path: string): Failure {
  return new Failure('configuration', {
    pt:
      `O arquivo de segredos ${path} não é o do serviço que usa este banco de dados; ele ` +
      'recusaria a chave. Indique o dele em FROTA_SECRET_FILE.',
    en:
      `The secret file ${path} is not the one of the service that uses this database, which ` +
      'would refuse the key. Set FROTA_SECRET_FILE to that one.',
  })
}

const OWNER_ONLY = 0o600

/**
 * Never overwrites a file. Throws a Failure that names the path. Disposal removes the file, whose
 * key was not registered, unless its removal is moved away.
 */
async function writeKeyFile(path: string, apiKey: string): Promise<AsyncDisposableStack> {
  try {
    await using file = await open(path, 'wx', OWNER_ONLY)
    await file.writeFile(`${apiKey}\n`)
    await file.sync()
  } catch (cause) {
    const failure = unwritten(path, cause)
    if (failure.code !== 'usage') await rm(path, { force: true })
    throw failure
  }
  const removal = new AsyncDisposableStack()
  removal.defer(() => rm(path, { force: true }))
  return removal
}

function unwritten(path: string, cause: unknown): Failure {
  const code = errorCode(cause)
  if (code === 'EEXIST') {
    return new Failure('usage', {
      pt: `O arquivo ${path} já existe; indique outro, para não perder a chave que está nele.`,
      en: `The file ${path} exists; name another one, so that the key in it is not lost.`,
    })
  }
  return new Failure(
    'directory-unwritable',
    {
      pt: `O arquivo ${path} não pode ser criado (${code}); indique outro em --out.`,
      en: `The file ${path} cannot be made (${code}); name another one with --out.`,
    },
    { cause },
  )
}
