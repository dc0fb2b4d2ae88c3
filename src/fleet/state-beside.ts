import { normalizePlate, parsePlate } from './plate.ts'
import { isUf, parseUf, type Uf } from './uf.ts'

/** Pure. Cells that hold a state beside another value: `ABC1D23/SP`, `SP-ABC1D23`, `CAMPINAS/SP`. */

export interface SplitCell {
  /** A plate without separators, or a city. */
  readonly rest: string
  readonly uf: Uf
}

const STATE_LAST = /^(.+?)(?:\s*[-/|,(]\s*|\s+)([a-z]{2})\)?$/i
const STATE_FIRST = /^([a-z]{2})(?:\s*[-/|,]\s*|\s+)(.+)$/i

/** The apostrophe or the `="..."` that keep a spreadsheet from seeing a number. */
const PROTECTION = /^\s*(?:="|['’`])|"\s*$/g

/** The shortest plate, a separator and a state. */
const PLATE_CHARACTERS_MIN = 10

/** The longest name of a municipality has 32 letters. */
const CHARACTERS_MAX = 60

const CITY = /^\p{L}[\p{L}\p{M} .'’-]+$/u

/** Undefined unless a plate stands beside a state; the plate may still be a made-up one. */
export function splitPlate(cell: string): SplitCell | undefined {
  if (cell.length < PLATE_CHARACTERS_MIN) return undefined
  const split = splitState(cell)
  if (split === undefined) return undefined
  const parsed = parsePlate(split.rest)
  const isPlate = parsed.ok || parsed.code === 'plate-placeholder'
  return isPlate ? { ...split, rest: normalizePlate(split.rest) } : undefined
}

/** Undefined unless the rest is a city's name: `PE/SP` are two states. */
export function splitCity(cell: string): SplitCell | undefined {
  const split = splitState(cell)
  if (split === undefined || !CITY.test(split.rest)) return undefined
  const other = parseUf(split.rest)
  return !other.ok || other.value === split.uf ? split : undefined
}

/** Whatever the rest is. */
export function splitState(cell: string): SplitCell | undefined {
  // What is invisible is told by the judge of the field, who then rejects the cell.
  if (cell.length > CHARACTERS_MAX || /[\p{C}\uFFFD]/u.test(cell)) return undefined
  const bare = cell.normalize('NFKC').replace(PROTECTION, '')
  const text = bare.replace(/\p{Pd}/gu, '-').trim()
  const [, rest = '', state = ''] = STATE_LAST.exec(text) ?? []
  const last = state.toUpperCase()
  if (isUf(last)) return { rest, uf: last }
  const [, first = '', after = ''] = STATE_FIRST.exec(text) ?? []
  const uf = first.toUpperCase()
  return isUf(uf) ? { rest: after, uf } : undefined
}
