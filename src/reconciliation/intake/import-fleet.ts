/**
 * Imports a received file: judges it, keeps every row with its verdict, and applies the accepted
 * ones in one transaction. A file that is refused changes nothing.
 */
import type { Clock } from '../../clock.ts'
import type { FleetReadingStore } from '../../ledger/fleets/fleet-reading.ts'
import type { ImportStore } from '../../ledger/fleets/imports-sql.ts'
import type { Import, ImportRow } from '../../ledger/fleets/imports.ts'
import type { Outcome } from '../../queue/outcome.ts'
import type { MemoryRoom } from '../../memory-room.ts'
import { ownerContext, type Secret } from '../../secret.ts'
import { Comparison, type Compared } from './compare.ts'
import {
  anotherFleet,
  asImportRefusal,
  noVehicle,
  takenUnseen,
  tooManyToRemove,
  UPLOAD_LOST,
} from './import-refusal.ts'
import type { ImportRefusal } from './import-refusal.ts'
import { holdRemovals } from './hold-removals.ts'
import { givenVehicle } from './given-values.ts'
import { hideNumbers, type FieldMap } from './header/choose-columns.ts'
import { columnWanted, placeInMap } from './header/column-wanted.ts'
import { judgeFile, type JudgeOptions } from './judge-file.ts'
import type { JudgedFile, JudgedRow, Understood } from './judged.ts'
import { OwnerMarks } from './owner-marks.ts'
import type { UploadAbout, Uploads } from './uploads.ts'

export interface ImportTools {
  readonly imports: ImportStore
  readonly readings: FleetReadingStore
  readonly uploads: Pick<Uploads, 'find'>
  readonly secret: Pick<Secret, 'seal' | 'blindIndex'>
  readonly accountId: string
  readonly clock: Clock
  readonly memory?: MemoryRoom
}

export function rowContext(importId: string, line: number): string {
  return `import.row/${importId}/${line}`
}

export async function importFleet(
  tools: ImportTools,
  importId: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { imports } = tools
  const file = await imports.find(importId)
  if (file?.state !== 'received') return { outcome: 'done' }
  const upload = await tools.uploads.find(importId)
  if (upload === undefined) return refuse(tools, importId, UPLOAD_LOST)
  const vehicles = await imports.known({ id: file.fleetId, accountId: tools.accountId })
  const former = (await imports.latestApplied(file.fleetId))?.understood ?? null
  const options = { ...(await optionsOf(tools, file, upload)), vehicles, former }
  const judged = await judgeFile(() => upload.source(), options)
  if ('refused' in judged) return refuse(tools, importId, asImportRefusal(judged))
  const unusable = await noVehicle(judged)
  if (unusable !== undefined) return refuse(tools, importId, unusable)
  await imports.clearRows(importId)
  const abroad = await imports.elsewhere(tools.accountId)
  const comparison = new Comparison(vehicles, new Set(), abroad)
  await imports.addRows(importId, rowsOf(tools, importId, { ...judged, comparison }, signal))
  // A stop leaves the import received: the next start judges the file again from its beginning.
  if (signal?.aborted === true) return { outcome: 'done' }
  const compared = comparison.result()
  const { overlap, keptIds, difference } = compared
  const { moved, elsewhere, kept, returning } = difference
  const unmeant = takenUnseen(moved, upload.fleets ?? null) ?? unmeantChange(overlap, upload)
  if (unmeant !== undefined) return refuse(tools, importId, unmeant)
  await rememberReading(tools, file, upload, judged)
  const imported = { judged, source: () => upload.source() }
  const removalsHeld =
    upload.deactivateMissing === true ? await holdRemovals(imported, compared) : undefined
  await imports.apply(importId, {
    understood: judged.understood,
    counts: judged.counts,
    updateOwners: upload.updateOwners === true,
    deactivateMissing: upload.deactivateMissing === true,
    removalsHeld,
    moved,
    elsewhere,
    kept,
    returning,
    keptIds,
    at: new Date(tools.clock.now()),
  })
  return { outcome: 'done' }
}

/** Options that are given for this file win; the others are those of earlier files. */
async function optionsOf(
  { readings, memory }: ImportTools,
  { fleetId }: Import,
  { forgetReading, ...about }: UploadAbout,
): Promise<JudgeOptions> {
  const remembered = forgetReading === true ? undefined : await readings.find(fleetId)
  return { ...about, memory, remembered }
}

/** Remembers only options of a file that was read: a refused file may have had wrong ones. */
async function rememberReading(
  { readings, clock }: ImportTools,
  { fleetId }: Import,
  { map = {}, sheet, forgetReading }: UploadAbout,
  { understood }: JudgedFile,
): Promise<void> {
  if (forgetReading === true) await readings.forget(fleetId)
  if (Object.keys(map).length === 0 && sheet === undefined) return
  const said = { map: byName(map, understood), ...(sheet === undefined ? {} : { sheet }) }
  await readings.remember(fleetId, said, new Date(clock.now()))
}

/**
 * Pure. The next file may have another column in the same place, so the name is remembered where it
 * is the column's own and no vehicle's document in a line that is no header after all.
 */
function byName(map: FieldMap, { headerLine, allColumns }: Understood): Record<string, string> {
  const entries = Object.entries(map).map(([field, wanted]) => {
    if (headerLine === 0 || placeInMap(wanted) === undefined) return [field, wanted]
    const column = columnWanted(allColumns, wanted)
    const name = allColumns[column]?.trim() ?? ''
    const isOwn = name !== '' && columnWanted(allColumns, name) === column
    return [field, isOwn && hideNumbers(name) === name ? name : wanted]
  })
  return Object.fromEntries(entries)
}

/** Pure. Refuses a file that would change so much that a person must confirm it. */
function unmeantChange(
  overlap: Compared['overlap'],
  { otherFleet, deactivateMissing = false }: UploadAbout,
): ImportRefusal | undefined {
  const another = otherFleet ? undefined : anotherFleet(overlap)
  return another ?? (deactivateMissing ? tooManyToRemove(overlap) : undefined)
}

async function refuse(
  tools: ImportTools,
  importId: string,
  refusal: ImportRefusal,
): Promise<Outcome> {
  await tools.imports.clearRows(importId)
  await tools.imports.refuse(importId, refusal, new Date(tools.clock.now()))
  return { outcome: 'refused', reason: refusal.en }
}

async function* rowsOf(
  tools: ImportTools,
  importId: string,
  {
    rows,
    understood,
    comparison,
  }: Pick<JudgedFile, 'rows' | 'understood'> & { readonly comparison: Comparison },
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ImportRow[]> {
  const owners = new OwnerMarks(tools.secret)
  for await (const batch of rows) {
    if (signal?.aborted === true) return
    for (const row of batch) comparison.take(row, understood, owners)
    yield batch.map((row) => rowOf(tools, importId, row, { owners, understood }))
  }
}

/** Replaces the clear document by a sealed copy for its vehicle, a keyed hash and a mask. */
function rowOf(
  tools: ImportTools,
  importId: string,
  row: JudgedRow,
  { owners, understood }: { readonly owners: OwnerMarks; readonly understood: Understood },
): ImportRow {
  const { line, verdict, vehicle, issues } = row
  if (vehicle === undefined) {
    const raw = verdict === 'skipped' ? undefined : sealCells(tools, importId, row)
    return { line, verdict, plate: row.plate, issues, ...(raw === undefined ? {} : { raw }) }
  }
  const { ownerDocument, ...given } = givenVehicle(vehicle, understood)
  return {
    line,
    verdict,
    issues,
    ...given,
    ownerSealed: tools.secret.seal(ownerDocument, ownerContext(tools.accountId, given.renavam)),
    ...owners.of(ownerDocument),
  }
}

function sealCells(tools: ImportTools, importId: string, row: JudgedRow): Uint8Array {
  return tools.secret.seal(JSON.stringify(row.rawCells), rowContext(importId, row.line))
}
