import type { Refused } from '../../../src/reconciliation/intake/judged.ts'
import { INTAKE_LIMITS } from '../../../src/reconciliation/intake/limits.ts'
import type { RecordSource } from '../../../src/reconciliation/intake/records/record-source.ts'
import { openRecords } from '../../../src/reconciliation/intake/records/open-records.ts'

/** The stages that intake puts before the header, with a text in memory and nothing told. */

export interface OpenedBytes {
  readonly source: RecordSource
  readonly rows: readonly (readonly string[])[]
}

export async function openBytes(bytes: Uint8Array): Promise<OpenedBytes | Refused> {
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  const source = await openRecords(open, INTAKE_LIMITS, { asked: undefined, remembered: undefined })
  if ('refused' in source) return source
  const rows: (readonly string[])[] = []
  for await (const records of source.read()) rows.push(...records.map(({ cells }) => cells))
  return { source, rows: source.dialect.sepLine ? rows.slice(1) : rows }
}
