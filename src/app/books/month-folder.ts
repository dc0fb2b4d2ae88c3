/** Where a fleet's months are written, and whether a closed one is still what was closed. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fieldsOf } from '../../fields.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import type { MonthInput } from '../../reconciliation/books/close/month-input.ts'
import { isMonth } from '../../fleet/calendar/months.ts'
import type { Config } from '../../config.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

/** The fleet whose folders stand in the reports directory itself. */
const DEFAULT_FLEET = 'principal'

export function monthsDirectory(reportsDir: string, fleet: string): string {
  return fleet === DEFAULT_FLEET ? reportsDir : join(reportsDir, folderOf(fleet))
}

/** `2026-11`; `2026-11.2` once it was reopened. */
export function monthFolder(month: string, revision: number): string {
  return revision === 1 ? month : `${month}.${revision}`
}

/** Each with its folder where the reports are now: they may have moved since it was closed. */
export async function closesOf(
  { FROTA_REPORTS_DIR: reportsDir }: Pick<Config, 'FROTA_REPORTS_DIR'>,
  { closes }: Pick<OpenLedger, 'closes'>,
  { id, name }: Fleet,
): Promise<MonthClose[]> {
  const parent = monthsDirectory(reportsDir, name)
  const all = await closes.ofFleet(id)
  return all.map((close) => ({
    ...close,
    folder: join(parent, monthFolder(close.month, close.revision)),
  }))
}

/** A fleet's name may be any text; what no folder can be called is written as %XX. */
function folderOf(fleet: string): string {
  const safe = fleet.replace(/[^\p{L}\p{N} ._-]|^[. ]|[. ]$/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  // Runs and months of the default fleet have such names.
  return isMonth(safe.slice(0, 7)) || safe === 'latest' || safe === 'now' ? `fleet ${safe}` : safe
}

/** False when the folder, its manifest or any file that the manifest names is not what was closed. */
export async function isAsClosed(directory: string, manifestSha256: string): Promise<boolean> {
  const manifest = await readFile(join(directory, 'manifest.json')).catch(() => undefined)
  if (manifest === undefined || hashOf(manifest) !== manifestSha256) return false
  // Its hash is right, so its form is ours.
  const { files } = fieldsOf(JSON.parse(manifest.toString('utf8')))
  for (const [name, file] of Object.entries(fieldsOf(files))) {
    if ((await hashOfFile(join(directory, name))) !== fieldsOf(file)['sha256']) return false
  }
  return true
}

/** The method of a closed month's journal; undefined where an older version closed it. */
export async function methodClosed({
  folder,
  month,
}: Pick<MonthClose, 'folder' | 'month'>): Promise<MonthInput['methodClosed']> {
  const manifest = await manifestIn(folder)
  if (manifest === undefined) return { month, method: 'unread' }
  const { method } = fieldsOf(fieldsOf(manifest)['journal'])
  return method === 'cash' || method === 'accrual' ? { month, method } : undefined
}

/** A restored ledger may not know a close whose folder is there: that one stays. */
export async function nextRevision(
  parent: string,
  month: string,
  known: readonly MonthClose[],
): Promise<number> {
  const revisions = known.filter((close) => close.month === month).map(({ revision }) => revision)
  let next = Math.max(0, ...revisions) + 1
  const manifest = () => manifestIn(join(parent, monthFolder(month, next)))
  while (fieldsOf(await manifest())['state'] === 'closed') next += 1
  return next
}

async function manifestIn(folder: string): Promise<unknown> {
  return await readFile(join(folder, 'manifest.json'), 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Hashes by path, kept while the file is the same one: a page is asked for more often. */
const hashes = new Map<string, { readonly mark: string; readonly hash: string }>()

/** Undefined when the file cannot be read. */
async function hashOfFile(path: string): Promise<string | undefined> {
  const digest = createHash('sha256')
  try {
    const { ino, size, ctimeNs } = await stat(path, { bigint: true })
    const mark = `${ino} ${size} ${ctimeNs}`
    const known = hashes.get(path)
    if (known?.mark === mark) return known.hash
    await pipeline(createReadStream(path), digest)
    const hash = digest.digest('hex')
    hashes.set(path, { mark, hash })
    return hash
  } catch {
    return undefined
  }
}
