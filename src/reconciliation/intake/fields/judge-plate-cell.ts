import type { Uf } from '../../../fleet/uf.ts'
import { judgePlate } from './judge-plate.ts'
import { judgeUf } from './judge-uf.ts'
import type { RowDraft } from './row-draft.ts'
import { splitPlate, splitState } from '../../../fleet/state-beside.ts'

/** The plate's cell, which may hold the state too (`ABC1D23/SP`), and the state beside it. */

export interface PlateCell {
  readonly plate: string | undefined
  /** The state that stands in the plate's own cell. */
  readonly beside: Uf | undefined
}

interface Options {
  /** Whether the cell must hold the state, because no column and no default gives it. */
  readonly needsUf: boolean
  /** Whether the column is the state's too. */
  readonly isShared: boolean
  /** Says whether the row's RENAVAM is sound, where a plate may be repaired by it. */
  readonly vouched: (() => boolean) | undefined
}

export function judgePlateCell(cell: string, options: Options, draft: RowDraft): PlateCell {
  const { isShared, needsUf, vouched } = options
  const both = splitPlate(cell) ?? (isShared ? splitState(cell) : undefined)
  if (both !== undefined) {
    const plate = judgePlate(both.rest, draft, vouched)
    const read = isShared ? `${plate} ${both.uf}` : plate
    if (plate !== undefined) draft.repair('W-SPLIT', 'plate', cell, read ?? '')
    return { plate, beside: both.uf }
  }
  // A cell that cannot be read at all is told by the plate's judge.
  const isText = /[0-9A-Za-z]/.test(cell) && !/[\p{C}\uFFFD]/u.test(cell)
  const plate = needsUf && isText ? undefined : judgePlate(cell, draft, vouched)
  const lacksUf = needsUf && (isText || plate !== undefined)
  return {
    plate: lacksUf ? draft.reject('R-SPLIT', 'plate', cell) : plate,
    beside: undefined,
  }
}

interface KnownUf extends Pick<PlateCell, 'beside'> {
  readonly plateCell: string
  readonly byDefault: Uf | undefined
}

/** `cell` is undefined where the state's column is the plate's too. */
export function judgeUfCell(
  cell: string | undefined,
  { beside, plateCell, byDefault }: KnownUf,
  draft: RowDraft,
): Uf | undefined {
  if (cell === undefined) return beside ?? byDefault
  const uf = judgeUf(cell, beside ?? byDefault, draft)
  if (uf === undefined || beside === undefined) return uf
  // A state in its own column is kept only while it is the one beside the plate.
  if (uf !== beside) return draft.reject('R-UF-DIFFERS', 'uf', cell, beside)
  if (!/[0-9A-Za-z]/.test(cell)) draft.repair('W-SPLIT', 'uf', plateCell, uf)
  return uf
}
