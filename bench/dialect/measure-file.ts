import { comparable } from './comparable.ts'

/** The benchmark's ten measures of one file: what was read against what should have been. */

export const MEASURES = [
  'success',
  'headerPrecision',
  'headerRecall',
  'headerF1',
  'recordPrecision',
  'recordRecall',
  'recordF1',
  'cellPrecision',
  'cellRecall',
  'cellF1',
] as const

export type FileMeasures = Readonly<Record<(typeof MEASURES)[number], number>>

type Rows = readonly (readonly string[])[]

interface Agreement {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

const PERFECT: Agreement = { precision: 1, recall: 1, f1: 1 }
const NOTHING: Agreement = { precision: 0, recall: 0, f1: 0 }

/** `loaded` is undefined when the program failed on the file. */
export function measureFile(wanted: Rows, loaded: Rows | undefined): FileMeasures {
  if (loaded === undefined) return flatten(0, NOTHING, NOTHING, NOTHING)
  const [header] = wanted
  if (header === undefined) return flatten(1, PERFECT, PERFECT, PERFECT)
  const headers = agreement(header.map(comparable), (loaded[0] ?? []).map(comparable))
  const records = agreement(wanted.slice(1).map(joined), loaded.slice(1).map(joined))
  const cells = agreement(wanted.flat(), loaded.flat())
  return flatten(1, headers, records, cells)
}

/** Cells of a record are compared as one text, so an empty one more or less does not count. */
function joined(row: readonly string[]): string {
  return row.map(comparable).join('')
}

/** As multisets. What the benchmark calls precision is the share of what was wanted. */
function agreement(wanted: readonly string[], loaded: readonly string[]): Agreement {
  if (wanted.length === 0) return PERFECT
  const left = new Map<string, number>()
  for (const value of wanted) left.set(value, (left.get(value) ?? 0) + 1)
  let common = 0
  for (const value of loaded) {
    const count = left.get(value) ?? 0
    if (count === 0) continue
    common++
    left.set(value, count - 1)
  }
  if (common === 0) return NOTHING
  const precision = common / wanted.length
  const recall = common / loaded.length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

function flatten(
  success: number,
  header: Agreement,
  record: Agreement,
  cell: Agreement,
): FileMeasures {
  return {
    success,
    headerPrecision: header.precision,
    headerRecall: header.recall,
    headerF1: header.f1,
    recordPrecision: record.precision,
    recordRecall: record.recall,
    recordF1: record.f1,
    cellPrecision: cell.precision,
    cellRecall: cell.recall,
    cellF1: cell.f1,
  }
}
