/**
 * What a backup says of itself: whose it is, what each table holds, and the SHA-256 of each file.
 * It is written last, so a folder without it is no backup.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { errorCode } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'
import { unreadableFile } from '../../unreadable-file.ts'

export const MANIFEST = 'backup.json'
/** Both, since the embedded service of a rehearsal keeps its tables beside the ledger. */
export const SCHEMAS = ['frota', 'service'] as const
/**
 * What belongs to a process or a browser of the moment, and what migrations fill. The queue is
 * derived from the ledger, so its schema is left out.
 */
export const NOT_KEPT: ReadonlySet<string> = new Set([
  'frota.lease',
  'frota.session',
  'frota.wrong_password',
  'frota.migration',
  'service.migration',
])

const FORMAT = 1
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]*$' })
const Table = Type.Object({
  name: Type.String({ pattern: '^(frota|service)\\.[a-z][a-z0-9_]*$' }),
  columns: Type.Array(Name),
  rows: Type.Integer({ minimum: 0 }),
  cents: Type.Record(Name, Type.String({ pattern: '^-?[0-9]+$' })),
})
const File = Type.Object({
  /** Relative, with `/`. */
  path: Type.String({ pattern: '^(?!/)(?!.*(^|/)\\.\\.(/|$)).+$' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  madeAt: Type.String(),
  frota: Type.String(),
  engine: Type.String(),
  /** Of a rehearsal, by how much its time is ahead; absent in backups of older versions. */
  offsetMs: Type.Optional(Type.Number()),
  /** Of the secret file that opens what is sealed inside; the secret itself is kept apart. */
  secretMark: Type.Union([Type.String(), Type.Null()]),
  /** Names of the migrations that the tables had seen, by schema; empty without that schema. */
  migrations: Type.Object({ frota: Type.Array(Type.String()), service: Type.Array(Type.String()) }),
  sequences: Type.Record(Type.String({ pattern: '^(frota|service)\\.[a-z0-9_]+$' }), Type.String()),
  tables: Type.Array(Table),
  files: Type.Array(File),
})
export type Manifest = Static<typeof Manifest>
export type BackupFile = Static<typeof File>

export interface Backup {
  readonly folder: string
  readonly manifest: Manifest
}

export function rowsIn({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** Throws a Failure for a folder that is no backup, or one whose manifest is damaged. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(errorCode(error))
    if (!isMissing) throw unreadableFile('usage', join(folder, MANIFEST), error)
    throw new Failure('usage', {
      pt: `${folder} não é uma cópia completa: falta ${MANIFEST}. Indique outra pasta.`,
      en: `${folder} is no whole backup: it has no ${MANIFEST}. Name another folder.`,
    })
  }
  const value = parsed(text)
  if (Check(Manifest, value)) return value
  throw damagedBackup(folder, MANIFEST)
}

export function damagedBackup(folder: string, file: string): Failure {
  return new Failure('backup-damaged', {
    pt: `A cópia ${folder} está danificada (${file}); nada foi mudado. Restaure uma mais antiga.`,
    en: `The backup ${folder} is damaged (${file}); nothing was changed. Restore an older one.`,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
