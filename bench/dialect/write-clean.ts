import { formatRecords } from '../../src/csv/format-records.ts'
import { RecordSplitter } from '../../src/csv/split-records.ts'
import { detectDialect } from '../../src/reconciliation/intake/dialect.ts'
export function writeClean(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  const dialect = detectDialect(text, true)
  if ('ambiguous' in dialect) throw new Error('ambiguous')
  const records = new RecordSplitter(dialect).take(text, true).map((r) => r.cells)
  return formatRecords(records, { delimiter: ',', quote: '"', lineEnd: '\n' })
}
