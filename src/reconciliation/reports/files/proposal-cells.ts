/** What each cell of a proposals.csv says of a line, by the columns that write the file. */
import type { CsvColumn } from '../../../sheets/csv/write-csv.ts'
import type { ProposalLine } from '../../../ledger/orders/proposal-lines.ts'
import { columnOfHeader } from '../../orders/deciding/proposal-headers.ts'
import type { ShownCell, ShownCells } from '../../orders/deciding/shown-cells.ts'
import { inBoth } from '../../../bilingual.ts'
import { proposalColumnsIn } from './proposal-columns.ts'

export function proposalCells(simulated: boolean): (line: ProposalLine) => ShownCells {
  const { pt, en } = inBoth((locale) => proposalColumnsIn(locale, simulated))
  const held = pt.flatMap((inPt, at) => {
    const column = columnOfHeader(inPt.header)
    const isHeld = column !== undefined && column !== 'decision' && column !== 'reason'
    return isHeld ? [{ column, inPt, inEn: en[at] ?? inPt }] : []
  })
  return (line) =>
    new Map(
      held.map(({ column, inPt, inEn }) => [
        column,
        { pt: cellOf(inPt, line), en: cellOf(inEn, line) },
      ]),
    )
}

function cellOf(column: CsvColumn<ProposalLine>, line: ProposalLine): ShownCell {
  if (column.kind === 'money') return { kind: column.kind, value: column.cell(line) }
  if (column.kind === 'integer') return { kind: column.kind, value: column.cell(line) }
  return { kind: column.kind === 'date' ? column.kind : 'text', value: column.cell(line) }
}
