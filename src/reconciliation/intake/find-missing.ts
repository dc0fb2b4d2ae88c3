/**
 * Whether a file still has the vehicles that its accepted rows do not name: in a title, in a note,
 * in another sheet, or in a row that was read otherwise than it was meant.
 */
import { buffer } from 'node:stream/consumers'
import type { RemovalsHeld } from '../../ledger/fleets/imports.ts'
import type { KnownVehicle } from '../../ledger/fleets/known-vehicles.ts'
import { mercosulForm, normalizePlate } from '../../fleet/plate.ts'
import type { CsvRecord } from '../../sheets/csv/csv-record.ts'
import { linesOfHtml } from '../../sheets/workbook/html-lines.ts'
import { textOfBytes } from '../../sheets/text/text-of-bytes.ts'
import { showable } from './header/choose-columns.ts'
import type { Container, JudgedFile } from './judged.ts'
import { INTAKE_LIMITS } from './limits.ts'
import { openRecords } from './records/open-records.ts'
import type { FileSource } from './records/record-source.ts'

const RENAVAM_DIGITS = 11
/** A lookahead, so that overlapping plates are all found. */
const PLATE = /(?=([A-Z]{3}[0-9][A-Z0-9][0-9]{2}))/g
const NUMBER = /[0-9]{8,}/g

/** Undefined when the file names none of the missing vehicles. */
export async function findMissing(
  source: FileSource,
  { understood: { container } }: Pick<JudgedFile, 'understood'>,
  missing: readonly KnownVehicle[],
): Promise<RemovalsHeld | undefined> {
  const wanted = byNames(missing)
  const found = new Map<KnownVehicle, Pick<RemovalsHeld, 'line' | 'sheet'>>()
  for await (const { line, cells, sheet } of textsOf(source, container)) {
    for (const name of cells.flatMap(namesIn)) {
      const vehicle = wanted.get(name)
      if (vehicle === undefined || found.has(vehicle)) continue
      found.set(vehicle, sheet === undefined ? { line } : { line, sheet })
    }
  }
  const [first] = found
  if (first === undefined) return undefined
  const [{ plates }, where] = first
  return { why: 'named', count: found.size, ...where, plate: plates[0] ?? '' }
}

/** By the Mercosul form of each plate, and by RENAVAM. */
export function byNames(vehicles: readonly KnownVehicle[]): ReadonlyMap<string, KnownVehicle> {
  const names = new Map<string, KnownVehicle>()
  for (const vehicle of vehicles) {
    for (const plate of vehicle.plates) names.set(mercosulForm(plate), vehicle)
    names.set(vehicle.renavam, vehicle)
  }
  return names
}

/**
 * A page names vehicles outside of its tables too, and is read once, whatever it has of them.
 * `sheet`: another one than that of the fleet.
 */
async function* textsOf(
  source: FileSource,
  container: Container,
): AsyncGenerator<Pick<CsvRecord, 'line' | 'cells'> & { readonly sheet?: string | undefined }> {
  if (container.kind === 'html') {
    const bytes = await buffer(source())
    for (const { line, text } of linesOfHtml(textOfBytes(bytes))) yield { line, cells: [text] }
    return
  }
  for (const asked of container.kind === 'csv' ? [undefined] : container.sheets) {
    const records = await openRecords(source, INTAKE_LIMITS, { asked, remembered: undefined })
    if ('refused' in records) continue
    const isOther = container.kind !== 'csv' && asked !== container.sheet
    const sheet = isOther && asked !== undefined ? showable(asked) : undefined
    for await (const batch of records.read()) for (const record of batch) yield { ...record, sheet }
  }
}

/** Plates in their Mercosul form and RENAVAMs with all their digits that a cell may hold. */
export function namesIn(cell: string): string[] {
  if (!/[0-9].*[0-9].*[0-9]/s.test(cell)) return []
  const text = cell
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toUpperCase()
  const compact = normalizePlate(text)
  const plates = Array.from(compact.matchAll(PLATE), ([, plate = '']) => mercosulForm(plate))
  const numbers = [...(text.match(NUMBER) ?? []), ...(compact.match(NUMBER) ?? [])]
  return [...plates, ...numbers.flatMap(renavamsIn)]
}

/** A shorter number lost its zeros; a longer one may have more digits on either side. */
function renavamsIn(number: string): string[] {
  if (number.length <= RENAVAM_DIGITS) return [number.padStart(RENAVAM_DIGITS, '0')]
  const places = Array.from({ length: number.length - RENAVAM_DIGITS + 1 }, (_, at) => at)
  return places.map((at) => number.slice(at, at + RENAVAM_DIGITS))
}
