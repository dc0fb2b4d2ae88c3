import { isDeepStrictEqual } from 'node:util'
import type { Header } from '../header/header.ts'
import type { RowJudge, RowOpinion, RowValues } from '../judge-row.ts'
import type { RowCounts } from '../../../ledger/fleets/imports.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import type { JudgedRow, JudgedVehicle, RowIssue } from '../judged.ts'
import type { RowIssueCode } from '../reasons/row-reasons.ts'
import type { Row } from '../records/rows.ts'
import { Conflicts, type FleetPlates, type KnownRow, type Relation } from './conflicts.ts'
import { footerOf, type Footer } from './footers.ts'

/** Stage seven: from what was said about a row, and about all rows together, to its verdict. */

/** A footer is one only if no vehicle follows; otherwise it is a rejected row. */
type Unused = 'rejected' | 'blank' | 'header' | Footer

type Remembered = Unused | KnownRow

/** What the first pass over a file keeps of each row. */
export class RowMemory {
  readonly #rows: Remembered[] = []
  readonly #conflicts: Conflicts
  /** A number for each document: a cell's text would keep all the text around it in memory. */
  readonly #owners = new Map<string, number>()
  #lastVehicle = -1

  constructor(fleet: FleetPlates) {
    this.#conflicts = new Conflicts(fleet)
  }

  get count(): number {
    return this.#rows.length
  }

  add(line: number, row: Row, { values, repaired }: RowOpinion, header: Header): void {
    if (values === undefined) {
      this.#rows.push(unused(row, header))
      return
    }
    const { plate, renavam, uf, ownerDocument } = values
    const owner = this.#owners.get(ownerDocument) ?? this.#owners.size
    this.#owners.set(ownerDocument, owner)
    const known = { line, plate, renavam, uf, owner, repaired }
    this.#conflicts.add(known)
    this.#lastVehicle = this.#rows.length
    this.#rows.push(known)
  }

  /** Why a row is skipped, if it is; a file without any vehicle has no footer. */
  skipped(at: number): RowIssueCode | undefined {
    const remembered = this.#rows[at]
    if (remembered === 'blank') return 'W-BLANK'
    if (remembered === 'header') return 'W-HEADER-AGAIN'
    const isFooter = typeof remembered === 'string' && remembered !== 'rejected'
    if (!isFooter || this.#lastVehicle === -1) return undefined
    if (at > this.#lastVehicle) return 'W-FOOTER'
    return remembered === 'W-FOOTER' ? undefined : remembered
  }

  relation(at: number): Relation | undefined {
    const remembered = this.#rows[at]
    return typeof remembered === 'object' ? this.#conflicts.relation(remembered) : undefined
  }

  isRepeated(at: number): boolean {
    const remembered = this.#rows[at]
    return typeof remembered === 'object' && this.#conflicts.isRepeated(remembered)
  }

  counts(): RowCounts {
    const counts = { accepted: 0, repaired: 0, rejected: 0, duplicate: 0, skipped: 0 }
    for (const [at, remembered] of this.#rows.entries()) {
      const relation = this.relation(at)
      if (this.skipped(at) !== undefined) counts.skipped++
      else if (typeof remembered === 'string') counts.rejected++
      else if (relation !== undefined) counts[verdictOf(relation)]++
      else counts[remembered.repaired ? 'repaired' : 'accepted']++
    }
    return { read: this.#rows.length, ...counts }
  }
}

function unused({ shape, cells }: Row, header: Header): Unused {
  if (shape === 'blank' || shape === 'header') return shape
  const mayBeFooter = shape === 'data' || shape === 'columns'
  return (mayBeFooter ? footerOf(cells, header) : undefined) ?? 'rejected'
}

function verdictOf({ code }: Relation): 'rejected' | 'duplicate' {
  return code === 'W-DUP' || code === 'W-MERCOSUL' ? 'duplicate' : 'rejected'
}

/** One row on its way to its verdict, in the second pass. */
interface Candidate {
  readonly line: number
  readonly rawCells: readonly string[]
  readonly cells: readonly string[]
  readonly opinion: RowOpinion
  /** Why it is skipped, if it is. */
  readonly skipped: RowIssueCode | undefined
  /** How it relates to another row, if it does. */
  readonly relation: Relation | undefined
  /** Where it differs from the row of its vehicle that counted so far. */
  readonly differences: readonly RowIssue[]
}

/** The row that counts so far of each vehicle with several. */
export class RepeatedVehicles {
  readonly #counted = new Map<string, RowValues & { readonly line: number }>()

  /** Takes each of their rows; says where it differs from the one that counted before it. */
  pass({ line, opinion, relation }: Omit<Candidate, 'differences'>, judge: RowJudge): RowIssue[] {
    const { values } = opinion
    const isRejected = relation !== undefined && verdictOf(relation) === 'rejected'
    if (values === undefined || isRejected) return []
    const before = this.#counted.get(values.renavam)
    if (relation?.code !== 'W-DUP') this.#counted.set(values.renavam, { ...values, line })
    if (before === undefined) return []
    return (['costCentre', 'nickname'] as const)
      .filter((field) => costCentreKey(before[field]) !== costCentreKey(values[field]))
      .map((field) => ({
        code: 'W-DUP-DIFFERS',
        ...judge.cellOf(field, values),
        suggestion: judge.cellOf(field, before).value,
        otherLine: before.line,
      }))
  }
}

export function giveVerdict(row: Candidate, judge: RowJudge): JudgedRow {
  const { line, rawCells, cells, skipped, relation } = row
  const { values, repaired, fixes } = row.opinion
  const issues = [...row.opinion.issues, ...row.differences]
  if (skipped !== undefined) {
    const issue = { code: skipped, column: '', value: '' }
    return { line, verdict: 'skipped', plate: '', issues: [issue], rawCells }
  }
  if (values === undefined) {
    return { line, verdict: 'rejected', plate: judge.plateOf(cells), issues, rawCells }
  }
  const { plate } = values
  if (relation !== undefined) {
    const issue = { ...relation, ...judge.cellOf(SUBJECTS[relation.code], values) }
    const verdict = verdictOf(relation)
    const all = [...issues, issue]
    if (verdict === 'rejected') return { line, verdict, plate, issues: all, rawCells }
    return { line, verdict, plate, issues: all, rawCells, fixes }
  }
  const vehicle = vehicleOf(values, judge.extrasOf(cells))
  const verdict = repaired ? 'repaired' : 'accepted'
  return { line, verdict, plate, issues, rawCells, fixes, vehicle }
}

/** The field by which one row contradicts, or repeats, another. */
const SUBJECTS = {
  'W-DUP': 'renavam',
  'W-MERCOSUL': 'plate',
  'R-CONFLICT-PLATE': 'plate',
  'R-CONFLICT-RENAVAM': 'renavam',
  'R-CONFLICT-UF': 'uf',
  'R-CONFLICT-OWNER': 'ownerDocument',
  'R-CONFLICT-FLEET': 'renavam',
} as const

function vehicleOf(values: RowValues, extras: Record<string, string>): JudgedVehicle {
  const { plate, renavam, uf, ownerDocument, nickname, costCentre } = values
  const vehicle = { plate, renavam, uf, ownerDocument, nickname, extras }
  return costCentre === '' ? vehicle : { ...vehicle, costCentre }
}

/** Throws when the second pass came to other counts: no answer is better than a wrong one. */
export function mustClose(counts: RowCounts, given: RowCounts): void {
  const { read, accepted, repaired, rejected, duplicate, skipped } = given
  const closes = read === accepted + repaired + rejected + duplicate + skipped
  const isSame = isDeepStrictEqual(counts, given)
  if (!closes || !isSame) throw new Error('The counts of the two passes over a file do not close.')
}
