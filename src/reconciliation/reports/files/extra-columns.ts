/**
 * The sheet's other columns in vehicles.csv: after the fixed ones, in the sheet's order, under the
 * names that they have there, so that an office finds its own words again.
 */
import type { ReportScope } from '../../../ledger/reports/report-scope.ts'
import { veilDocuments } from '../../../fleet/veil-documents.ts'
import type { ColumnTexts, ReportColumn } from './columns.ts'
import type { VehicleRow } from './vehicle-columns.ts'

const NAME_CHARACTERS_MAX = 100
/** Of a cell; the ledger reads a few more, so that a document at the end is veiled whole. */
const CELL_CHARACTERS_MAX = 500

/**
 * Pure. `fixed`: the columns that are always there; no extra column may have their name. The names
 * are those of the fixed columns and of the extra ones.
 */
export function extraColumns({ extras }: Pick<ReportScope, 'extras'>, fixed: ColumnTexts) {
  const taken = new Set(Object.values(fixed).map(({ name }) => name.toLowerCase()))
  const names: Record<string, { name: string; meaning: string }> = { ...fixed }
  const columns = extras.map((header, at): ReportColumn<VehicleRow> => {
    const key = `extra ${at + 1}`
    const name = freeName(veilDocuments(header).slice(0, NAME_CHARACTERS_MAX), taken)
    taken.add(name.toLowerCase())
    names[key] = { name, meaning: '' }
    return { key, kind: 'words', cell: ({ vehicle }) => cellOf(vehicle.extras[at]) }
  })
  return { columns, names }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let other = 2; taken.has(free.toLowerCase()); other += 1) free = `${name} (${other})`
  return free
}

/** Veiled before it is cut: half a document is still half a document. */
function cellOf(text: string | null | undefined): string | null {
  return text === null || text === undefined
    ? null
    : veilDocuments(text).slice(0, CELL_CHARACTERS_MAX)
}
