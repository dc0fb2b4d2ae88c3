/** Opens the sealed cells of a row that was not accepted, for the file that is given back. */
import { rowContext } from '../../reconciliation/intake/import-fleet.ts'
import type { OpenRow } from '../../reconciliation/reports/files/rejected-file.ts'
import type { Secret } from '../../secret.ts'

export function rowOpener(secret: Pick<Secret, 'open'>): OpenRow {
  return (sealed, { importId, line }) => {
    const cells: unknown = JSON.parse(secret.open(sealed, rowContext(importId, line)))
    if (!isListOfTexts(cells)) throw new Error('The sealed cells of a row are no list of texts.')
    return cells
  }
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
