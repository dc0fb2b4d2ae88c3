/**
 * Pure. The intent journal's file: one JSON object a line. A kill or a power cut may leave an
 * incomplete last record, whose append never resolved; damage anywhere else is an error.
 */
import { Failure } from '../failure.ts'

type JournalValue =
  | string
  | number
  | boolean
  | null
  | readonly JournalValue[]
  | { readonly [name: string]: JournalValue }

/** Identifiers, hashes and baselines; never personal data or a secret. */
export type JournalRecord = { readonly [name: string]: JournalValue }

/** An intent has ids, a hash and a baseline; a longer record is a mistake. */
export const RECORD_BYTES_MAX = 64 * 1024

/** Throws for a record that cannot be an intent. */
export function journalLine(record: JournalRecord): Buffer {
  const line = Buffer.from(`${JSON.stringify(record)}\n`, 'utf8')
  if (line.length > RECORD_BYTES_MAX) {
    throw new Error(`A journal record of ${line.length} bytes; the limit is ${RECORD_BYTES_MAX}.`)
  }
  return line
}

/** The records, and how many bytes hold whole ones. A bad line with a good one behind it throws. */
export function parseJournal(content: Buffer, name: string) {
  const records: JournalRecord[] = []
  let bytes = 0
  let badLine = 0
  let offset = 0
  for (let line = 1; offset < content.length; line += 1) {
    const newline = content.indexOf(0x0a, offset)
    const end = newline === -1 ? content.length : newline + 1
    const record = newline === -1 ? undefined : parseRecord(content.toString('utf8', offset, end))
    offset = end
    if (record === undefined) {
      badLine ||= line
      continue
    }
    if (badLine > 0) throw damagedJournal(name, badLine)
    records.push(record)
    bytes = end
  }
  return { records, bytes }
}

function damagedJournal(name: string, line: number): Failure {
  return new Failure('journal-unusable', {
    pt:
      `O diário de intenções ${name} está danificado na linha ${line}, e nada é enviado sem ele. ` +
      'Restaure a última cópia: frota restore PASTA --replace',
    en:
      `The intent journal ${name} is damaged at line ${line}, and nothing is sent without it. ` +
      'Restore the last backup: frota restore FOLDER --replace',
  })
}

function parseRecord(line: string): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is JournalRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
