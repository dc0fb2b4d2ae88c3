/**
 * `frota restore`: puts a backup in the place of the ledger, of either engine. The ledger changes
 * in one step or not at all, and money is blocked until all orders were read, since the restored
 * ledger does not know those that were made after its backup.
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { noteClosedFiles } from '../../database/closed-files.ts'
import { MOVED, refuseDamaged, refuseMoved, REPLACED } from '../../database/damaged-directory.ts'
import { directoryFailure, errorCode, REPORTS_AHEAD } from '../../directory-failure.ts'
import { JOURNAL_FILES, readIntents } from '../../database/journal.ts'
import { lockDataDir } from '../../database/lock.ts'
import { openDatabase, type Database } from '../../database/open.ts'
import { openEmbedded } from '../../database/open-embedded.ts'
import { inTransaction } from '../../database/schema-copy.ts'
import { RESTORING } from '../../database/seed/unpack.ts'
import { Failure } from '../../failure.ts'
import { appendAudit } from '../../ledger/audit/audit.ts'
import { openLeaseStore } from '../../ledger/runs/leases.ts'
import { openUpkeepStore } from '../../ledger/runs/upkeep.ts'
import { asTx, openLedgerDb } from '../../ledger/schema/tx.ts'
import { pointLatest } from '../../reconciliation/reports/report-directory.ts'
import { runNumberOf } from '../../reconciliation/reports/run-folder.ts'
import { systemRandom } from '../../random.ts'
import { openSecret, secretMark } from '../../secret.ts'
import { endIfStopped } from './end-if-stopped.ts'
import { LEASE_MS } from '../ledger/keep-leases.ts'
import { otherSecret } from '../ledger/ledger-secret.ts'
import { secretPath } from '../ledger/open-ledger.ts'
import { copyFile, isWhole } from './backup-files.ts'
import { damagedBackup, MANIFEST, readManifest, rowsIn, SCHEMAS } from './manifest.ts'
import type { Backup, Manifest } from './manifest.ts'
import { loadBackup } from './prove-backup.ts'
import { accessIn, revivedIn, type Access } from './revived-access.ts'

export interface RestoreOptions {
  /** Replaces a ledger that is there. */
  readonly replace: boolean
  readonly clock: Clock
  readonly command: string
  /** Who restores, for the audit log. */
  readonly person: string
  /** Stops it as long as the ledger that is there was not replaced. */
  readonly stop: AbortSignal
}

export interface Restored extends Backup {
  /** Where the embedded database is that was there before; purge deletes all but `MOVED`. */
  readonly former: string | undefined
  /** People and keys that get in as when the backup was made; undefined: nothing to compare with. */
  readonly revived: readonly string[] | undefined
  /** The journal that was there knows more than the backup, and stays. */
  readonly journalKept: boolean
}

/** `from`: a backup, or the folder of several, of which the newest is taken. Nothing is half done. */
export async function restoreBackup(
  config: Config,
  from: string,
  options: RestoreOptions,
): Promise<Restored> {
  const folder = await newestIn(resolve(from))
  const manifest = await readManifest(folder)
  for (const file of manifest.files) {
    endIfStopped(options.stop)
    if (!(await isWhole(folder, file))) throw damagedBackup(folder, file.path)
  }
  await requireItsSecret(config, manifest)
  const backup = { folder, manifest }
  const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir } = config
  const pgdata = join(dataDir, 'pgdata')
  if (url !== undefined) {
    using lock = existsSync(pgdata) ? await lockDataDir(dataDir, options) : undefined
    const moved = lock && join(dataDir, MOVED)
    if (moved !== undefined && existsSync(moved)) throw formersKept(dataDir)
    await using database = await openDatabase({ url })
    await requireRights(database)
    await requireFree(database, options.replace)
    await copyBack(config, backup, false)
    const revived = await load(database, backup, options)
    // After the load: a kill between them leaves both, and the same command with --replace cures it.
    if (moved !== undefined) await rename(pgdata, moved)
    return { ...backup, former: moved, revived, journalKept: false }
  }
  using _lock = await lockDataDir(dataDir, options)
  const isThere = existsSync(pgdata)
  if (!options.replace) refuseMoved(dataDir)
  if (isThere && !options.replace) throw notEmpty(dataDir)
  const former = REPLACED.map((name) => join(dataDir, name)).find((path) => !existsSync(path))
  if (former === undefined) throw formersKept(dataDir)
  const restoring = `${pgdata}${RESTORING}`
  try {
    await rm(restoring, { recursive: true, force: true })
    const access = isThere ? await formerAccess(dataDir, pgdata) : undefined
    let revived
    {
      await using database = await openEmbedded({ pgDataDir: restoring })
      revived = await load(database, backup, options, access)
    }
    const journalKept = await hasJournal(dataDir)
    endIfStopped(options.stop)
    await copyBack(config, backup, !journalKept)
    if (isThere) {
      await rename(pgdata, former)
      await utimes(former, options.clock.now() / 1000, options.clock.now() / 1000)
    }
    await rename(restoring, pgdata)
    return { ...backup, former: isThere ? former : undefined, revived, journalKept }
  } catch (error) {
    await rm(restoring, { recursive: true, force: true })
    throw directoryFailure(error, dataDir)
  }
}

/** What a restoration put aside may be the only copy of the newest facts. */
function formersKept(dataDir: string): Failure {
  return new Failure('usage', {
    pt: `${dataDir} guarda bancos que restaurações puseram de lado (pgdata.replaced, ${MOVED}). Mova ou apague os que não precisa mais, e repita.`,
    en: `${dataDir} keeps databases that restorations put aside (pgdata.replaced, ${MOVED}). Move or delete those that you need no more, and repeat.`,
  })
}

/** Undefined for a damaged database, which is often why a backup is restored. */
async function formerAccess(dataDir: string, pgDataDir: string): Promise<Access | undefined> {
  try {
    const closed = refuseDamaged(dataDir)
    let access
    {
      await using database = await openEmbedded({ pgDataDir })
      access = await accessIn(database.pool)
    }
    noteClosedFiles(pgDataDir, closed)
    return access
  } catch {
    return undefined
  }
}

async function newestIn(folder: string): Promise<string> {
  const isBackup = async (path: string): Promise<boolean> =>
    stat(join(path, MANIFEST)).then(
      () => true,
      // The newest one that may not be read is not passed over: reading its manifest tells.
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(errorCode(error)),
    )
  if (await isBackup(folder)) return folder
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('frota-'))
  for (const name of names.toSorted().toReversed()) {
    if (await isBackup(join(folder, name))) return join(folder, name)
  }
  return folder
}

/** What is sealed inside opens with the secret of its installation alone. */
async function requireItsSecret(config: Config, manifest: Manifest): Promise<void> {
  if (manifest.secretMark === null) return
  const path = secretPath(config)
  const secret = await openSecret(path, systemRandom, async () => false)
  if (secretMark(secret) !== manifest.secretMark) throw otherSecret(path)
}

/** The schemas are dropped and made anew, by their owner alone. */
async function requireRights({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ may: boolean; name: string; role: string }>(
    `SELECT quote_ident(current_database()) AS name, quote_ident(current_user) AS role,
       has_database_privilege(current_database(), 'CREATE') AND NOT EXISTS (
         SELECT FROM pg_namespace WHERE nspname = ANY ($1)
           AND NOT pg_has_role(nspowner, 'USAGE')) AS may`,
    [SCHEMAS],
  )
  const [{ may, name, role } = { may: true, name: '', role: '' }] = rows
  if (may) return
  const grant = `GRANT CREATE ON DATABASE ${name} TO ${role}`
  throw new Failure('usage', {
    pt: `${role} não pode refazer os esquemas de ${name}: restaure como o dono deles, ou: ${grant}`,
    en: `${role} may not make the schemas of ${name} anew: restore as their owner, or: ${grant}`,
  })
}

async function requireFree(database: Database, replace: boolean): Promise<void> {
  const { rows } = await database.pool.query<{ ledger: boolean; service: boolean }>(
    `SELECT to_regclass('frota.lease') IS NOT NULL AS ledger,
       to_regclass('service.migration') IS NOT NULL AS service`,
  )
  const [there] = rows
  if (there?.ledger !== true && there?.service !== true) return
  const db = openLedgerDb(database.pool)
  const [worker] = there.ledger ? await openLeaseStore(db, LEASE_MS).executors() : []
  if (worker !== undefined) throw inUse(`frota ${worker.command} (${worker.holder})`)
  const fleets = there.ledger
    ? await db.selectFrom('frota.fleet').select('id').limit(1).execute()
    : []
  if (!replace && (there.service || fleets.length > 0)) throw notEmpty('DATABASE_URL')
}

/**
 * The block is of the same transaction: there is no instant at which orders could leave. Links are
 * void like sessions, since those that were used meanwhile would open again. Returns what revived.
 */
async function load(
  { pool }: Database,
  backup: Backup,
  { clock, person, stop }: RestoreOptions,
  access?: Access,
): Promise<readonly string[] | undefined> {
  const { folder, manifest } = backup
  const at = new Date(clock.now())
  const revived = await inTransaction(pool, 'BEGIN', async (client) => {
    const former = access ?? (await accessIn(client))
    await loadBackup(client, backup, stop)
    await client.query('UPDATE frota.person SET link_hash = NULL, link_until = NULL')
    await client.query(
      `UPDATE frota.money_block SET why = 'restored-backup' WHERE cleared_at IS NULL`,
    )
    await client.query(
      `INSERT INTO frota.money_block (why, since)
       SELECT 'restored-backup', $1 WHERE NOT EXISTS (
         SELECT FROM frota.money_block WHERE cleared_at IS NULL)`,
      [at],
    )
    endIfStopped(stop)
    return revivedIn(await accessIn(client), former)
  })
  const db = openLedgerDb(pool)
  await openUpkeepStore(db).noteBackup(new Date(manifest.madeAt), folder)
  await db.transaction().execute(async (transaction) => {
    const actor = { kind: 'person', name: person } as const
    const facts = { madeAt: manifest.madeAt, rows: rowsIn(manifest) }
    await appendAudit(asTx(transaction), { at, actor, what: 'ledger-restored', subject: {}, facts })
  })
  return revived
}

/** False when there is none, or a damaged one: then all orders are read as well. */
async function hasJournal(dataDir: string): Promise<boolean> {
  return (await readIntents(dataDir).catch(() => [])).length > 0
}

/** Files that are there stay: they are at least as new as the backup's. Throws for a full disk. */
async function copyBack(
  config: Config,
  { folder, manifest }: Backup,
  withJournal: boolean,
): Promise<void> {
  const places = { data: config.FROTA_DATA_DIR, reports: config.FROTA_REPORTS_DIR }
  const cures = { data: undefined, reports: REPORTS_AHEAD }
  for (const { path } of manifest.files) {
    const [top = '', ...rest] = path.split('/')
    if (top !== 'data' && top !== 'reports') continue
    const name = rest.join('/')
    const isJournal = top === 'data' && JOURNAL_FILES.includes(name)
    if (isJournal ? !withJournal : existsSync(join(places[top], name))) continue
    try {
      await copyFile(join(folder, path), places[top], name, top === 'reports')
      const [run = '', file] = rest
      const isWritten = file === 'manifest.json' && runNumberOf(run) !== undefined
      if (isWritten) await pointLatest(places[top], run)
    } catch (error) {
      throw directoryFailure(error, places[top], cures[top])
    }
  }
}

function notEmpty(place: string): Failure {
  return new Failure('usage', {
    pt: `Já há um livro-razão em ${place}, e nada foi mudado. Para pôr a cópia no lugar dele: frota restore PASTA --replace`,
    en: `There is a ledger in ${place} already, and nothing was changed. To put the backup in its place: frota restore FOLDER --replace`,
  })
}

function inUse(who: string): Failure {
  return new Failure('already-running', {
    pt: `O banco de dados está em uso por ${who}. Pare todos os processos e restaure de novo.`,
    en: `The database is in use by ${who}. Stop all processes, then restore again.`,
  })
}
