import { normalizePlate } from '../../../fleet/plate.ts'
import { splitState } from '../../../fleet/state-beside.ts'
import { REQUIRED_FIELDS } from '../header/aliases.ts'
import type { Header } from '../header/header.ts'
import { holdsIdentity } from '../../../fleet/identities-in-text.ts'

/** Totals and legends, among rows that were rejected. */

const TOTAL =
  /^(?:(?:sub|grand)[ -]?total|totais|totals?|soma|sum|count|qtde?|quantidade)(?![a-zà-ú])/i

/** `subtotal`: the row calls itself a total, and is skipped between vehicles too. */
export type Footer = 'footer' | 'subtotal'

/**
 * Undefined if anything tells of a vehicle: a plate, RENAVAM or document in any cell, even a bad
 * one in its own column, or at least half of the required cells filled.
 */
export function footerOf(cells: readonly string[], header: Header): Footer | undefined {
  const required = new Set(REQUIRED_FIELDS.flatMap((field) => header.columns.get(field) ?? []))
  const filled = [...required].filter((at) => (cells[at] ?? '').trim() !== '')
  if (filled.length * 2 >= required.size) return undefined
  if (resemblesVehicle(cells, header) || cells.some(holdsIdentity)) return undefined
  return cells.some((cell) => TOTAL.test(cell.trim())) ? 'subtotal' : 'footer'
}

function resemblesVehicle(cells: readonly string[], { columns }: Header): boolean {
  const cell = cells[columns.get('plate') ?? -1] ?? ''
  const plate = normalizePlate(splitState(cell)?.rest ?? cell)
  const isPlate =
    plate.length >= 5 &&
    plate.length <= 9 &&
    plate.replace(/[^0-9]/g, '').length >= 2 &&
    /[A-Z].*[A-Z]/.test(plate)
  const digits = (cells[columns.get('renavam') ?? -1] ?? '').replace(/[^0-9]/g, '').length
  return isPlate || digits >= 6
}
