import { isCnpj, isCpf, parseDocument, stripDocument } from './document.ts'
import { normalizePlate, parsePlate } from './plate.ts'
import { parseRenavam } from './renavam.ts'
import { isUf } from './uf.ts'

/** Plates, RENAVAMs and documents in any text: whatever has one may be a vehicle's row. */

const PLATE = /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/
/** Inside a longer text a plate has no space: `de JAN 2026` is none. */
const PLATE_INSIDE = /(?<![A-Z0-9])[A-Z]{3}-?[0-9][A-Z0-9][0-9]{2}(?![A-Z0-9])/i
const RENAVAM_INSIDE = /(?<![0-9])[0-9](?:[ .-]?[0-9]){8,10}(?![0-9])/g
const DOCUMENT_INSIDE = /(?<![0-9A-Z])[0-9A-Z](?:[./-]?[0-9A-Z]){10,13}(?![0-9A-Z])/gi
/** A long number that a spreadsheet has rounded. */
const SCIENTIFIC = /^[0-9]{1,3}(?:[.,][0-9]{1,20})?E\+?[0-9]{1,2}$/i

/** True when a cell holds a plate, a RENAVAM (or what a spreadsheet left of it), a CPF or CNPJ. */
export function holdsIdentity(cell: string): boolean {
  const text = visible(cell)
  if (text === '') return false
  if (PLATE.test(normalizePlate(text)) || PLATE_INSIDE.test(text)) return true
  if (SCIENTIFIC.test(text) || parseDocument(text).ok) return true
  if ((text.match(RENAVAM_INSIDE) ?? []).some(isRenavam)) return true
  return (text.match(DOCUMENT_INSIDE) ?? []).map(stripDocument).some(isDocument)
}

/** Letters and then digits, a character more or less than a plate has. */
const NEARLY_PLATE = /(?<![A-Z0-9])[A-Z]{2,4}-?[0-9][A-Z0-9]{2,4}(?![A-Z0-9])/gi

/** True when a cell holds something that a person may have meant for a plate. */
export function holdsNearlyPlate(cell: string): boolean {
  const found = visible(cell).match(NEARLY_PLATE) ?? []
  return found.map(normalizePlate).some(({ length }) => length >= 6 && length <= 8)
}

/** True when these cells can only be a vehicle's, in whatever order. */
export function areOfVehicle(cells: readonly string[]): boolean {
  const texts = cells.map(visible)
  const plate = texts.some((text) => parsePlate(text).ok)
  const renavam = texts.some(isRenavam)
  const document = texts.some((text) => parseDocument(text).ok)
  const kinds = [plate, renavam, document, texts.some(isUf)].filter(Boolean).length
  return (plate && renavam) || kinds > 2
}

function isRenavam(text: string): boolean {
  // As text, a spreadsheet writes '00123 or ="00123".
  return /^[0-9 .'="-]+$/.test(text) && parseRenavam(text.replace(/[^0-9]/g, '')).ok
}

function isDocument(text: string): boolean {
  return isCpf(text) || isCnpj(text)
}

/** The visible text, also without quotes that a reader took for characters of the cell. */
function visible(cell: string): string {
  const spaced = cell.normalize('NFKC').replace(/\s/g, ' ')
  const folded = spaced.replace(/[\p{Cc}\p{Cf}"]/gu, '')
  return folded.trim()
}
