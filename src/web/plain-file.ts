/** Opens a listed file for download, only inside its folder; no path comes from a request. */
import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { errorCode } from '../directory-failure.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface PlainFile {
  readonly handle: FileHandle
  readonly bytes: number
  readonly type: string
}

/** `name`: one that is listed. Undefined where it is no plain file inside that folder. */
export async function openPlainFile(
  parent: string,
  folderName: string,
  name: string,
): Promise<PlainFile | undefined> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (type === undefined) return undefined
  try {
    const folder = await realpath(join(parent, folderName))
    const root = await realpath(parent)
    const path = await realpath(join(folder, name))
    if (!folder.startsWith(`${root}${sep}`) || path !== join(folder, name)) return undefined
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    const facts = await handle.stat()
    if (facts.isFile()) return { handle, bytes: facts.size, type }
    await handle.close()
    return undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
