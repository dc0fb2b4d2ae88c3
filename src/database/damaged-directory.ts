/** Recognizes an embedded database that cannot be used, and says which backup to restore. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Bilingual } from '../bilingual.ts'
import { directoryFailure, errorCode } from '../directory-failure.ts'
import { Failure } from '../failure.ts'
import { fieldsOf } from '../fields.ts'
import { changedFile, CLOSED_FILES, readClosedFiles, type ClosedFiles } from './closed-files.ts'
import { JOURNAL_FILES } from './journal.ts'

/** The note of the last backup in a data directory; `frota backup` writes it. */
export const LAST_BACKUP_FILE = 'last-backup.json'

const PGDATA = 'pgdata'
const REPLACED_MAX = 9
/** What each `frota restore` puts aside, in order: as old as that restoration. */
export const REPLACED: readonly string[] = Array.from({ length: REPLACED_MAX }, (_, at) =>
  at === 0 ? 'pgdata.replaced' : `pgdata.replaced.${at + 1}`,
)
/** What `frota restore` puts aside once its ledger is on a server; no purge deletes it. */
export const MOVED = 'pgdata.moved'
/** Without these the engine makes a new database, or stops without a reason. */
const NEEDED = ['PG_VERSION', 'global/pg_control'] as const

/**
 * Before the engine starts, so that no empty ledger silently takes the place of a lost one. Takes
 * the note of the last closing, which is true no more once the engine has started.
 */
export function refuseDamaged(dataDir: string): ClosedFiles | undefined {
  refuseMoved(dataDir)
  const pgdata = join(dataDir, PGDATA)
  if (!existsSync(pgdata)) {
    const hasJournal = JOURNAL_FILES.some((name) => sizeOf(join(dataDir, name)) > 0)
    // A restoration that was killed in its exchange has put the ledger aside.
    const isAside = REPLACED.some((name) => existsSync(join(dataDir, name)))
    if (hasJournal || isAside) throw damagedDirectory(dataDir, `no ${PGDATA}`)
    return undefined
  }
  if (readdirSync(pgdata).length === 0) return undefined
  const lost = NEEDED.find((name) => sizeOf(join(pgdata, name)) === 0)
  if (lost !== undefined) throw damagedDirectory(dataDir, `no ${PGDATA}/${lost}`)
  const closed = readClosedFiles(pgdata)
  const changed = closed && changedFile(pgdata, closed)
  if (changed !== undefined) throw damagedDirectory(dataDir, `${PGDATA}/${changed}`)
  rmSync(join(pgdata, CLOSED_FILES), { force: true })
  return closed
}

/** Two ledgers of one account would each ask and order by themselves. */
export function refuseMoved(dataDir: string): void {
  if (existsSync(join(dataDir, PGDATA)) || !existsSync(join(dataDir, MOVED))) return
  throw new Failure('configuration', {
    pt: `O livro-razão de ${dataDir} está em um servidor (frota restore): defina DATABASE_URL. Para trazê-lo de volta: frota backup PASTA com ela, depois frota restore PASTA --replace sem ela; ou, se nada foi feito lá, renomeie ${MOVED} para ${PGDATA}.`,
    en: `The ledger of ${dataDir} is on a server (frota restore): set DATABASE_URL. To bring it back: frota backup FOLDER with it, then frota restore FOLDER --replace without it; or, if nothing was done there, rename ${MOVED} to ${PGDATA}.`,
  })
}

/** Of the database or the journal: a file that this user may not read and write, as a Failure. */
export function forbiddenFile(dataDir: string): unknown {
  const pgdata = join(dataDir, PGDATA)
  const all = existsSync(pgdata)
    ? readdirSync(pgdata, { recursive: true, withFileTypes: true })
    : []
  const files = all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  for (const path of [...files, ...JOURNAL_FILES.map((name) => join(dataDir, name))]) {
    try {
      closeSync(openSync(path, 'r+'))
    } catch (error) {
      // What is not there forbids nothing; a worker may have removed it meanwhile.
      if (errorCode(error) !== 'ENOENT') return forbidden(dataDir, path, error)
    }
  }
  return undefined
}

/** Another directory is no cure: it would begin an empty ledger beside this one. */
function forbidden(dataDir: string, path: string, cause: unknown): unknown {
  const owner = ownerOf(join(dataDir, PGDATA))
  const isOwn = ownerOf(path) === process.geteuid?.()
  if (owner === undefined || isOwn) return directoryFailure(cause, path)
  const pt = `${path} é de outro usuário e não pode ser gravado: sudo chown -R ${owner} ${dataDir}`
  const en = `${path} is another user's and cannot be written: sudo chown -R ${owner} ${dataDir}`
  return new Failure('directory-unwritable', { pt, en }, { cause })
}

/** What root writes in another user's ledger, that user could not open any more. */
export function refuseRoot(dataDir: string): void {
  const owner = ownerOf(join(dataDir, PGDATA))
  if (process.geteuid?.() !== 0 || owner === undefined || owner === 0) return
  throw new Failure('directory-unwritable', {
    pt: `O livro-razão em ${dataDir} é do usuário ${owner}, não de root: sudo -u '#${owner}' frota …`,
    en: `The ledger in ${dataDir} is user ${owner}'s, not root's: sudo -u '#${owner}' frota …`,
  })
}

/** Undefined where none is seen. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}

/** `why`: in the words of the engine or of the file system. */
export function damagedDirectory(dataDir: string, why: string, cause?: unknown): Failure {
  const { pt, en } = restoreAdvice(lastBackup(dataDir))
  return new Failure(
    'database-damaged',
    {
      pt: `O banco de dados embutido em ${dataDir} está danificado (${why}). ${pt}`,
      en: `The embedded database in ${dataDir} is damaged (${why}). ${en}`,
    },
    { cause },
  )
}

function restoreAdvice(folder: string | undefined): Bilingual {
  if (folder === undefined) {
    return {
      pt: 'Restaure uma cópia, se houver: frota restore PASTA --replace',
      en: 'Restore a backup, if there is one: frota restore FOLDER --replace',
    }
  }
  if (existsSync(folder)) {
    return {
      pt: `Restaure a última cópia: frota restore ${folder} --replace`,
      en: `Restore the last backup: frota restore ${folder} --replace`,
    }
  }
  return {
    pt: `A última cópia (${folder}) não está aqui. Traga-a de volta, ou restaure outra: frota restore PASTA --replace`,
    en: `The last backup (${folder}) is not there from here. Bring it back, or restore another: frota restore FOLDER --replace`,
  }
}

function lastBackup(dataDir: string): string | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(join(dataDir, LAST_BACKUP_FILE), 'utf8'))
    const { folder } = fieldsOf(note)
    return typeof folder === 'string' ? folder : undefined
  } catch {
    return undefined
  }
}

/** 0 where there is none. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
