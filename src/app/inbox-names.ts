/** Pure. The meaning of names in the watched folder, and the names of files that were imported. */
import { Temporal } from 'temporal-polyfill'

/** Folders that frota makes inside the watched one, and inside each fleet's. */
export const WORKING = 'working'
export const DONE = 'done'
export const REFUSED = 'refused'

const OWN_FOLDERS = [WORKING, DONE, REFUSED]
const SYSTEM_FOLDERS = ['System Volume Information', 'Network Trash Folder', 'Temporary Items']
const SYSTEM_FILES = ['thumbs.db', 'desktop.ini', 'icon\r']
/** Endings that browsers, copiers and editors give a file while they write it. */
const PARTIAL_ENDINGS = [
  'part',
  'partial',
  'tmp',
  'temp',
  'crdownload',
  'download',
  'opdownload',
  'filepart',
  'lock',
  'swp',
]
const FLEET_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,98}[\p{L}\p{N}_-]$|^[\p{L}\p{N}]$/u
const SHOWN_CHARACTERS_MAX = 80
/** With the stamp before and the verdict's ending after it, a name fits in 255 bytes everywhere. */
const KEPT_BYTES_MAX = 180

export type FolderMeaning = 'own' | 'system' | 'fleet' | 'unknown'

/** The meaning of a folder directly inside the watched one. */
export function meaningOf(folder: string): FolderMeaning {
  if (OWN_FOLDERS.includes(folder)) return 'own'
  if (folder.startsWith('.') || SYSTEM_FOLDERS.includes(folder)) return 'system'
  // Folders of file servers, such as waste bins and thumbnails: no fleet's name begins so.
  if (/^[@#$_~]/.test(folder) || folder === 'lost+found') return 'system'
  return FLEET_NAME.test(fleetName(folder)) ? 'fleet' : 'unknown'
}

/** Composes accented letters, which some file systems store decomposed. */
export function fleetName(folder: string): string {
  return folder.normalize('NFC')
}

/** A file that somebody still writes, or that no person dropped: left alone without a word. */
export function isPartial(name: string): boolean {
  const lower = name.toLowerCase()
  if (/^[.~]/.test(name) || name.endsWith('~') || SYSTEM_FILES.includes(lower)) return true
  return PARTIAL_ENDINGS.some((ending) => lower.endsWith(`.${ending}`))
}

/** `20261121-082345-frota.csv`; `again`: the number of one more of that name in that second. */
export function stampedName(
  name: string,
  { atMs, zone, again }: { atMs: number; zone: string; again: number },
): string {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.year}${two(at.month)}${two(at.day)}`
  const time = `${two(at.hour)}${two(at.minute)}${two(at.second)}`
  return `${day}-${time}-${again > 1 ? `${again}-` : ''}${keptName(name)}`
}

/** When a name of `stampedName` was given, in milliseconds since 1970; undefined: not ours. */
export function stampedAtMs(name: string, zone: string): number | undefined {
  const found = /^(\d{8})-(\d{6})-./.exec(name)
  if (found === null) return undefined
  try {
    const wall = Temporal.PlainDateTime.from(`${found[1]}T${found[2]}`)
    return wall.toZonedDateTime(zone).epochMilliseconds
  } catch {
    return undefined
  }
}

/** Replaces characters that some file system, terminal or spreadsheet program cannot handle. */
function keptName(name: string): string {
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
  if (Buffer.byteLength(plain) <= KEPT_BYTES_MAX) return plain
  const ending = /\.[A-Za-z0-9]{1,9}$/.exec(plain)?.[0] ?? ''
  const room = Buffer.from(plain).subarray(0, KEPT_BYTES_MAX - ending.length)
  // Removes what is left of a character that was cut in two.
  return room.toString('utf8').replace(/\uFFFD+$/u, '') + ending
}

/** For a line that a person reads: nothing in it can move the cursor or turn the line around. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return plain.length > SHOWN_CHARACTERS_MAX ? `${plain.slice(0, SHOWN_CHARACTERS_MAX)}…` : plain
}
