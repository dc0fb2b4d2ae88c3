/** Refuses an empty ledger beside one that was used: DATABASE_URL was set, or left out, by mistake. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { MOVED, refuseMoved } from '../../database/damaged-directory.ts'
import { readIntents } from '../../database/journal.ts'
import { Failure } from '../../failure.ts'

type Place = Pick<Config, 'DATABASE_URL' | 'FROTA_DATA_DIR'>

/** Before an embedded ledger is begun: uploads without a database belong to a ledger elsewhere. */
export function refuseBesideServer({ DATABASE_URL: url, FROTA_DATA_DIR: dataDir }: Place): void {
  if (url !== undefined) return
  refuseMoved(dataDir)
  if (existsSync(join(dataDir, 'pgdata')) || !existsSync(join(dataDir, 'uploads'))) return
  throw new Failure('configuration', {
    pt: `${dataDir} tem planilhas recebidas e nenhum livro-razão: se ele está em um servidor, defina DATABASE_URL; senão, restaure uma cópia (frota restore PASTA), ou escolha outro diretório com FROTA_DATA_DIR.`,
    en: `${dataDir} has files that were received and no ledger: if that is on a server, set DATABASE_URL; else restore a backup (frota restore FOLDER), or choose another directory with FROTA_DATA_DIR.`,
  })
}

/** Whether the directory has an embedded ledger, or one that was moved to a server. */
export function hasEmbedded({ FROTA_DATA_DIR: dataDir }: Pick<Place, 'FROTA_DATA_DIR'>): boolean {
  return ['pgdata', MOVED].some((name) => existsSync(join(dataDir, name)))
}

/** `fleets`: those of the ledger on the server. */
export async function refuseBesideEmbedded(
  place: Place,
  fleets: { all(): Promise<readonly unknown[]> },
): Promise<void> {
  const { DATABASE_URL: url, FROTA_DATA_DIR: dataDir } = place
  if (url === undefined || !hasEmbedded(place) || (await fleets.all()).length > 0) return
  if (!(await wasUsed(dataDir))) return
  throw new Failure('configuration', {
    pt: `O banco de DATABASE_URL está vazio, e ${dataDir} tem um livro-razão: confira o endereço. Para mudá-lo: frota backup PASTA sem DATABASE_URL, depois frota restore PASTA com ela. Para começar outro: FROTA_DATA_DIR.`,
    en: `The database of DATABASE_URL is empty, and ${dataDir} has a ledger: check the address. To move it: frota backup FOLDER without DATABASE_URL, then frota restore FOLDER with it. To begin another: FROTA_DATA_DIR.`,
  })
}

/** A rehearsal without a file leaves a database and a journal of no event. */
async function wasUsed(dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, 'uploads'))) return true
  const records = await readIntents(dataDir).catch(() => [{}])
  return records.some((record) => record['checkpoint'] !== '0')
}
