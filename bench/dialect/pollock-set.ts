import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldsOf } from '../../src/fields.ts'

/**
 * The public Pollock files, wherever a person has put them; we hold no copy. The folder has `csv`
 * (what is read), `clean` (what should come out), and beside it or inside `pollock_weights.json`.
 * What the set knows of its own files (`parameters`) is never opened.
 */
export interface PollockFile {
  readonly name: string
  /** How much it counts in the weighted score: how often its pollution was met in the wild. */
  readonly weight: number
  readonly bytes: () => Promise<Uint8Array>
  readonly clean: () => Promise<Uint8Array>
}

/** A file that the weights do not know counts as the benchmark's own script counts it. */
const UNKNOWN_WEIGHT = -1

export async function pollockFiles(given: string): Promise<PollockFile[]> {
  const names = await readdir(join(given, 'polluted_files', 'csv')).catch(() => undefined)
  const folder = names === undefined ? given : join(given, 'polluted_files')
  const found = names ?? (await readdir(join(folder, 'csv')))
  const weights = await readWeights([given, dirname(folder)])
  return found
    .filter((name) => name.endsWith('csv'))
    .sort()
    .map((name) => ({
      name,
      weight: weights.get(name) ?? UNKNOWN_WEIGHT,
      bytes: () => readFile(join(folder, 'csv', name)),
      clean: () => readFile(join(folder, 'clean', name)),
    }))
}

async function readWeights(folders: readonly string[]): Promise<ReadonlyMap<string, number>> {
  for (const folder of folders) {
    const path = join(folder, 'pollock_weights.json')
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const entries = Object.entries(fieldsOf(JSON.parse(text)))
    return new Map(entries.map(([name, weight]) => [name, Number(weight)]))
  }
  throw new Error(`There is no pollock_weights.json in ${folders.join(' or ')}.`)
}

/** Files that differ only in the row or column that was hit are of one class. */
export function classOf(name: string): string {
  return name.replace(/^(row_[a-z_]+?)_?(?:row)?[0-9]+_.*$/, '$1')
}
