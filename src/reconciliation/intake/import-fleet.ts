/**
 * Imports a received file: judges it, keeps every row with its verdict, and applies the accepted
 * ones in one transaction. A file that is refused changes nothing.
 */
import type { Clock } from '../../clock.ts'
import type { Import, ImportRow, ImportStore } from '../../ledger/imports.ts'
import type { Outcome } from '../../queue/outcome.ts'
import { maskDocument } from '../../fleet/document.ts'
import { ownerContext } from '../../secret.ts'
import type { Secret } from '../../secret.ts'
import { judgeFile } from './judge-file.ts'
import type { JudgedFile, JudgedRow } from './judged.ts'
import type { UploadAbout, Uploads } from './uploads.ts'

export interface ImportTools {
  readonly imports: ImportStore
  readonly uploads: Pick<Uploads, 'find'>
  readonly secret: Pick<Secret, 'seal' | 'blindIndex'>
  readonly accountId: string
  readonly clock: Clock
}

/** What a refused import keeps, for the command line, the console and the report. */
export interface ImportRefusal {
  readonly code: string
  readonly line?: number
  readonly pt: string
  readonly en: string
}

/** Below this share of known vehicles the file is probably another fleet's. */
const OVERLAP_SHARE_MIN = 0.5

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
  if (upload === undefined) return refuse(tools, importId, LOST)
  const { defaults, map = {}, sheet, strict = false, repairPlates = false } = upload
  const judged = await judgeFile(() => upload.source(), {
    defaults,
    map,
    strict,
    repairPlates,
    ...(sheet === undefined ? {} : { sheet }),
  })
  if ('refused' in judged) {
    const { code, line, message } = judged.refused
    return refuse(tools, importId, { code, ...(line === undefined ? {} : { line }), ...message })
  }
  await imports.clearRows(importId)
  await imports.addRows(importId, rowsOf(tools, importId, judged, signal))
  // A stop leaves the import received: the next start judges the file again from its beginning.
  if (signal?.aborted === true) return { outcome: 'done' }
  if (!upload.otherFleet) {
    const another = await namesAnotherFleet(tools, file)
    if (another !== undefined) return refuse(tools, importId, another)
  }
  await apply(tools, importId, judged, upload)
  return { outcome: 'done' }
}

async function apply(
  tools: ImportTools,
  importId: string,
  judged: JudgedFile,
  { updateOwners = false, deactivateMissing = false }: UploadAbout,
): Promise<void> {
  await tools.imports.apply(importId, {
    understood: judged.understood,
    counts: judged.counts,
    updateOwners,
    deactivateMissing,
    at: new Date(tools.clock.now()),
  })
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

async function namesAnotherFleet(
  { imports }: ImportTools,
  file: Import,
): Promise<ImportRefusal | undefined> {
  const { shared, current } = await imports.overlap(file.id)
  if (current === 0 || shared / current >= OVERLAP_SHARE_MIN) return undefined
  return {
    code: 'F-OVERLAP',
    pt:
      `O arquivo tem só ${shared} dos ${current} veículos da frota. Se é outra frota, dê um nome ` +
      'com --fleet; se a frota mudou mesmo, repita com --other-fleet.',
    en:
      `The file names only ${shared} of the fleet's ${current} vehicles. If it is another fleet, ` +
      'name it with --fleet; if the fleet really changed, repeat with --other-fleet.',
  }
}

const LOST: ImportRefusal = {
  code: 'F-UPLOAD-LOST',
  pt: 'O arquivo recebido não está neste computador; envie a planilha de novo.',
  en: 'The received file is not on this machine; upload the spreadsheet again.',
}

/** Ends early when it is stopped. */
async function* rowsOf(
  tools: ImportTools,
  importId: string,
  judged: JudgedFile,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ImportRow[]> {
  for await (const batch of judged.rows) {
    if (signal?.aborted === true) return
    yield batch.map((row) => rowOf(tools, importId, row))
  }
}

/** The clear document leaves memory here: sealed for its vehicle, a keyed hash, and a mask. */
function rowOf(tools: ImportTools, importId: string, row: JudgedRow): ImportRow {
  const { line, verdict, vehicle, issues } = row
  if (vehicle === undefined) {
    const raw = verdict === 'skipped' ? undefined : sealCells(tools, importId, row)
    return { line, verdict, plate: row.plate, issues, ...(raw === undefined ? {} : { raw }) }
  }
  const { ownerDocument, renavam } = vehicle
  return {
    line,
    verdict,
    issues,
    renavam,
    plate: vehicle.plate,
    uf: vehicle.uf,
    nickname: vehicle.nickname,
    ...(vehicle.costCentre === undefined ? {} : { costCentre: vehicle.costCentre }),
    extras: { ...vehicle.extras },
    ownerSealed: tools.secret.seal(ownerDocument, ownerContext(tools.accountId, renavam)),
    ownerHash: tools.secret.blindIndex(ownerDocument),
    ownerMasked: maskDocument(ownerDocument),
  }
}

function sealCells(tools: ImportTools, importId: string, row: JudgedRow): Uint8Array {
  return tools.secret.seal(JSON.stringify(row.rawCells), rowContext(importId, row.line))
}
