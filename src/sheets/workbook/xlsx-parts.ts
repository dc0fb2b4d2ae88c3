import type { WorkbookLimits } from './limits.ts'
import { damaged } from './problem.ts'
import { readXml } from './read-xml.ts'
import type { Unpacker } from './unpack.ts'
import { readAttributes } from './xml-text.ts'
import type { ZipDirectory } from './zip-directory.ts'

/** Finds the parts of an XLSX by their relations, inside the package and nowhere else. */

interface Package {
  readonly directory: ZipDirectory
  readonly limits: WorkbookLimits
}

interface Relation {
  /** The last segment of the type's URI, which is the same in transitional and strict OOXML. */
  readonly type: string
  /** The path of the part; undefined when it points out of the package. */
  readonly target: string | undefined
}

export type Relations = ReadonlyMap<string, Relation>

const RELATIONS_MAX = 1000

/** Empty when the part has none. */
export async function readRelations(
  { directory, limits }: Package,
  unpacker: Unpacker,
  of: string,
): Promise<Relations> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${of.slice(folder.length)}.rels`
  const entry = directory.get(path.toLowerCase())
  const found = new Map<string, Relation>()
  if (entry === undefined) return found
  const open = (name: string, raw: string): void => {
    if (name !== 'Relationship') return
    const attributes = readAttributes(raw)
    const id = attributes?.get('Id')
    const target = attributes?.get('Target')
    if (id === undefined || target === undefined || found.size >= RELATIONS_MAX) {
      throw damaged(path)
    }
    const type = attributes?.get('Type')?.split('/').at(-1) ?? ''
    const isInside = attributes?.get('TargetMode') !== 'External'
    found.set(id, { type, target: isInside ? resolvePath(folder, target) : undefined })
  }
  await readXml(unpacker.unpack(entry), path, { open }, limits)
  return found
}

/** Undefined when the path leads out of the package. */
function resolvePath(folder: string, target: string): string | undefined {
  const path: string[] = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') {
      if (path.pop() === undefined) return undefined
    } else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

export function targetOf(relations: Relations, type: string): string | undefined {
  for (const relation of relations.values()) if (relation.type === type) return relation.target
  return undefined
}
