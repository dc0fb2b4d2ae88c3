/**
 * Pure. Whether a cell of a returned proposals.csv still says what was exported. A spreadsheet
 * changes the form of what it saves: decimals and dates are written its own way, leading zeros go,
 * letters that Windows-1252 lacks become others or `?`. None of that is an edit.
 */
import type { Bilingual } from '../../../bilingual.ts'
import { normalizeDescription } from '../../../fleet/debt-identity.ts'
import { parseReais } from '../../../fleet/money.ts'
import { normalizePlate } from '../../../fleet/plate.ts'
import { unprotect } from '../../intake/fields/clean-cell.ts'
import { byteOfCharacter } from '../../../sheets/text/windows-1252.ts'
import type { HeldColumn } from './proposal-headers.ts'

/** A value of the ledger; null is an empty cell. */
export type ShownCell =
  | { readonly kind: 'money'; readonly value: bigint | null }
  | { readonly kind: 'integer'; readonly value: bigint | number | null }
  /** YYYY-MM-DD. */
  | { readonly kind: 'date'; readonly value: string | null }
  | { readonly kind: 'text'; readonly value: string | null }

/** The cells of one line by their columns; the file may have gone out in either language. */
export type ShownCells = ReadonlyMap<HeldColumn, Bilingual<ShownCell>>

/** `found`: the cell without the apostrophe that keeps a spreadsheet from calculating it. */
export function saysSame(column: HeldColumn, shown: ShownCell, found: string): boolean {
  const { kind, value } = shown
  if (column === 'approvedBy' && found === '') return true
  if (kind === 'text') return sameText(column, value ?? '', found)
  if (value === null || found === '') return found === '' && value === null
  switch (kind) {
    case 'money': {
      const read = parseReais(found)
      return read.ok && read.value === value
    }
    case 'integer':
      return /^[0-9]+$/.test(found) && BigInt(found) === BigInt(value)
    case 'date':
      return dateForms(value).some((form) => form.test(found))
  }
}

/** Day, month and year with or without their zeros and centuries; never the month first. */
function dateForms(date: string): RegExp[] {
  const [year = '', month = '', day = ''] = date.split('-')
  const padded = (number: string): string => `0?${Number(number)}`
  const century = `(?:${year.slice(0, 2)})?${year.slice(2)}`
  const midnight = '(?:[ T]0?0:00(?::00)?)?'
  return [
    new RegExp(`^${padded(day)}[/.-]${padded(month)}[/.-]${century}${midnight}$`),
    new RegExp(`^${year}-${month}-${day}${midnight}$`),
  ]
}

function sameText(column: HeldColumn, shown: string, found: string): boolean {
  if (column === 'plate') return normalizePlate(found) === normalizePlate(shown)
  if (column === 'approvedBy') return areFirst(found, shown)
  const said = bare(found)
  const forms = [shown, inWindows1252(shown, '?'), inWindows1252(shown)].map(bare)
  if (forms.some((form) => folded(form) === folded(said))) return true
  if (isSameNumber(bare(shown), said)) return true
  // The ledger also recognises a debt whose description has other punctuation.
  if (column !== 'description') return false
  return forms.some((form) => normalizeDescription(form) === normalizeDescription(said))
}

/** Others may have approved since the export, so the file may name only the first of them. */
function areFirst(found: string, shown: string): boolean {
  const names = (text: string): string[] => bare(text).split(/ \+ /).map(folded)
  const now = [shown, inWindows1252(shown, '?'), inWindows1252(shown)].map(names)
  return now.some((all) => names(found).every((name, at) => name === all[at]))
}

/** A cell that is exported with an apostrophe comes back with or without it. */
function bare(text: string): string {
  const once = unprotect(text.trim())
  return once === text ? text : bare(once)
}

function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return plain
    .toLowerCase()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** As a spreadsheet saves it: letters without a byte become `lost`, or their base letter. */
function inWindows1252(text: string, lost?: string): string {
  const saved = (char: string): string => {
    if (byteOfCharacter(char) !== undefined) return char
    const base = char.normalize('NFKD').replace(/\p{M}/gu, '')
    const hasByte =
      base !== '' && Array.from(base).every((one) => byteOfCharacter(one) !== undefined)
    // A character beyond the first plane is two units, each of which is lost.
    return lost === undefined && hasByte ? base : (lost ?? '?').repeat(char.length)
  }
  return Array.from(text, saved).join('')
}

const PLAIN_NUMBER = /^([+-]?)0*([0-9]+?)(?:[.,]([0-9]*?)0*)?$/
const ROUNDED_NUMBER = /^[+-]?[0-9](?:[.,]([0-9]+))?e[+-]?[0-9]+$/i

/** A text of digits is a number to a spreadsheet: `0012` is saved as `12`, long ones rounded. */
function isSameNumber(shown: string, found: string): boolean {
  const [, sign, whole, part = ''] = PLAIN_NUMBER.exec(shown) ?? []
  if (whole === undefined) return false
  const rounded = ROUNDED_NUMBER.exec(found)
  if (rounded === null) {
    const [, sign2, whole2, part2 = ''] = PLAIN_NUMBER.exec(found) ?? []
    return sign === sign2 && whole === whole2 && part === part2
  }
  const digits = rounded[1]?.length ?? 0
  const number = Number(`${sign}${whole}.${part}`)
  return Number(number.toExponential(digits)) === Number(found.replace(',', '.'))
}
