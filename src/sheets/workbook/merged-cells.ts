/** Cells merged over several rows: only the first has a value, which a person sees in all. */
import type { MergedValue } from '../csv/csv-record.ts'
import { SHEET_ROWS_MAX } from './limits.ts'
import { damaged } from './problem.ts'

/** Rows from 1, the column from 0. */
export interface Merge {
  readonly top: number
  readonly left: number
  readonly bottom: number
}

/** As many as a file may have rows. */
const MERGES_MAX = 200_000

/** Leaves out what is merged within one row. */
export function addMerge(merges: Merge[], { top, left, bottom }: Merge): void {
  if (bottom <= top) return
  if (merges.length >= MERGES_MAX) throw damaged(`mergeCells: ${top}`)
  merges.push({ top, left, bottom: Math.min(bottom, SHEET_ROWS_MAX) })
}

/** `A2:B5`; undefined for what is no range of cells. */
export function parseMerge(reference: string): Merge | undefined {
  const parts = /^([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})$/.exec(reference)
  if (parts === null) return undefined
  const [, letters = '', top, bottom] = parts
  return { top: Number(top), left: placeOfLetters(letters), bottom: Number(bottom) }
}

/** `A` is the first column, 0; -1 without any letter. */
export function placeOfLetters(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Tells of each row, in their order, which values of merged cells above reach down to it. */
export class MergedValues {
  readonly #merges: readonly Merge[]
  readonly #open = new Map<number, MergedValue & { readonly bottom: number }>()
  #next = 0

  constructor(merges: readonly Merge[]) {
    this.#merges = merges.toSorted((one, other) => one.top - other.top)
  }

  /** The values by their column; undefined when there are none. */
  of(line: number, cells: readonly string[]): ReadonlyMap<number, MergedValue> | undefined {
    for (const [place, { bottom }] of this.#open) if (bottom < line) this.#open.delete(place)
    const found = this.#open.size === 0 ? undefined : new Map(this.#open)
    for (let merge; (merge = this.#merges[this.#next]) && merge.top <= line; this.#next++) {
      const text = cells[merge.left] ?? ''
      if (merge.top !== line || text.trim() === '') continue
      this.#open.set(merge.left, { line, text, bottom: merge.bottom })
    }
    return found
  }
}
