import { createHash } from 'node:crypto'
import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { readRecords, splitText } from '../../../sheets/csv/read-records.ts'
import { detectDialect } from './detect-dialect.ts'
import type { Dialect } from '../../../sheets/text/dialect.ts'
import { decodeBytes, decodeHead } from '../../../sheets/text/encoding.ts'
import { refuse } from '../reasons/explain.ts'
import type { Refused } from '../judged.ts'
import type { IntakeLimits } from '../limits.ts'
import type { FileSource, RecordSource } from './record-source.ts'
import { FileChanged } from './rows.ts'
import type { Survey } from './survey-bytes.ts'

/** Records out of a text file: its dialect is found in the beginning and holds for all of it. */

export function openText(
  source: FileSource,
  survey: Survey,
  limits: IntakeLimits,
): RecordSource | Refused {
  const isWhole = survey.byteLength === survey.head.length
  const text = decodeHead(survey.head, survey.encoding, isWhole)
  const dialect = detectDialect(text, isWhole)
  if ('ambiguous' in dialect) {
    const [first, second] = dialect.ambiguous
    return refuse('F-DIALECT', { first, second })
  }
  const head = splitText(text, dialect, { ...limits, isWhole })
  return {
    survey,
    dialect,
    container: { kind: 'csv' },
    head,
    isWhole,
    read: () => readText(source, survey, dialect, limits),
    warningsOf: () => [],
  }
}

async function* readText(
  source: FileSource,
  survey: Survey,
  dialect: Dialect,
  limits: IntakeLimits,
): AsyncGenerator<readonly CsvRecord[]> {
  const hash = createHash('sha256')
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of source()) {
      hash.update(piece)
      yield piece
    }
  }
  for await (const records of readRecords(
    decodeBytes(watched(), survey.encoding),
    dialect,
    limits,
  )) {
    yield records
    // What follows cannot be read, so the hash of the whole cannot be compared either.
    if (records.at(-1)?.problem !== undefined) return
  }
  if (hash.digest('hex') !== survey.sha256) throw new FileChanged('the bytes changed')
}
