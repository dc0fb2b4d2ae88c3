import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import type { FleetReading } from '../../../ledger/fleets/fleet-reading.ts'
import { columnWanted, placeInMap } from './column-wanted.ts'
import { FIELDS, type Field } from './aliases.ts'
import { joinTwoRows } from './two-line-header.ts'
import { shorten } from './choose-columns.ts'
import { unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { findHeader, type Header, type HeaderOptions } from './header.ts'
import type { FileWarning, Refused } from '../judged.ts'

/**
 * Finds the header with the columns that a person named for earlier files of the fleet, as far as
 * this one has them: what is remembered helps, but never refuses a file that can be read without.
 */

type Entry = readonly [Field, string]

/** In this order: what is given for this file, remembered names that it has, aliases, places. */
export function findHeaderRemembering(
  records: readonly CsvRecord[],
  dialect: Dialect,
  options: HeaderOptions,
  remembered: FleetReading['map'] = {},
): Header | Refused {
  const entries = FIELDS.flatMap((field): Entry[] => {
    const wanted = remembered[field]
    return wanted === undefined || options.map[field] !== undefined ? [] : [[field, wanted]]
  })
  const places = entries.filter(([, wanted]) => placeInMap(wanted) !== undefined)
  const names = entries.filter(([, wanted]) => placeInMap(wanted) === undefined)
  const present = mostPresent(records, dialect, names)
  const plain = findHeader(records, dialect, options)
  for (const used of [present, [...present, ...places], [], places]) {
    const map = { ...Object.fromEntries(used), ...options.map }
    const header = used.length === 0 ? plain : findHeader(records, dialect, { ...options, map })
    if ('refused' in header) continue
    const unused = names.filter((entry) => !used.includes(entry))
    const warnings = [...said('W-MAP', used), ...said('W-MAP-UNUSED', unused), ...header.warnings]
    return { ...header, warnings }
  }
  return plain
}

/** The remembered names that one row has: the more of them, the likelier it is the header. */
function mostPresent(records: readonly CsvRecord[], dialect: Dialect, names: readonly Entry[]) {
  let most: readonly Entry[] = []
  const rows = records.map((record) => unwrapRow(record, dialect))
  const joined = rows.flatMap((row, at) => [joinTwoRows(row, rows[at + 1] ?? []) ?? []])
  for (const row of [...rows, ...joined]) {
    const present = names.filter(([, wanted]) => columnWanted(row, wanted) !== -1)
    if (present.length > most.length) most = present
  }
  return most
}

function said(code: 'W-MAP' | 'W-MAP-UNUSED', entries: readonly Entry[]): FileWarning[] {
  if (entries.length === 0) return []
  const columns = shorten(entries.map(([field, wanted]) => `${field}=${wanted}`).join(', '))
  return [{ code, facts: { columns } }]
}
