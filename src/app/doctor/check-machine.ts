/** What the machine gives: Node, memory, room on the disks, and rights in the folders. */
import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Bilingual } from '../../bilingual.ts'
import type { Config } from '../../config.ts'
import { forbiddenFile } from '../../database/damaged-directory.ts'
import { memoryLimit } from '../../memory-room.ts'
import { attention, failed, megabytes, ok, wrong, type Finding } from './finding.ts'

/** What a test replaces. */
export type Machine = ReturnType<typeof thisMachine>

const MB = 1024 * 1024
const NODE_MAJOR = 24
/** Measured: a night of 5,000 vehicles, and a worker (docs/container.md). */
const EMBEDDED_BYTES = 512 * MB
const SERVERS_BYTES = 384 * MB
/** A night of 5,000 vehicles writes some hundred megabytes of ledger and reports. */
const FREE_BYTES_MIN = 100 * MB
const FREE_BYTES_WANTED = 1024 * MB

export function thisMachine() {
  return {
    nodeVersion: process.versions.node,
    /** Bytes of memory that this process may use: the container's limit, else the machine's. */
    memoryBytes: memoryLimit(),
    freeBytes: async (folder: string): Promise<number> => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    /** Whether this user may read, write and enter it. */
    canUse: (folder: string): Promise<boolean> =>
      access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      ),
  }
}

export function checkNode({ nodeVersion }: Machine): Finding {
  if (Number(nodeVersion.split('.')[0]) === NODE_MAJOR) {
    return ok('node', `Node ${nodeVersion}`, `Node ${nodeVersion}`)
  }
  return attention(
    'node',
    `Node ${nodeVersion}: o frota é testado com o Node ${NODE_MAJOR}, que npm ci traz (npx frota); ` +
      'do 25 em diante é preciso instalar também a libatomic1',
    `Node ${nodeVersion}: frota is tested on Node ${NODE_MAJOR}, which npm ci brings (npx frota); ` +
      'from 25 on, libatomic1 must be installed, too',
  )
}

export function checkMemory(
  { memoryBytes }: Machine,
  { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>,
): Finding {
  const needed = DATABASE_URL === undefined ? EMBEDDED_BYTES : SERVERS_BYTES
  const have = megabytes(memoryBytes)
  if (memoryBytes >= needed) return ok('memory', have.pt, have.en)
  const need = megabytes(needed)
  return attention(
    'memory',
    `${have.pt} de memória: dê ${need.pt} ao contêiner para uma noite de 5.000 veículos`,
    `${have.en} of memory: give the container ${need.en} for a night of 5,000 vehicles`,
  )
}

export async function checkDisk(
  machine: Machine,
  { FROTA_DATA_DIR, FROTA_REPORTS_DIR }: Pick<Config, 'FROTA_DATA_DIR' | 'FROTA_REPORTS_DIR'>,
): Promise<Finding> {
  let least = { folder: '', bytes: Number.POSITIVE_INFINITY }
  for (const named of [FROTA_DATA_DIR, FROTA_REPORTS_DIR]) {
    const folder = await existing(named)
    const bytes = await machine.freeBytes(folder)
    if (bytes < least.bytes) least = { folder, bytes }
  }
  const { folder, bytes } = least
  const free = megabytes(bytes)
  if (bytes >= FREE_BYTES_WANTED) return ok('disk', `${free.pt} livres`, `${free.en} free`)
  const say = bytes < FREE_BYTES_MIN ? wrong : attention
  return say(
    'disk',
    `só ${free.pt} livres em ${folder}: libere espaço ou aponte para outro disco`,
    `only ${free.en} free in ${folder}: make room, or choose another disk`,
  )
}

/** The folder, or the nearest one above it that is there. */
async function existing(folder: string): Promise<string> {
  const path = resolve(folder)
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true || dirname(path) === path ? path : existing(dirname(path))
}

export async function checkFolders(
  machine: Pick<Machine, 'canUse'>,
  config: Pick<Config, 'FROTA_DATA_DIR' | 'FROTA_REPORTS_DIR' | 'FROTA_INBOX_DIR'>,
): Promise<Finding> {
  const { FROTA_DATA_DIR: dataDir, FROTA_INBOX_DIR: inbox } = config
  const own = [dataDir, config.FROTA_REPORTS_DIR]
  for (const folder of own) {
    const said = await problemOf(machine, folder)
    if (said !== undefined) return { check: 'folders', level: 'wrong', said }
  }
  const forbidden = forbiddenFile(dataDir)
  if (forbidden !== undefined) return failed('folders', forbidden)
  const data = await stat(dataDir).catch(() => undefined)
  if (data !== undefined && process.platform !== 'win32' && (data.mode & 0o077) !== 0) {
    return attention(
      'folders',
      `outros usuários desta máquina entram em ${dataDir}: chmod 700 ${dataDir}`,
      `other users of this machine may enter ${dataDir}: chmod 700 ${dataDir}`,
    )
  }
  // A night warns of the watched folder, and goes on.
  const said = inbox === undefined ? undefined : await problemOf(machine, inbox, true)
  if (said !== undefined) return { check: 'folders', level: 'attention', said }
  const named = [own, inbox ?? []].flat().join(', ')
  return ok('folders', named, named)
}

/** A folder that is missing is made by the first command, where its parent allows that; but not a watched one. */
async function problemOf(
  { canUse }: Pick<Machine, 'canUse'>,
  folder: string,
  isWatched = false,
): Promise<Bilingual | undefined> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error)
  if (isWatched && found instanceof Error && found.code === 'ENOENT') {
    return {
      pt: `FROTA_INBOX_DIR: ${folder} não existe: crie a pasta ou corrija o caminho`,
      en: `FROTA_INBOX_DIR: ${folder} is not there: make the folder, or fix the path`,
    }
  }
  if (!(found instanceof Error) && !found.isDirectory()) {
    return {
      pt: `${folder} não é uma pasta: escolha outra`,
      en: `${folder} is no folder: choose another one`,
    }
  }
  const isReached = !(found instanceof Error) || found.code === 'ENOENT'
  if (isReached && (await canUse(await existing(folder)))) return undefined
  return {
    pt: `${folder} não pode ser gravada por este usuário: dê-lhe a pasta (chown) ou escolha outra`,
    en: `${folder} cannot be written by this user: give it to them (chown), or choose another one`,
  }
}
