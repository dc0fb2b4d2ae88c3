/** A report's pages are read only while there is memory for one more. */
import type { ReportReads } from '../../ledger/reports/report-source.ts'
import { withMemory, type MemoryRoom } from '../../memory-room.ts'

export const UNWRITTEN = {
  pt:
    'O relatório não foi escrito; o livro-razão está completo. Dê mais memória e execute ' +
    '`frota report`.',
  en: 'The report was not written; the ledger is whole. Give more memory, then run `frota report`.',
}

export function withinMemory(source: ReportReads, room: MemoryRoom): ReportReads {
  const checked = <T>(pages: AsyncIterable<T>) => withMemory(pages, room, UNWRITTEN)
  return {
    ...source,
    vehicles: (scope) => checked(source.vehicles(scope)),
    orders: (scope, codes) => checked(source.orders(scope, codes)),
    orderItems: (scope) => checked(source.orderItems(scope)),
    exceptions: (scope, code, at) => checked(source.exceptions(scope, code, at)),
    histories: (fleetId, until) => checked(source.histories(fleetId, until)),
    rejectedRows: (importId) => checked(source.rejectedRows(importId)),
  }
}
