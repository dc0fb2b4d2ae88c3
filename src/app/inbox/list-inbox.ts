/** Looks into the watched folder, one level deep: what was dropped, and what cannot be taken and why. */
import type { Bilingual } from '../../bilingual.ts'
import type { Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'
import { isPartial, meaningOf, shownName, WORKING } from '../inbox-names.ts'
import type { FoundFile } from './inbox-policy.ts'

/** Said once while it lasts. */
export interface Notice extends Bilingual {
  readonly key: string
}

export interface Listing {
  readonly files: readonly FoundFile[]
  readonly notices: readonly Notice[]
}

export interface ListingTools {
  readonly root: string
  /** The fleet of a folder, or of the watched folder itself (''), or why it has none. */
  readonly fleetOf: (folder: string) => string | Bilingual
  /** Whose claims nobody works on: this process's own, and those of processes that are gone. */
  readonly claimsOf: (holders: readonly string[]) => Promise<readonly string[]>
}

/** Names beyond this number wait for a later look. */
const NAMES_PER_FOLDER_MAX = 2_000

/** Throws `configuration` when the watched folder itself cannot be read. */
export async function listInbox(tools: ListingTools): Promise<Listing> {
  return new Walk(tools).run()
}

class Walk {
  readonly #tools: ListingTools
  readonly #files: FoundFile[] = []
  readonly #notices: Notice[] = []

  constructor(tools: ListingTools) {
    this.#tools = tools
  }

  async run(): Promise<Listing> {
    const { root } = this.#tools
    let names
    try {
      names = await namesIn(root)
    } catch (cause) {
      throw unreadableRoot(root, cause)
    }
    await this.#home('', names)
    for (const name of names) {
      if ((await statOf(join(root, name)))?.isDirectory() === true) await this.#folder(name)
    }
    return { files: this.#files, notices: this.#notices }
  }

  async #folder(folder: string): Promise<void> {
    const meaning = meaningOf(folder)
    if (meaning === 'own' || meaning === 'system') return
    if (meaning === 'unknown') {
      this.#note(folder, {
        pt: 'a pasta não tem nome de frota (letras, números, espaço, ".", "-" e "_"); renomeie-a',
        en: 'the folder has no name of a fleet (letters, digits, spaces, ".", "-", "_"); rename it',
      })
      return
    }
    try {
      await this.#home(folder, await namesIn(join(this.#tools.root, folder)))
    } catch (error) {
      this.#note(folder, {
        pt: `a pasta não pode ser lida (${codeOf(error)}); confira as permissões`,
        en: `the folder cannot be read (${codeOf(error)}); check its permissions`,
      })
    }
  }

  /** Lists a fleet's folder, whose entries are `names`. */
  async #home(folder: string, names: readonly string[]): Promise<void> {
    const home = join(this.#tools.root, folder)
    const fleet = this.#tools.fleetOf(folder)
    const drops = names.filter((name) => !isPartial(name))
    for (const name of drops) {
      const key = join(folder, name)
      const stats = await statOf(join(home, name))
      if (stats?.isDirectory() === true) {
        const isDeep = folder !== '' && ['fleet', 'unknown'].includes(meaningOf(name))
        if (isDeep) this.#note(key, NOT_LOOKED_INTO)
      } else if (stats?.isFile() !== true)
        this.#note(key, stats === undefined ? UNNAMEABLE : NO_FILE)
      else if (typeof fleet !== 'string') this.#note(folder, fleet)
      else this.#files.push(foundFile({ key, home, folder, name, fleet, stats, isClaimed: false }))
    }
    if (typeof fleet === 'string' && names.includes(WORKING)) await this.#claims(folder, fleet)
  }

  async #claims(folder: string, fleet: string): Promise<void> {
    const home = join(this.#tools.root, folder)
    const claimed = await namesIn(join(home, WORKING)).catch(() => [])
    const holders = claimed.map(holderOf).filter((holder) => holder !== undefined)
    for (const holder of await this.#tools.claimsOf(holders)) {
      const place = join(WORKING, claimFolder(holder))
      for (const name of await namesIn(join(home, place)).catch(() => [])) {
        const stats = await statOf(join(home, place, name))
        if (stats?.isFile() !== true) continue
        const key = join(folder, place, name)
        this.#files.push(foundFile({ key, home, folder, name, fleet, stats, isClaimed: true }))
      }
    }
  }

  #note(key: string, { pt, en }: Bilingual): void {
    const shown = key === '' ? '.' : shownName(key)
    this.#notices.push({ key, pt: `${shown}: ${pt}.`, en: `${shown}: ${en}.` })
  }
}

const NOT_LOOKED_INTO = {
  pt: 'só se olha um nível de pastas; ponha os arquivos na pasta da frota',
  en: "only one level of folders is looked into; put the files into the fleet's folder",
}
const NO_FILE = {
  pt: 'não é um arquivo comum (atalho ou dispositivo) e não é seguido; copie o próprio arquivo',
  en: 'is no ordinary file (a link or a device) and is not followed; copy the file itself',
}
const UNNAMEABLE = {
  pt: 'não pode ser lido por este nome; renomeie o arquivo',
  en: 'cannot be read by this name; rename the file',
}

interface Given extends Omit<FoundFile, 'path' | 'size' | 'mtimeMs' | 'inode'> {
  readonly folder: string
  readonly stats: Stats
}

function foundFile({ key, home, folder, name, fleet, stats, isClaimed }: Given): FoundFile {
  const { size, mtimeMs, dev, ino } = stats
  const path = join(home, key.slice(folder === '' ? 0 : folder.length + 1))
  return { key, path, home, name, fleet, size, mtimeMs, inode: `${dev}/${ino}`, isClaimed }
}

/** Encoded, because a holder's name contains slashes. */
export function claimFolder(holder: string): string {
  return encodeURIComponent(holder)
}

function holderOf(folder: string): string | undefined {
  try {
    const holder = decodeURIComponent(folder)
    return claimFolder(holder) === folder ? holder : undefined
  } catch {
    return undefined
  }
}

/** Every folder that may hold results, also of fleets that are not configured any more. */
export async function homesIn(root: string): Promise<string[]> {
  const homes = [root]
  for (const name of await namesIn(root)) {
    const isFleet = meaningOf(name) === 'fleet'
    if (isFleet && (await statOf(join(root, name)))?.isDirectory()) homes.push(join(root, name))
  }
  return homes
}

export async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    names.push(name)
    if (names.length === NAMES_PER_FOLDER_MAX) break
  }
  return names
}

/** Undefined when the file is gone, or when its name is not valid text and so does not open it. */
async function statOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}

function unreadableRoot(root: string, cause: unknown): Failure {
  const code = codeOf(cause)
  return new Failure(
    'configuration',
    {
      pt: `FROTA_INBOX_DIR: ${root} não pode ser lida (${code}); crie a pasta ou corrija o caminho.`,
      en: `FROTA_INBOX_DIR: ${root} cannot be read (${code}); make the folder, or fix the path.`,
    },
    { cause },
  )
}

export function codeOf(error: unknown): string {
  return errorCode(error) || 'error'
}
