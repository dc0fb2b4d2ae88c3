/**
 * `frota backup`: one consistent copy of ledger, spreadsheets, journal and reports, made beside
 * whatever works, proved by loading it into a scratch database, and named only when it is whole.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { BACKUP, directoryFailure } from '../../directory-failure.ts'
import { LAST_BACKUP_FILE, MOVED, REPLACED } from '../../database/damaged-directory.ts'
import { holderLives } from '../../database/holder.ts'
import { JOURNAL_FILES } from '../../database/journal.ts'
import type { Database } from '../../database/open.ts'
import { appliedNames } from '../../database/migrate.ts'
import { inSnapshot, rowsOf, sequencesOf, tablesOf } from '../../database/schema-copy.ts'
import { Failure } from '../../failure.ts'
import { folderHolds } from '../../folder-holds.ts'
import { keptServicePath } from '../../kept-service.ts'
import { keptOffset } from '../../ledger/runs/shifted-time.ts'
import { openUpkeepStore } from '../../ledger/runs/upkeep.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { replaceFile } from '../../replace-file.ts'
import { endIfStopped, untilStopped } from './end-if-stopped.ts'
import { openAsItIs, pendingOf } from '../ledger/open-as-it-is.ts'
import { version } from '../version.ts'
import { copyFile, filesBelow, packRows, tableFile } from './backup-files.ts'
import { MANIFEST, NOT_KEPT, SCHEMAS } from './manifest.ts'
import type { Backup, BackupFile, Manifest } from './manifest.ts'
import { proveBackup } from './prove-backup.ts'
import type { RestoreOptions } from './restore-backup.ts'

/** `into`: the folder of all backups, in which the new one gets a folder of its own. */
export async function makeBackup(
  config: Config,
  into: string,
  { clock, command, stop }: Pick<RestoreOptions, 'clock' | 'command' | 'stop'>,
): Promise<Backup> {
  requireApart(config, into)
  await using database = await openAsItIs(config, command)
  if (database === undefined) {
    const { FROTA_DATA_DIR: dataDir } = config
    throw new Failure('usage', {
      pt: `Em ${dataDir} não há livro-razão; confira FROTA_DATA_DIR ou DATABASE_URL.`,
      en: `There is no ledger in ${dataDir}; check FROTA_DATA_DIR or DATABASE_URL.`,
    })
  }
  // An older ledger has no place for the note yet; its backup is as good.
  const isCurrent = (await pendingOf(database)).length === 0
  const at = new Date(clock.now())
  const name = `frota-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const folder = join(resolve(into), name)
  const unfinished = join(resolve(into), `.${name}.${process.pid}.partial`)
  try {
    await mkdir(into, { recursive: true, mode: 0o700 })
    await removeUnfinished(into)
    await mkdir(unfinished, { mode: 0o700 })
    const manifest = await fill(unfinished, config, database, { at, stop })
    await proveBackup({ folder: unfinished, manifest }, stop)
    endIfStopped(stop)
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    await writeFile(join(unfinished, MANIFEST), text, { mode: 0o600, flush: true })
    await rename(unfinished, folder)
    if (isCurrent) await openUpkeepStore(openLedgerDb(database.pool)).noteBackup(at, folder)
    const note = `${JSON.stringify({ at: at.toISOString(), folder })}\n`
    const notePath = join(config.FROTA_DATA_DIR, LAST_BACKUP_FILE)
    // A server's client may have no data directory; then the ledger's own note is enough.
    await replaceFile(notePath, note, { mode: 0o600 }).catch(() => undefined)
    return { folder, manifest }
  } catch (error) {
    throw directoryFailure(error, into, BACKUP)
  } finally {
    // What cannot be removed now, the next backup removes.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function fill(
  folder: string,
  config: Config,
  { pool, engine }: Database,
  { at, stop }: { readonly at: Date; readonly stop: AbortSignal },
): Promise<Manifest> {
  const files: BackupFile[] = []
  const kept = await inSnapshot(pool, async (client) => {
    const all = await tablesOf(client, SCHEMAS)
    const tables = all.filter(({ name }) => !NOT_KEPT.has(name))
    for (const table of tables) {
      const rows = untilStopped(rowsOf(client, table), stop)
      files.push(await packRows(folder, tableFile(table.name), rows))
    }
    const marked = all.some(({ name }) => name === 'frota.upkeep')
    const mark = marked
      ? await client.query<{ mark: string | null }>('SELECT secret_mark AS mark FROM frota.upkeep')
      : undefined
    return {
      tables,
      offsetMs: await keptOffset(client),
      sequences: await sequencesOf(client, SCHEMAS),
      secretMark: mark?.rows[0]?.mark ?? null,
      migrations: {
        frota: await appliedNames(client, 'frota'),
        service: await appliedNames(client, 'service'),
      },
    }
  })
  // After the ledger: what was sent meanwhile is in the journal, and will be looked up.
  for (const [from, path] of await filesToKeep(config)) {
    endIfStopped(stop)
    const copied = await copyFile(from, folder, path)
    if (copied !== undefined) files.push(copied)
  }
  return { format: 1, madeAt: at.toISOString(), frota: version(), engine, ...kept, files }
}

/** Where each file is, and its path in the backup. No key and no secret; no clear documents of checks. */
async function filesToKeep(config: Config): Promise<[string, string][]> {
  const { FROTA_DATA_DIR: dataDir, FROTA_REPORTS_DIR: reportsDir } = config
  const single = [...JOURNAL_FILES.map((name) => join(dataDir, name)), keptServicePath(dataDir)]
  const below = async (folder: string, into: string): Promise<[string, string][]> =>
    (await filesBelow(folder)).map((path) => [join(folder, path), `${into}/${path}`])
  return [
    ...single.map((path): [string, string] => [path, `data/${basename(path)}`]),
    ...(await below(join(dataDir, 'uploads'), 'data/uploads')),
    ...(await below(join(dataDir, 'drafts'), 'data/drafts')),
    ...(await below(reportsDir, 'reports')),
  ]
}

/**
 * What backups left behind whose processes were killed. In another container the same number is
 * another process; then its leftovers stay longer.
 */
async function removeUnfinished(into: string): Promise<void> {
  for (const name of await readdir(into)) {
    const pid = Number(/^\.frota-.*\.(\d+)\.partial$/.exec(name)?.[1])
    if (Number.isNaN(pid) || (pid !== process.pid && holderLives({ pid }))) continue
    await rm(join(into, name), { recursive: true, force: true })
  }
}

/** A backup in these would be copied into the next one, moved aside, or deleted with its age. */
const OWN = ['uploads', 'drafts', 'checked', 'shared', 'socket', 'pgdata', MOVED, ...REPLACED]

function requireApart(
  { FROTA_DATA_DIR: dataDir, FROTA_REPORTS_DIR: reports }: Config,
  into: string,
) {
  const own = [reports, ...OWN.map((name) => join(dataDir, name))]
  const around = own.find((folder) => folderHolds(folder, into))
  if (around === undefined) return
  throw new Failure('usage', {
    pt: `${into} está em ${around}, onde o próprio frota copia, troca e apaga. Escolha outra pasta.`,
    en: `${into} is in ${around}, where frota itself copies, replaces and deletes. Choose another folder.`,
  })
}
