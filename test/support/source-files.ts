/** The repository's own TypeScript as text: what the tests of its shape read. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Import {
  /** As written: a package, `node:x`, or a relative path. */
  specifier: string
  /** The repository's path of a relative import. */
  path: string | undefined
  /** `import type`, or a clause in which every name is a type. */
  typeOnly: boolean
}

export interface SourceFile {
  path: string
  text: string
  imports: Import[]
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?((?:[\w*{][^'"]*?)\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
      .map((entry) => readSource(relative(root, join(entry.parentPath, entry.name)))),
  )
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, imports: [...text.matchAll(IMPORT)].map((match) => parse(path, match)) }
}

function parse(from: string, match: RegExpMatchArray): Import {
  const specifier = match[3] ?? match[4] ?? ''
  const names = /\{([^}]*)\}/.exec(match[2] ?? '')?.[1]
  const allTypes =
    names !== undefined &&
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .every((name) => name.startsWith('type '))
  return {
    specifier,
    path: specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined,
    typeOnly: match[1] !== undefined || allTypes,
  }
}
