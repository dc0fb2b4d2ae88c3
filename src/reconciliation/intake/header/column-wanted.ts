/** Pure. Between a column and what `--map` calls it: a header's name, or `#3` for the third one. */
import { isVerdictColumn, normalizeHeader } from './aliases.ts'

/** Names that every shell leaves unchanged between quotes. */
const SAFE_NAME = /^[\p{L}\p{N} ._/()º°ª#:;-]+$/u

/** The place of a column that a map gives as `#3`, from 1; undefined when the map gives a name. */
export function placeInMap(wanted: string): number | undefined {
  const place = /^#0*([1-9][0-9]{0,4})$/.exec(wanted.trim())?.[1]
  return place === undefined ? undefined : Number(place)
}

/**
 * The column that a map means, or -1. Columns that a check of ours appended do not count, so that a
 * place means the same column before and after.
 */
export function columnWanted(row: readonly string[], wanted: string): number {
  const place = placeInMap(wanted)
  if (place !== undefined) {
    const own = Array.from(row.keys()).filter((index) => !isVerdictColumn(row[index] ?? ''))
    return own[place - 1] ?? -1
  }
  const exact = row.findIndex((cell) => cell.trim() === wanted.trim())
  if (exact !== -1) return exact
  const name = normalizeHeader(wanted)
  return name === '' ? -1 : row.findIndex((cell) => normalizeHeader(cell) === name)
}

/** The header's name if it is unique and safe to copy, else the place. */
export function nameInMap(header: readonly string[], column: number): string {
  const name = header[column]?.trim() ?? ''
  // A long number may be somebody's document in a line that is no header after all.
  const isPlain = SAFE_NAME.test(name) && !name.startsWith('#') && !/[0-9]{3}/.test(name)
  return isPlain && columnWanted(header, name) === column ? name : `#${column + 1}`
}

/** What to type for columns that are meant, with what a person said of others already. */
export function mapToType(
  header: readonly string[],
  said: Readonly<Record<string, string>>,
  meant: ReadonlyMap<string, number>,
): string {
  const pairs = new Map(Object.entries(said))
  for (const [field, wanted] of pairs) {
    const column = placeInMap(wanted) === undefined ? columnWanted(header, wanted) : -1
    if (column !== -1) pairs.set(field, nameInMap(header, column))
  }
  for (const [field, column] of meant) pairs.set(field, nameInMap(header, column))
  return quoted([...pairs].map(([field, name]) => `${field}=${name}`).join(','))
}

/** As one word of a command line. */
export function quoted(pairs: string): string {
  return /^[\w=,#.-]+$/.test(pairs) ? pairs : `"${pairs}"`
}
