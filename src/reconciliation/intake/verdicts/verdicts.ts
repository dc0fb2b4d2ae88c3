import type { Conflicts, Settled } from './conflicts.ts'
import type { JudgedRow, JudgedVehicle, RowCounts, Verdict } from '../judged.ts'
import type { QuietOpinion, RowJudge, RowOpinion, RowValues } from '../judge-row.ts'
import { NO_ISSUES } from '../judge-row.ts'
import type { Header } from '../header/header.ts'
import type { RowIssueCode } from '../reasons/row-reasons.ts'
import type { Row } from '../records/rows.ts'
import { footerOf } from './footers.ts'

/** Stage seven: from what was said about a row, and about all rows together, to its verdict. */

/** What the first pass remembers of a row, in one byte. */
const REMEMBERED = {
  /** Accepted, and every cell is its value: the second pass need not judge it again. */
  clean: 0,
  accepted: 1,
  repaired: 2,
  rejected: 3,
  blank: 4,
  /** Rejected, and a footer if no vehicle follows. */
  footer: 5,
  subtotal: 6,
  header: 7,
} as const

export class RowMemory {
  #bytes = new Uint8Array(256)
  #count = 0
  #lastVehicle = -1

  add(remembered: number): void {
    if (this.#count === this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    if (remembered <= REMEMBERED.repaired) this.#lastVehicle = this.#count
    this.#bytes[this.#count++] = remembered
  }

  isClean(row: number): boolean {
    return this.#bytes[row] === REMEMBERED.clean
  }

  get count(): number {
    return this.#count
  }

  /** Why a row is skipped, if it is; a file without any vehicle has no footer. */
  skipped(row: number): RowIssueCode | undefined {
    const remembered = this.#bytes[row]
    if (remembered === REMEMBERED.blank) return 'W-BLANK'
    if (remembered === REMEMBERED.header) return 'W-HEADER-AGAIN'
    const isFooter = remembered === REMEMBERED.footer || remembered === REMEMBERED.subtotal
    if (!isFooter || this.#lastVehicle === -1) return undefined
    if (row > this.#lastVehicle) return 'W-FOOTER'
    return remembered === REMEMBERED.subtotal ? 'W-SUBTOTAL' : undefined
  }

  counts(conflicts: Conflicts): RowCounts {
    const counts = { accepted: 0, repaired: 0, rejected: 0, duplicate: 0, skipped: 0 }
    let vehicle = 0
    for (let row = 0; row < this.#count; row++) {
      const remembered = this.#bytes[row]
      if (this.skipped(row) !== undefined) counts.skipped++
      else if (remembered !== undefined && remembered <= REMEMBERED.repaired) {
        const { kind } = conflicts.settle(vehicle++)
        if (kind === 'conflict') counts.rejected++
        else if (kind === 'duplicate') counts.duplicate++
        else counts[remembered === REMEMBERED.repaired ? 'repaired' : 'accepted']++
      } else counts.rejected++
    }
    return { read: this.#count, ...counts }
  }
}

/** What the first pass keeps of an opinion. */
export function remember({ shape, cells }: Row, opinion: QuietOpinion, header: Header): number {
  if (shape === 'blank' || shape === 'header') return REMEMBERED[shape]
  if (opinion.values !== undefined) {
    if (opinion.repaired) return REMEMBERED.repaired
    return opinion.said === 0 ? REMEMBERED.clean : REMEMBERED.accepted
  }
  const mayBeFooter = shape === 'data' || shape === 'columns'
  return REMEMBERED[(mayBeFooter ? footerOf(cells, header) : undefined) ?? 'rejected']
}

/** One row on its way to its verdict, in the second pass. */
export interface Candidate {
  readonly line: number
  readonly rawCells: readonly string[]
  readonly cells: readonly string[]
  readonly opinion: RowOpinion
  /** Why it is skipped, if it is. */
  readonly skipped: RowIssueCode | undefined
  /** The number of a row that has values, by which its conflicts are settled. */
  readonly vehicle: number
}

export function giveVerdict(row: Candidate, judge: RowJudge, conflicts: Conflicts): JudgedRow {
  const { line, rawCells, opinion, skipped } = row
  const { issues, values } = opinion
  if (skipped !== undefined) {
    const issue = { code: skipped, column: '', value: '' }
    return { line, verdict: 'skipped', plate: '', issues: [issue], rawCells }
  }
  if (values === undefined) {
    return { line, verdict: 'rejected', plate: judge.plateOf(row.cells), issues, rawCells }
  }
  const verdict = opinion.repaired ? 'repaired' : 'accepted'
  const settled = conflicts.settle(row.vehicle)
  return settle({ line, rawCells, issues, verdict }, values, judge, settled, row.cells)
}

/** The field by which one row contradicts, or repeats, another. */
const SUBJECTS = {
  'W-DUP': 'renavam',
  'W-MERCOSUL': 'plate',
  'R-CONFLICT-PLATE': 'plate',
  'R-CONFLICT-RENAVAM': 'renavam',
  'R-CONFLICT-UF': 'uf',
  'R-CONFLICT-OWNER': 'ownerDocument',
} as const

function settle(
  row: Pick<JudgedRow, 'line' | 'rawCells' | 'issues' | 'verdict'>,
  values: RowValues,
  judge: RowJudge,
  settled: Settled,
  cells: readonly string[] = row.rawCells,
): JudgedRow {
  const { line, rawCells, issues } = row
  const { plate } = values
  if (settled.kind === 'kept') {
    const vehicle = vehicleOf(values, judge.extrasOf(cells))
    return { line, verdict: row.verdict, plate, issues, rawCells, vehicle }
  }
  const { code, otherLine } = settled
  const issue = { code, ...judge.cellOf(SUBJECTS[code], values), otherLine }
  const verdict = settled.kind === 'conflict' ? 'rejected' : 'duplicate'
  return { line, verdict, plate, issues: [...issues, issue], rawCells }
}

/** A row that the first pass found clean: its cells are its values, and only others can harm it. */
export function giveCleanVerdict(
  record: { readonly line: number; readonly cells: readonly string[] },
  judge: RowJudge,
  settled: Settled,
): JudgedRow {
  const { line, cells: rawCells } = record
  const values = judge.trust(rawCells)
  return settle({ line, rawCells, issues: NO_ISSUES, verdict: 'accepted' }, values, judge, settled)
}

function vehicleOf(values: RowValues, extras: Record<string, string>): JudgedVehicle {
  const { plate, renavam, uf, ownerDocument, nickname, costCentre } = values
  const vehicle = { plate, renavam, uf, ownerDocument, nickname, extras }
  return costCentre === '' ? vehicle : { ...vehicle, costCentre }
}

/** The counts of both passes must be equal, and must close. */
export class VerdictTally {
  readonly #counts: Record<Verdict, number> = {
    accepted: 0,
    repaired: 0,
    rejected: 0,
    duplicate: 0,
    skipped: 0,
  }
  #read = 0

  add(verdict: Verdict): void {
    this.#counts[verdict]++
    this.#read++
  }

  /** Throws when they do not close: a bug here, and no answer is better than a wrong one. */
  mustEqual(counts: RowCounts): void {
    const sum = Object.values(this.#counts).reduce((total, one) => total + one, 0)
    const isSame =
      sum === this.#read &&
      counts.read === this.#read &&
      Object.entries(this.#counts).every(([verdict, count]) => countOf(counts, verdict) === count)
    if (!isSame) throw new Error('The counts of the two passes over a file do not close.')
  }
}

function countOf(counts: RowCounts, verdict: string): number | undefined {
  return Object.entries(counts).find(([name]) => name === verdict)?.[1]
}
