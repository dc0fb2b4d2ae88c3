import type { CsvRecord } from '../../sheets/csv/csv-record.ts'
import { maskDocument } from '../../fleet/document.ts'
import { normalizePlate } from '../../fleet/plate.ts'
import type { Uf } from '../../fleet/uf.ts'
import { FIELDS, type Field } from './header/aliases.ts'
import { columnName, showable } from './header/choose-columns.ts'
import { hasBidi } from './fields/clean-cell.ts'
import type { Header } from './header/header.ts'
import type { JudgedRow, JudgedVehicle, RowIssue } from './judged.ts'
import { judgeDocument } from './fields/judge-document.ts'
import { judgeLabel } from './fields/judge-label.ts'
import { judgePlateCell, judgeUfCell } from './fields/judge-plate-cell.ts'
import { judgeRenavam } from './fields/judge-renavam.ts'
import { rejectMoved, replacedFields, type MovedValues } from './fields/moved-values.ts'
import { RowDraft, shownElsewhere } from './fields/row-draft.ts'
import { splitPlate } from '../../fleet/state-beside.ts'
import { tellMerged } from './fields/tell-merged.ts'
import { rowSample, type Row } from './records/rows.ts'

/** Stage five: the fields of one row, each by its own judge. */

export interface FileDefaults {
  readonly uf: Uf | undefined
  readonly ownerDocument: string | undefined
}

export interface RowRules {
  /** Wrong check digits reject the row. */
  readonly strict: boolean
  /** A plate with a letter for a digit is repaired where only one plate can be meant. */
  readonly repairPlates: boolean
}

export type RowValues = Omit<Required<JudgedVehicle>, 'extras'>

export interface RowOpinion {
  readonly issues: readonly RowIssue[]
  readonly repaired: boolean
  /** By its place, what each repaired cell should hold. */
  readonly fixes?: JudgedRow['fixes']
  /** Undefined when the row was rejected. */
  readonly values: RowValues | undefined
}

export class RowJudge {
  readonly #header: Header
  readonly #rules: RowRules
  readonly #defaults: FileDefaults
  readonly #names: Readonly<Record<Field, string>>
  readonly #places: Readonly<Record<Field, number>>
  readonly #extras: readonly { readonly index: number; readonly name: string }[]
  readonly #moved: MovedValues

  constructor(header: Header, rules: RowRules, defaults: FileDefaults) {
    this.#header = header
    this.#rules = rules
    this.#defaults = defaults
    const place = (field: Field): number => header.columns.get(field) ?? -1
    const name = (field: Field): string => {
      return header.columns.has(field) ? columnName(header.cells, place(field)) : field
    }
    this.#places = byField(place)
    this.#names = byField(name)
    this.#extras = nameExtras(header)
    const moved = { header: header.cells, places: this.#places, defaults }
    this.#moved = { ...moved, replaced: replacedFields(moved) }
  }

  judge(record: CsvRecord, row: Row): RowOpinion {
    const draft = new RowDraft(this.#names)
    const values = this.#read(record, row, draft)
    const { issues, repaired, rejected } = draft
    const fixes = draft.fixes && this.#placed(draft.fixes)
    return { issues, repaired, fixes, values: rejected ? undefined : values }
  }

  /** A cell of two fields, or a field of no column, stays; of equal columns both are fixed. */
  #placed(fixes: ReadonlyMap<Field, string>): Map<number, string> {
    const places = Object.values(this.#places)
    const placed = new Map<number, string>()
    for (const [field, text] of fixes) {
      const at = this.#places[field]
      if (at === -1 || places.indexOf(at) !== places.lastIndexOf(at)) continue
      placed.set(at, text)
      for (const { first, second } of this.#header.twins) if (first === at) placed.set(second, text)
    }
    return placed
  }

  #read(record: CsvRecord, row: Row, draft: RowDraft): RowValues | undefined {
    this.#rejectShape(record, row, draft)
    if (row.shape !== 'data') return undefined
    const { cells } = row
    tellMerged(record, this.#header, draft)
    if (row.wrapped) {
      draft.repaired = true
      draft.note({ code: 'W-ROW-QUOTED', column: '', value: '' })
    }
    this.#rejectBidi(cells, draft)
    const at = this.#places
    const vouched = (): boolean => this.#isSound(cells[at.renavam] ?? '')
    const byGuess = this.#rules.repairPlates ? vouched : undefined
    const isShared = at.uf === at.plate
    const byDefault = this.#defaults.uf
    const known = { isShared, needsUf: isShared && byDefault === undefined, vouched: byGuess }
    const plateCell = cells[at.plate] ?? ''
    const { plate, beside } = judgePlateCell(plateCell, known, draft)
    const renavam = judgeRenavam(cells[at.renavam] ?? '', this.#rules.strict, draft)
    const ufCell = isShared ? undefined : (cells[at.uf] ?? '')
    const uf = judgeUfCell(ufCell, { beside, plateCell, byDefault }, draft)
    const options = { strict: this.#rules.strict, byDefault: this.#defaults.ownerDocument }
    const ownerDocument = judgeDocument(cells[at.ownerDocument] ?? '', options, draft)
    rejectMoved(cells, this.#moved, ownerDocument, draft)
    const nickname = judgeLabel(cells[at.nickname] ?? '', 'nickname', draft)
    const costCentre = judgeLabel(cells[at.costCentre] ?? '', 'costCentre', draft)
    const values = { plate, renavam, uf, ownerDocument, nickname, costCentre }
    return areRead(values) ? values : undefined
  }

  /** The plate as far as it looks like one: a document that strayed there is not shown. */
  plateOf(cells: readonly string[]): string {
    const cell = cells[this.#places.plate] ?? ''
    const plate = splitPlate(cell)?.rest ?? normalizePlate(cell)
    return plate.length <= 9 && /[A-Z]/.test(plate) ? plate : ''
  }

  /** What an issue about one field of a good row shows; a document is masked. */
  cellOf(field: Field, values: RowValues): { column: string; value: string } {
    const isDocument = field === 'ownerDocument'
    const value = isDocument ? maskDocument(values[field]) : shownElsewhere(values[field])
    return { column: this.#names[field], value }
  }

  extrasOf(cells: readonly string[]): Record<string, string> {
    const all = this.#extras.map(({ index, name }) => [name, cells[index] ?? ''] as const)
    return Object.fromEntries(all.filter(([, cell]) => cell !== ''))
  }

  /** Whether this is a RENAVAM whose check digit holds, whatever must be done to read it. */
  #isSound(raw: string): boolean {
    return judgeRenavam(raw, true, new RowDraft(this.#names)) !== undefined
  }

  #rejectShape(record: CsvRecord, { shape, cells, tableLine = 0 }: Row, draft: RowDraft): void {
    const { cells: header, verdicts } = this.#header
    if (shape === 'quote') {
      const otherLine = record.quoteLine ?? record.line
      draft.note({ code: 'R-QUOTE', column: '', value: rowSample(cells, this.#header), otherLine })
    } else if (shape === 'table') {
      draft.note({ code: 'R-TABLE', column: '', value: '', otherLine: tableLine })
    } else if (shape === 'columns') {
      const isLonger = cells.length > header.length
      const count = cells.length - (isLonger ? verdicts.size : 0)
      const suggestion = `${header.length - verdicts.size}`
      draft.note({ code: 'R-COLS', column: '', value: `${count}`, suggestion })
    }
  }

  #rejectBidi(cells: readonly string[], draft: RowDraft): void {
    // For a field in use its own judge does this.
    for (const { index, name } of this.#extras) {
      const cell = cells[index] ?? ''
      if (!hasBidi(cell)) continue
      draft.note({ code: 'R-RTL', column: name, value: shownElsewhere(showable(cell)) })
    }
  }
}

/** A judge that gives no value has rejected the row. */
function areRead(values: Readonly<Record<Field, string | undefined>>): values is RowValues {
  return Object.values(values).every((value) => value !== undefined)
}

/** All columns that are no field of ours; of two of one name the second says which it is. */
export function nameExtras(header: Header): { index: number; name: string }[] {
  const others = [...header.twins.map((twin) => twin.second), ...header.verdicts.values()]
  const used = new Set([...header.columns.values(), ...others])
  const taken = new Set<string>()
  return Array.from(header.cells.keys())
    .filter((index) => !used.has(index))
    .map((index) => {
      const given = columnName(header.cells, index)
      const name = taken.has(given) ? `${given} (${index + 1})` : given
      taken.add(name)
      return { index, name }
    })
}

function byField<Value>(of: (field: Field) => Value): Record<Field, Value> {
  const [plate, renavam, uf, ownerDocument, nickname, costCentre] = FIELDS
  return {
    plate: of(plate),
    renavam: of(renavam),
    uf: of(uf),
    ownerDocument: of(ownerDocument),
    nickname: of(nickname),
    costCentre: of(costCentre),
  }
}
